import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { renderInsightsJson } from '#artifacts/artifacts.ts';
import { renderReviewsJson } from '#artifacts/reviews-json.ts';
import { checkContent } from '#dataset/check/check-content.ts';
import { createDataset } from '#dataset/dataset.ts';
import { addAll } from '#dataset/edits/list-edit.ts';
import type { ContentFile } from '#dataset/read/content-file.ts';
import { readContent } from '#dataset/read/read-content.ts';
import { createAnnotator } from '#insights/annotation/annotation.ts';
import { Insights } from '#insights/insights.ts';
import { runs } from '../support/at-length.ts';
import { createDatasetMaker } from '../support/edits.ts';
import { storedReview } from '../support/reviews.ts';

const BASE_URL = 'https://reviews.example';
const ASPECTS = Object.entries({
  communication: 'communication',
  staff: 'staff',
  outcome: 'result',
}).map(([id, term]) => ({ id, name: id, description: id, terms: [term] }));

const demonstration = readContent('content').files;

/** The bytes of both datasets of some content. */
function render(files: readonly ContentFile[]): readonly Buffer[] {
  const dataset = createDataset(checkContent(files).content, BASE_URL, createAnnotator());
  return [renderReviewsJson(dataset), renderInsightsJson(dataset)].map((bytes) =>
    Buffer.from(bytes),
  );
}

test('in whatever order content files are read, the datasets are the same to the byte', () => {
  const expected = render(demonstration);
  const shuffled = fc.shuffledSubarray([...demonstration], { minLength: demonstration.length });
  fc.assert(
    fc.property(shuffled, (files) => {
      for (const [index, bytes] of render(files).entries()) {
        assert.ok(expected[index]?.equals(bytes));
      }
    }),
    { numRuns: 2, endOnFailure: true },
  );
});

test('one more review with one sentence of praise of an aspect never lowers a score', () => {
  const { content } = checkContent(demonstration);
  const make = createDatasetMaker(BASE_URL, createAnnotator());
  const insights = new Insights();
  const insightsOf = (reviews: typeof content.reviews) => {
    const { dataset, edit } = make({ ...content, aspects: ASPECTS, reviews });
    return insights.update(dataset, edit === 'everything' ? addAll(dataset.reviews) : edit);
  };
  const praise = fc.constantFrom(
    ['communication', 'Their communication was excellent and very helpful.'],
    ['staff', 'The staff was wonderful, kind and very helpful.'],
    ['outcome', 'We are so happy with the excellent result!'],
  );
  const some = fc.subarray([...content.reviews]);
  fc.assert(
    fc.property(some, praise, fc.integer({ min: 2, max: 10 }), (reviews, [id, body], halves) => {
      const more = storedReview({ id: 'one-more', rating: halves / 2, reviewBody: body ?? '' });
      const before = insightsOf(reviews);
      const after = insightsOf([...reviews, more]);
      assert.ok(after.sentiment.score >= before.sentiment.score);
      for (const aspect of after.aspects) {
        const { score, positive } = before.aspects.find((one) => one.id === aspect.id) ?? aspect;
        assert.ok(aspect.score >= score);
        assert.equal(aspect.positive, aspect.id === id ? positive + 1 : positive);
      }
    }),
    { numRuns: runs(25) },
  );
});
