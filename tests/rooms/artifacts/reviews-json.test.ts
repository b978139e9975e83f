import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { type LaidOutReviews, renderReviews, renderReviewsJson } from '#artifacts/reviews-json.ts';
import type { Dataset } from '#dataset/dataset.ts';
import type { Review } from '#dataset/review.ts';
import { readCorpus } from '#search/corpus/corpus.ts';
import { joinPieces, offsetsOf } from '#search/corpus/pieces.ts';
import { editBetween, publishedReview } from '../../support/reviews.ts';
import { anyDataset } from './any-dataset.ts';
import { AWKWARD } from './sample-datasets.ts';

const textOf = (dataset: Dataset) => new TextDecoder().decode(renderReviewsJson(dataset));
const render = (reviews: readonly Review[]) => renderReviews({ ...AWKWARD, reviews });
const renderEdited = (
  rendered: LaidOutReviews,
  before: readonly Review[],
  reviews: readonly Review[],
) => renderReviews({ ...AWKWARD, reviews }, rendered, editBetween(before, reviews));

test('every review stands on a line of its own, newest first', () => {
  fc.assert(
    fc.property(anyDataset, (dataset) => {
      const [head = '', ...lines] = textOf(dataset).split('\n');
      const expected = dataset.reviews.map((review) => JSON.stringify(review)).join(',\n');
      assert.ok(head.startsWith('{"@context":["https://schema.org","https://'));
      assert.ok(head.endsWith(expected ? ',"reviews":[' : ',"reviews":[]}'));
      assert.equal(lines.join('\n'), expected && `${expected}\n]}\n`);
    }),
  );
});

/** Reviews of 3 to 60 kB, so that a few dozen make several blocks. */
const textLength = fc.integer({ min: 3_000, max: 60_000 });
const sized = (id: string, length: number) =>
  publishedReview({ id, reviewBody: `ä “${id}” `.padEnd(length, 'They kept me informed. ') });

/** Where, as a part of all reviews: often the first or behind the last. */
const anyPlace = fc.oneof(fc.constantFrom(0, 1), fc.double({ min: 0, max: 1, noNaN: true }));
const anyChanges = fc.oneof(
  {
    weight: 8,
    arbitrary: fc.array(
      fc.record({
        place: anyPlace,
        removed: fc.oneof({ weight: 4, arbitrary: fc.nat(2) }, fc.nat(15)),
        added: fc.array(textLength, { maxLength: 3 }),
      }),
      { maxLength: 4 },
    ),
  },
  { weight: 1, arbitrary: fc.constantFrom('all gone', 'as at first', 'turned round') },
);

type Changes = typeof anyChanges extends fc.Arbitrary<infer Value> ? Value : never;

/** Makes one list of reviews after another: those that stay are the same objects. */
function createEditor(lengths: readonly number[]) {
  let ids = 0;
  const create = (length: number) => sized(`review-${ids++}`, length);
  const first: readonly Review[] = lengths.map(create);
  const edit = (reviews: readonly Review[], changes: Changes): readonly Review[] => {
    if (changes === 'all gone') return [];
    if (changes === 'as at first') return first;
    if (changes === 'turned round') return reviews.toReversed();
    return changes.reduce((before, { place, removed, added }) => {
      const at = Math.round(place * before.length);
      return before.toSpliced(at, removed, ...added.map(create));
    }, reviews);
  };
  return { first, edit };
}

function assertRendered({ body, offsets, starts }: LaidOutReviews, reviews: readonly Review[]) {
  assert.ok(joinPieces(body).equals(renderReviewsJson({ ...AWKWARD, reviews })));
  assert.deepEqual(offsets, offsetsOf(body));
  const read = readCorpus(body);
  assert.deepEqual(starts, read.starts);
  assert.equal(read.count, reviews.length);
}

/** What stands between the head and the end. */
const blocksOf = ({ body }: LaidOutReviews) => body.slice(1, -1);

test('after however many edits in a row the bytes are those from nothing', () => {
  let most = 0;
  fc.assert(
    fc.property(
      fc.array(textLength, { maxLength: 40, size: 'max' }),
      fc.array(anyChanges, { minLength: 1, maxLength: 12 }),
      (lengths, edits) => {
        const { first, edit } = createEditor(lengths);
        let reviews = first;
        let rendered = render(reviews);
        assertRendered(rendered, reviews);
        for (const changes of edits) {
          const last = reviews;
          reviews = edit(reviews, changes);
          rendered = renderEdited(rendered, last, reviews);
          assertRendered(rendered, reviews);
          assertSizes(rendered);
          most = Math.max(most, blocksOf(rendered).length);
        }
      },
    ),
    { numRuns: 60 },
  );
  assert.ok(most >= 5, `${most} blocks`);
});

const BLOCK_BYTES = 128 * 1024;

/** Blocks are shared, none is small but the last, and none much larger than two. */
function assertSizes(rendered: LaidOutReviews): void {
  const blocks = blocksOf(rendered);
  for (const [index, { buffer, length }] of blocks.entries()) {
    assert.ok(buffer instanceof SharedArrayBuffer);
    assert.equal(buffer.byteLength, length);
    assert.ok(length <= 2 * BLOCK_BYTES + 61_000, `${length}`);
    assert.ok(length >= BLOCK_BYTES / 4 || index === blocks.length - 1, `${length}`);
  }
}

const LENGTHS = Array.from({ length: 400 }, (_, index) => 3_000 + ((index * 7_919) % 20_000));
const { first: MANY, edit: editMany } = createEditor(LENGTHS);
const before = render(MANY);

test('an edit of one review leaves all blocks but two the same objects, and what was rendered as it was', () => {
  const joined = Buffer.from(joinPieces(before.body));
  const blocks = blocksOf(before);
  assert.ok(blocks.length > 20, `${blocks.length}`);
  for (let at = 0; at <= MANY.length; at++) {
    for (const [removed, added] of [
      [0, [5_000]],
      [1, []],
      [1, [5_000]],
    ] as const) {
      const place = at / MANY.length;
      const reviews = editMany(MANY, [{ place, removed, added: [...added] }]);
      const after = new Set(blocksOf(renderEdited(before, MANY, reviews)));
      const lost = blocks.filter((block) => !after.has(block));
      assert.ok(lost.length <= 2, `${lost.length} at ${at}`);
    }
  }
  assert.ok(joinPieces(before.body).equals(joined));
});
