import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { renderReviewsJson } from '#artifacts/reviews-json.ts';
import { readCorpus } from '#search/corpus/corpus.ts';
import type { Pieces } from '#search/corpus/pieces.ts';
import { readReviewLines } from '#search/corpus/review-lines.ts';
import { publishedReview } from '../../support/reviews.ts';
import { AWKWARD, datasetOf } from '../artifacts/sample-datasets.ts';

const REFUSED = /^Error: reviews\.json: .*; build the release again$/s;

/** The bytes in pieces that end at these offsets and at the end of all. */
function cut(bytes: Uint8Array, at: readonly number[]): Pieces {
  const ends = [...new Set(at)].sort((one, other) => one - other);
  return [...ends, bytes.length].map((end, index) => bytes.subarray(ends[index - 1] ?? 0, end));
}

/** What is read of a body: the lines with their positions, and the offsets. */
function read(body: Pieces) {
  const lines: string[] = [];
  const starts = readReviewLines(body, (line, position) => {
    assert.equal(position, lines.length);
    lines.push(line.toString('utf8'));
  });
  return { lines, starts: [...starts] };
}

const reviewsJson = renderReviewsJson(AWKWARD);
const whole = read([reviewsJson]);
const ends = whole.starts.slice(1).map((start) => start - 2);

/** All offsets at which a body may be cut: before and after what stands between two lines. */
const allowed = [...whole.starts.slice(0, -1), ...ends];

test('the lines are the reviews as they are serialised, and the offsets where they begin', () => {
  assert.deepEqual(
    whole.lines,
    AWKWARD.reviews.map((review) => JSON.stringify(review)),
  );
  const text = Buffer.from(reviewsJson);
  assert.deepEqual(
    whole.starts.slice(0, -1),
    whole.lines.map((line) => text.indexOf(line)),
  );
  assert.equal(text.subarray(ends.at(-1)).toString(), '\n]}\n');
});

test('lines in several pieces are the same, with what separates them at the start or the end', () => {
  fc.assert(
    fc.property(fc.subarray(allowed), (at) => {
      const body = cut(reviewsJson, at);
      assert.deepEqual(read(body), whole);
      assert.deepEqual(read(body.flatMap((piece) => [piece, new Uint8Array()])), whole);
    }),
  );
});

test('what stands after the lines may be cut anywhere', () => {
  for (let at = ends.at(-1) ?? 0; at <= reviewsJson.length; at++) {
    assert.deepEqual(read(cut(reviewsJson, [at])), whole);
  }
});

test('a line that lies in two pieces is refused, wherever it is cut', () => {
  const small = renderReviewsJson({
    ...AWKWARD,
    reviews: ['one', 'two', 'three'].map((id) => publishedReview({ id })),
  });
  const { starts } = read([small]);
  for (const start of starts.slice(0, -1)) {
    const end = (starts[starts.indexOf(start) + 1] ?? 0) - 2;
    for (let at = start + 1; at < end; at++) {
      assert.throws(() => read(cut(small, [at])), REFUSED, `${at}`);
    }
  }
});

test('what separates two lines is in one piece', () => {
  for (const end of ends.slice(0, -1)) {
    assert.throws(() => read(cut(reviewsJson, [end + 1])), REFUSED);
  }
});

const lines = whole.lines.map((line) => Buffer.from(line));
const [one = assert.fail(), two = assert.fail()] = lines;
const head = Buffer.from(reviewsJson.subarray(0, whole.starts[0]));
const [BETWEEN, CLOSE] = [',\n', '\n]}\n'].map((text) => Buffer.from(text));
assert.ok(BETWEEN && CLOSE);

test('each review has one separator before it, but the first', () => {
  const separated = Buffer.concat([BETWEEN, two]);
  assert.deepEqual(read([head, one, separated, CLOSE]).lines, [one, two].map(String));
  assert.deepEqual(read([head, one, BETWEEN, two, CLOSE]).lines, [one, two].map(String));
  for (const [what, body] of [
    ['before the first', [head, BETWEEN, one, CLOSE]],
    ['none between', [head, one, two, CLOSE]],
    ['a line feed alone', [head, one, Buffer.from('\n'), two, CLOSE]],
    ['two between', [head, one, BETWEEN, separated, CLOSE]],
    ['in both pieces', [head, Buffer.concat([one, BETWEEN]), separated, CLOSE]],
    ['after the last', [head, one, BETWEEN, CLOSE]],
    ['after the last, in its piece', [head, Buffer.concat([one, BETWEEN]), CLOSE]],
  ] as const) {
    assert.throws(() => read(body), REFUSED, what);
  }
});

test('what is no line is not passed over between two pieces', () => {
  const feed = Buffer.from('\n');
  const odd = Buffer.concat([Buffer.from(' '), two, BETWEEN]);
  const first = Buffer.concat([one, BETWEEN]);
  for (const [what, body] of [
    ['an empty line in a piece of its own', [head, first, feed, two, CLOSE]],
    ['an empty line at the end of a piece', [head, Buffer.concat([first, feed]), two, CLOSE]],
    ['an indented line', [head, Buffer.concat([first, odd]), two, CLOSE]],
    ['an indented line in a piece of its own', [head, first, odd, two, CLOSE]],
    ['an indented first line', [head, odd, two, CLOSE]],
    ['an end between', [head, one, CLOSE, two, CLOSE]],
    ['an end between, and a separator', [head, one, CLOSE, Buffer.concat([BETWEEN, two]), CLOSE]],
  ] as const) {
    assert.throws(() => read(body), REFUSED, what);
  }
});

test('no reviews have no lines, however they are cut', () => {
  const none = renderReviewsJson(datasetOf());
  for (const at of [[], [none.length - 4], [none.length - 1]]) {
    assert.deepEqual(read(cut(none, at)), { lines: [], starts: [0] });
  }
});

const text = Buffer.from(reviewsJson).toString('utf8');
const rows = text.split('\n');
for (const [what, broken] of [
  ['nothing at all', ''],
  ['an empty object', '{}'],
  ['something else of one line', '{"count":2}\n'],
  ['the whole on one line', JSON.stringify(JSON.parse(text))],
  ['the whole, indented', JSON.stringify(JSON.parse(text), null, 2)],
  ['a file cut off within a review', text.slice(0, 3000)],
  ['a file cut off after a review', `${rows.slice(0, 4).join('\n')}\n`],
  ['a file cut off after its head', `${rows[0]}\n`],
  ['a missing comma', text.replace('},\n{', '}\n{')],
  ['more behind the end', `${text}{}\n`],
  ['an empty line between', text.replace('\n{', '\n\n{')],
  ['an empty line later on', text.replaceAll('},\n{', '},\n\n{')],
] as const) {
  test(`${what} is refused in any pieces`, () => {
    const bytes = Buffer.from(broken);
    const feeds = [...bytes.entries()].flatMap(([at, byte]) => (byte === 0x0a ? [at + 1] : []));
    const separators = feeds.map((at) => at - 2).filter((at) => at > 0);
    const anyCuts = fc.array(fc.nat(bytes.length), { maxLength: 4 });
    const anyFeeds = fc.subarray([...feeds, ...separators]);
    const property = fc.property(fc.oneof(anyCuts, anyFeeds), (at) => {
      assert.throws(() => readCorpus(cut(bytes, at)), REFUSED);
    });
    fc.assert(property, { examples: [[[]], [feeds], [separators]] });
  });
}
