import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { renderReviewsJson } from '#artifacts/reviews-json.ts';
import type { Dataset } from '#dataset/dataset.ts';
import { dateOfLastChange, newestOf } from '#dataset/review.ts';
import type { StoredReview } from '#dataset/schema/stored-review.ts';
import { readCorpus } from '#search/corpus/corpus.ts';
import { SinceResult, sinceBody, sinceSlice } from '#search/since.ts';
import { storedReview } from '../../support/reviews.ts';
import { anyDataset } from '../artifacts/any-dataset.ts';
import { datasetOf } from '../artifacts/sample-datasets.ts';

type Answer = { readonly etag: string; readonly body: string };

function ask(dataset: Dataset, date: string): Answer {
  const corpus = readCorpus([renderReviewsJson(dataset)]);
  const slice = sinceSlice(corpus, dataset.removed, date);
  const body = Buffer.concat(sinceBody(corpus, slice)).toString('utf8');
  return { etag: slice.etag, body };
}

const parse = ({ body }: Answer) => SinceResult.parse(JSON.parse(body));
const dated = (id: string, datePublished: string, changes: Partial<StoredReview> = {}) =>
  storedReview({
    id,
    datePublished,
    verification: { status: 'verified', method: 'invitation', date: datePublished },
    ...changes,
  });
const gone = (id: string, dateRemoved: string) => ({ id, dateRemoved, reason: 'spam' }) as const;

const REVIEWS = [
  dated('first', '2026-01-01'),
  dated('second', '2026-02-01'),
  dated('third', '2026-03-01'),
];
const REMOVALS = [gone('gone-1', '2026-01-15'), gone('gone-2', '2026-03-15')];
const DATASET = datasetOf({ reviews: REVIEWS, removals: REMOVALS });

/** The dataset with one review changed. */
const edited = (id: string, changes: Partial<StoredReview>) =>
  datasetOf({
    removals: REMOVALS,
    reviews: REVIEWS.map((review) => (review.id === id ? { ...review, ...changes } : review)),
  });

test('the answer is that of a naive filter', () => {
  const days = fc.nat(140).map((day) => new Date(Date.UTC(2025, 7, 25) + day * 86_400_000));
  fc.assert(
    fc.property(anyDataset, days, (dataset, day) => {
      const since = day.toISOString().slice(0, 10);
      const reviews = dataset.reviews.filter(({ datePublished }) => datePublished >= since);
      const removed = dataset.removed.filter(({ dateRemoved }) => dateRemoved >= since);
      const changes = [
        ...reviews.map(dateOfLastChange),
        ...removed.map(({ dateRemoved }) => dateRemoved),
      ];
      assert.deepEqual(JSON.parse(ask(dataset, since).body), {
        since,
        count: reviews.length,
        dateModified: newestOf(changes) || null,
        reviews,
        removed,
      });
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
    { numRuns: 60 },
  );
});

test('an edit outside of the answer keeps its tag, an edit inside changes it', () => {
  const before = ask(DATASET, '2026-02-01');
  assert.equal(ask(edited('first', { reviewBody: 'Edited.' }), '2026-02-01').etag, before.etag);
  assert.equal(ask(edited('first', { rating: 1 }), '2026-02-01').etag, before.etag);
  for (const id of ['second', 'third']) {
    assert.notEqual(ask(edited(id, { reviewBody: 'Edited.' }), '2026-02-01').etag, before.etag);
  }
});

test('nothing of a removal is told but its id, day and reason', () => {
  const removals = REMOVALS.map((removal) => ({ ...removal, name: 'SECRET', text: 'SECRET' }));
  const answer = ask(datasetOf({ reviews: [], removals }), '2026-01-01');
  assert.deepEqual(parse(answer).removed, REMOVALS.toReversed());
  assert.doesNotMatch(answer.body, /SECRET/);
});
