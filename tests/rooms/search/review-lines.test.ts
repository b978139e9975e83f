import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { renderReviewsJson } from '#artifacts/reviews-json.ts';
import { readCorpus } from '#search/corpus/corpus.ts';
import type { Pieces } from '#search/corpus/pieces.ts';
import { readReviewLines } from '#search/corpus/review-lines.ts';
import { AWKWARD } from '../artifacts/sample-datasets.ts';

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
const text = Buffer.from(reviewsJson).toString('utf8');

test('the lines are the reviews as they are serialised, and the offsets where they begin', () => {
  const lines = AWKWARD.reviews.map((review) => JSON.stringify(review));
  assert.deepEqual(whole.lines, lines);
  const bytes = Buffer.from(reviewsJson);
  const starts = lines.map((line) => bytes.indexOf(line));
  assert.deepEqual(whole.starts.slice(0, -1), starts);
  assert.equal(bytes.subarray(ends.at(-1)).toString(), '\n]}\n');
});

test('lines in several pieces are the same, with separators at the start or the end', () => {
  // A body may be cut before and after what stands between two lines.
  fc.assert(
    fc.property(fc.subarray([...whole.starts.slice(0, -1), ...ends]), (at) => {
      const body = cut(reviewsJson, at);
      assert.deepEqual(read(body), whole);
      assert.deepEqual(read(body.flatMap((piece) => [piece, new Uint8Array()])), whole);
    }),
  );
  // What stands after the lines may be cut anywhere.
  for (let at = ends.at(-1) ?? 0; at <= reviewsJson.length; at++) {
    assert.deepEqual(read(cut(reviewsJson, [at])), whole);
  }
});

const buffer = (...parts: (string | Uint8Array)[]) =>
  Buffer.concat(parts.map((part) => Buffer.from(part)));
const [one, two] = whole.lines.map((line) => Buffer.from(line));
assert.ok(one && two);
const head = Buffer.from(reviewsJson.subarray(0, whole.starts[0]));
const [BETWEEN, CLOSE, FEED] = [buffer(',\n'), buffer('\n]}\n'), buffer('\n')];
const [first, separated] = [buffer(one, BETWEEN), buffer(BETWEEN, two)];
const odd = buffer(' ', two, BETWEEN);

for (const [what, ...body] of [
  ['a separator before the first', BETWEEN, one],
  ['no separator', one, two],
  ['a line feed alone', one, FEED, two],
  ['two separators', one, BETWEEN, separated],
  ['a separator in both pieces', first, separated],
  ['a separator after the last', one, BETWEEN],
  ['a separator after the last, in its piece', first],
  ['an empty line in a piece of its own', first, FEED, two],
  ['an empty line at the end of a piece', buffer(first, FEED), two],
  ['an indented line', buffer(first, odd), two],
  ['an indented line in a piece of its own', first, odd, two],
  ['an indented first line', odd, two],
  ['an end between', one, CLOSE, two],
  ['an end between, and a separator', one, CLOSE, separated],
] as const) {
  test(`${what} is refused`, () => assert.throws(() => read([head, ...body, CLOSE]), REFUSED));
}

const rows = text.split('\n');
for (const [what, broken] of [
  ['nothing at all', ''],
  ['something else of one line', '{"count":2}\n'],
  ['the whole on one line', JSON.stringify(JSON.parse(text))],
  ['the whole, indented', JSON.stringify(JSON.parse(text), null, 2)],
  ['a file cut off within a review', text.slice(0, 3000)],
  ['a file cut off after a review', `${rows.slice(0, 4).join('\n')}\n`],
  ['a file cut off after its head', `${rows[0]}\n`],
  ['a missing comma', text.replace('},\n{', '}\n{')],
  ['more behind the end', `${text}{}\n`],
  ['an empty line between', text.replace('\n{', '\n\n{')],
  ['a review without a rating', text.replace('"reviewRating":', '"x":')],
  [
    'a date that does not exist',
    text.replace('"datePublished":"2026-10-01"', '"datePublished":"2026-02-30"'),
  ],
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
