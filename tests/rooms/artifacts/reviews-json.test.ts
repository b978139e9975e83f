import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { renderReviews, renderReviewsJson } from '#artifacts/reviews-json.ts';
import type { Dataset } from '#dataset/dataset.ts';
import type { Review } from '#dataset/review.ts';
import { corpusOf } from '#search/corpus/corpus.ts';
import { joinPieces, shareBytes } from '#search/corpus/pieces.ts';
import { joinParts, type RecordBlock, readParts } from '#search/corpus/review-records.ts';
import { runs } from '../../support/at-length.ts';
import { publishedReview } from '../../support/reviews.ts';
import { anyDataset } from './any-dataset.ts';
import { AWKWARD, datasetOf } from './sample-datasets.ts';

const textOf = (dataset: Dataset) => new TextDecoder().decode(renderReviewsJson(dataset));
const render = (reviews: readonly Review[], earlier: readonly RecordBlock[] = []) =>
  renderReviews({ ...AWKWARD, reviews }, earlier);

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

/** Makes one list of reviews after another: those that stay are the same objects. */
function createEditor(count: number) {
  let ids = 0;
  const create = () => publishedReview({ id: `review-${ids++}`, reviewBody: `ä “${ids}”` });
  return { first: Array.from({ length: count }, create), create };
}

/** Where, as a part of all reviews: often the first or behind the last. */
const anyPlace = fc.oneof(fc.constantFrom(0, 1), fc.double({ min: 0, max: 1, noNaN: true }));
const anyEdit = fc.oneof(
  {
    weight: 8,
    arbitrary: fc.record({ place: anyPlace, removed: fc.nat(90), added: fc.nat(90) }),
  },
  { weight: 1, arbitrary: fc.constantFrom('all gone', 'as at first', 'turned round', 'copied') },
);

type Rendered = ReturnType<typeof render>;

/** The bytes and digests are those of the reviews, in memory that threads share. */
function assertRendered(rendered: Rendered, reviews: readonly Review[]): void {
  const body = joinParts(rendered);
  assert.ok(joinPieces(body).equals(renderReviewsJson({ ...AWKWARD, reviews })));
  assert.deepEqual(
    rendered.blocks.flatMap((block) => block.reviews),
    reviews,
  );
  assert.deepEqual(corpusOf(rendered), { ...corpusOf(readParts(body)), body });
  for (const { bytes } of rendered.blocks) {
    assert.ok(bytes.buffer instanceof SharedArrayBuffer);
    assert.equal(bytes.buffer.byteLength, bytes.length);
  }
}

test('after however many edits in a row the bytes are those from nothing', () => {
  let most = 0;
  const edits = fc.array(anyEdit, { minLength: 1, maxLength: 8 });
  fc.assert(
    fc.property(fc.nat(400), edits, (count, steps) => {
      const { first, create } = createEditor(count);
      let reviews: readonly Review[] = first;
      let rendered = render(reviews);
      assertRendered(rendered, reviews);
      for (const step of steps) {
        if (step === 'all gone') reviews = [];
        else if (step === 'as at first') reviews = first;
        else if (step === 'turned round') reviews = reviews.toReversed();
        else if (step === 'copied') reviews = structuredClone(reviews);
        else {
          const { place, removed, added } = step;
          const at = Math.round(place * reviews.length);
          reviews = reviews.toSpliced(at, removed, ...Array.from({ length: added }, create));
        }
        rendered = render(reviews, rendered.blocks);
        assertRendered(rendered, reviews);
        most = Math.max(most, rendered.blocks.length);
      }
    }),
    { numRuns: runs(200) },
  );
  assert.ok(most >= 5, `${most} blocks`);
});

const MANY = createEditor(1_000).first;
const BEFORE = render(MANY);

test('an edit of one review leaves all blocks but two the same objects', () => {
  const joined = Buffer.from(joinPieces(joinParts(BEFORE)));
  assert.ok(BEFORE.blocks.length > 10, `${BEFORE.blocks.length}`);
  const added = publishedReview({ id: 'added' });
  for (let at = 0; at <= MANY.length; at += 5) {
    for (const reviews of [
      MANY.toSpliced(at, 0, added),
      MANY.toSpliced(at, 1),
      MANY.toSpliced(at, 1, added),
      MANY.toSpliced(at, 1, publishedReview({ id: `review-${at}`, reviewBody: 'Other.' })),
    ]) {
      const after = new Set(render(reviews, BEFORE.blocks).blocks);
      const lost = BEFORE.blocks.filter((block) => !after.has(block));
      assert.ok(lost.length <= 2, `${lost.length} at ${at}`);
    }
  }
  assert.ok(joinPieces(joinParts(BEFORE)).equals(joined));
});

test('what was read is what was rendered, in memory that threads share', () => {
  for (const dataset of [{ ...AWKWARD, reviews: MANY }, AWKWARD, datasetOf()]) {
    const rendered = renderReviews(dataset);
    const body = shareBytes(joinPieces(joinParts(rendered)));
    const { reviews, ...parts } = readParts([body]);
    assert.deepEqual(reviews, dataset.reviews);
    assert.deepEqual(parts.blocks, rendered.blocks);
    assert.ok(joinPieces(joinParts(parts)).equals(joinPieces(joinParts(rendered))));
    for (const { bytes } of parts.blocks) assert.ok(bytes.buffer instanceof SharedArrayBuffer);
  }
});

test('memory goes on where other objects have the same bytes', () => {
  const again = render(structuredClone(MANY), BEFORE.blocks).blocks;
  for (const [index, { bytes }] of BEFORE.blocks.entries())
    assert.equal(again[index]?.bytes, bytes);
});
