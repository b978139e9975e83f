import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { renderReviewsJson } from '#artifacts/reviews-json.ts';
import type { Dataset } from '#dataset/dataset.ts';
import { dateOfLastChange, newestOf } from '#dataset/review.ts';
import { SinceResult } from '#openapi/review-answers.ts';
import { corpusOf } from '#search/corpus/corpus.ts';
import { readParts } from '#search/corpus/review-records.ts';
import { sinceSlice } from '#search/since.ts';
import { runs } from '../../support/at-length.ts';
import { anyDataset } from '../artifacts/any-dataset.ts';

type Answer = { readonly etag: string; readonly body: string };

function ask(dataset: Dataset, date: string): Answer {
  const corpus = corpusOf(readParts([renderReviewsJson(dataset)]));
  const { etag, body } = sinceSlice(corpus, dataset.removed, date);
  return { etag, body: Buffer.concat(body()).toString() };
}

test('the answer is that of a naive filter', () => {
  const days = fc.nat(140).map((day) => new Date(Date.UTC(2025, 7, 25) + day * 86_400_000));
  fc.assert(
    fc.property(anyDataset, days, (dataset, day) => {
      const since = day.toISOString().slice(0, 10);
      const reviews = dataset.reviews.filter(({ datePublished }) => datePublished >= since);
      const removed = dataset.removed.filter(({ dateRemoved }) => dateRemoved >= since);
      const removals = removed.map(({ dateRemoved }) => dateRemoved);
      const dateModified = newestOf([...reviews.map(dateOfLastChange), ...removals]) || null;
      const answer = SinceResult.parse(JSON.parse(ask(dataset, since).body));
      assert.deepEqual(answer, { since, count: reviews.length, dateModified, reviews, removed });
    }),
  );
});

test('tags are equal where bodies are equal, and only there', () => {
  const day = fc.constantFrom('2025-08-01', '2025-09-10', '2025-09-20', '2025-10-10', '2026-01-01');
  const changed = fc.tuple(anyDataset, fc.nat(30)).map(([dataset, position]): Dataset[] => {
    const { reviews } = dataset;
    const review = reviews[position % Math.max(1, reviews.length)];
    const edit = reviews.map((one) => (one === review ? { ...one, reviewBody: 'Edited.' } : one));
    const fewer = reviews.filter((one) => one !== review);
    return [
      dataset,
      { ...dataset, reviews: edit },
      { ...dataset, reviews: fewer },
      { ...dataset, removed: dataset.removed.slice(1) },
    ];
  });
  fc.assert(
    fc.property(changed, day, day, (datasets, one, other) => {
      const answers = datasets.flatMap((dataset) => [ask(dataset, one), ask(dataset, other)]);
      for (const a of answers) {
        for (const b of answers) assert.equal(a.etag === b.etag, a.body === b.body);
      }
    }),
    { numRuns: runs(60) },
  );
});
