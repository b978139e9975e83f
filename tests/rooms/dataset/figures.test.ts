import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { PublishedTally } from '#dataset/aggregate-rating.ts';
import { Collection, CollectionTally } from '#dataset/collection.ts';
import { compareReviews, dateOfLastChange, type Review } from '#dataset/review.ts';
import { type StoredReview, WithholdingReason } from '#dataset/schema/stored-review.ts';
import { publishedReview, storedReview } from '../../support/reviews.ts';

const ITEM = { '@id': 'https://reviews.example/#business' };

function aggregate(reviews: readonly Review[]) {
  const tally = new PublishedTally();
  for (const review of reviews) tally.add(review);
  return tally.aggregateRating(ITEM);
}

const times = (count: number, star: number) => Array<number>(count).fill(star);

for (const [what, ratings, mean] of [
  ['a third', [5, 5, 4], 4.67],
  ['half a hundredth, up', [...times(199, 5), 4], 5],
  ['just below half a hundredth, down', [...times(200, 5), ...times(2, 4)], 4.99],
  ['1.005, which no binary fraction is', [...times(199, 1), 2], 1.01],
] as const) {
  test(`rounds ${what}`, () => {
    const reviews = ratings.map((ratingValue) => publishedReview({ ratingValue }));
    assert.equal(aggregate(reviews).ratingValue, mean);
  });
}

test('ratings, texts, exact values, days and sources are counted, in any order', () => {
  const reviews = [
    publishedReview({ publisher: 'Yelp', ratingValue: 1, datePublished: '2026-01-02' }),
    publishedReview({ publisher: 'Avvo', datePublished: '2025-12-31', reviewBody: '' }),
    publishedReview({ publisher: 'Google', ratingValue: 4.5, datePublished: '2026-01-01' }),
    publishedReview({ publisher: 'Google', ratingValue: 4.5, datePublished: '2026-01-01' }),
  ];
  for (const any of [reviews, reviews.toReversed()]) {
    assert.deepEqual(aggregate(any), {
      '@type': 'AggregateRating',
      itemReviewed: ITEM,
      ratingValue: 3.75,
      ratingCount: 4,
      reviewCount: 3,
      bestRating: 5,
      worstRating: 1,
      ratingDistribution: { 1: 1, 2: 0, 3: 0, 4: 0, 4.5: 2, 5: 1 },
      earliest: '2025-12-31',
      latest: '2026-01-02',
      bySource: [
        { publisher: 'Google', ratingValue: 4.5, ratingCount: 2 },
        { publisher: 'Avvo', ratingValue: 5, ratingCount: 1 },
        { publisher: 'Yelp', ratingValue: 1, ratingCount: 1 },
      ],
    });
  }
});

test('no reviews have no mean and no days', () => {
  const { ratingValue, ratingDistribution, earliest, latest, bySource } = aggregate([]);
  assert.deepEqual([ratingValue, earliest, latest, bySource], [null, null, null, []]);
  assert.deepEqual(ratingDistribution, { 1: 0, 2: 0, 3: 0, 4: 0, 5: 0 });
});

const withheld = (reason: WithholdingReason) =>
  ({ status: 'withheld', reason, date: '2026-10-06' }) as const;

function countCollection(verifications: StoredReview['verification'][], removed = 0): Collection {
  const tally = new CollectionTally();
  for (const verification of verifications) tally.add(storedReview({ verification }));
  return tally.count(removed);
}

test('received is published, pending, withheld for reasons, and removed together', () => {
  const verification = fc.oneof(
    fc.constant({ status: 'pending' } as const),
    fc.constant(storedReview().verification),
    fc.constantFrom(...WithholdingReason.options).map(withheld),
  );
  fc.assert(
    fc.property(fc.array(verification), fc.nat(5), (verifications, removed) => {
      const counts = countCollection(verifications, removed);
      assert.deepEqual(Collection.parse(counts), counts);
      const { reviewsPublished, reviewsPending, withheldByReason, reviewsRemoved } = counts;
      const held = Object.values(withheldByReason).reduce((sum, count) => sum + count, 0);
      assert.equal(counts.reviewsWithheld, held);
      assert.equal(counts.reviewsReceived, verifications.length + removed);
      assert.equal(verifications.length, reviewsPublished + reviewsPending + held);
      assert.equal(reviewsRemoved, removed);
    }),
  );
  const { withheldByReason } = countCollection(
    (['spam', 'duplicate', 'spam'] as const).map((reason) => withheld(reason)),
  );
  assert.equal(JSON.stringify(withheldByReason), '{"duplicate":1,"spam":2}');
});

test('reviews are ordered newest first, then by id', () => {
  const at = (datePublished: string, id: string) => publishedReview({ datePublished, id });
  const ordered = [at('2026-10-03', 'aaaa'), at('2026-10-03', 'bbbb'), at('2026-10-02', 'aaab')];
  assert.deepEqual(ordered.toReversed().sort(compareReviews), ordered);
  assert.equal(compareReviews(at('2026-10-03', 'aaaa'), at('2026-10-03', 'aaaa')), 0);
});

test('the last change is the newest of all dates of a review', () => {
  const verification = { status: 'verified', method: 'document', date: '2026-01-02' } as const;
  const ownerReply = { text: 'Thanks', datePublished: '2026-01-04' };
  let review = publishedReview({ datePublished: '2026-01-01', verification });
  for (const [changes, date] of [
    [{}, '2026-01-02'],
    [{ dateModified: '2026-01-03' }, '2026-01-03'],
    [{ ownerReply }, '2026-01-04'],
    [{ ownerReply: { ...ownerReply, dateModified: '2026-01-05' } }, '2026-01-05'],
  ] as const) {
    review = { ...review, ...changes };
    assert.equal(dateOfLastChange(review), date);
  }
});
