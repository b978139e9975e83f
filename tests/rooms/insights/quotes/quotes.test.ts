import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import type { Review } from '#dataset/review.ts';
import type { Mention } from '#insights/mention.ts';
import {
  BestQuotes,
  type Candidate,
  compareCandidates,
  READ_CLOSELY,
} from '#insights/quotes/best-quotes.ts';
import { BalancedQuotes } from '#insights/quotes/quotes.ts';
import { publishedReview } from '../../../support/reviews.ts';
import { mentionOf } from '../mention-of.ts';

/** A review of one sentence, which its mentions quote whole. */
function review(id: string, reviewBody: string, ...mentions: readonly Partial<Mention>[]) {
  const whole = { quote: reviewBody, start: 0, end: reviewBody.length };
  return publishedReview({
    id,
    reviewBody,
    aspects: mentions.map((one) => mentionOf({ ...whole, ...one })),
  });
}
const BLAME = { sentiment: 'negative', score: -1, confidence: 0.97 } as const;
const rated = (ratingValue: number, one: ReturnType<typeof review>) => ({
  ...one,
  reviewRating: { ...one.reviewRating, ratingValue },
});

type Choice = ConstructorParameters<typeof BalancedQuotes>[0];

function chosenFrom(
  reviews: readonly ReturnType<typeof review>[],
  changes: Partial<Choice> = {},
): (readonly [string, string])[] {
  const quotes = new BalancedQuotes({
    isAbout: ({ id }) => id === 'staff',
    isNaming: () => true,
    positive: 2,
    negative: 1,
    ...changes,
  });
  for (const each of reviews) quotes.add(each);
  return quotes.quotes(reviews).map(({ reviewId, sentiment }) => [reviewId, sentiment]);
}

test('blame must be at least 95 % sure, and so must what contradicts the stars', () => {
  const blame = (confidence: number) =>
    rated(1, review('aaaa', 'They were rude to us.', { ...BLAME, confidence }));
  assert.equal(chosenFrom([blame(0.95)]).length, 1);
  assert.equal(chosenFrom([blame(0.949)]).length, 0);
  const praise = (confidence: number) =>
    rated(1, review('aaaa', 'They were kind to us.', { confidence }));
  assert.equal(chosenFrom([praise(0.95)]).length, 1);
  assert.equal(chosenFrom([praise(0.949)]).length, 0);
});

test('rather nothing is quoted than what is hardly an opinion, or cannot stand alone', () => {
  assert.deepEqual(chosenFrom([review('aaaa', 'They were kind to us.', { score: 0.3 })]), []);
  assert.deepEqual(chosenFrom([review('aaaa', 'She was kind to us.', {})]), []);
  assert.deepEqual(
    chosenFrom([review('aaaa', 'They were kind to us.', {})], { worthOf: () => 0 }),
    [],
  );
});

test('pinned reviews are quoted whatever their rank, but never what is private', () => {
  const pinned = { isPinned: ({ id }: { readonly id: string }) => id === 'pinned' };
  const fine = review('fine', 'They were kind to us.', {});
  const weak = review('pinned', 'She was kind.', { score: 0.1, confidence: 0.6 });
  assert.deepEqual(chosenFrom([fine, weak], pinned), [
    ['pinned', 'positive'],
    ['fine', 'positive'],
  ]);
  for (const secret of [
    review('pinned', 'They were kind, so call 512-555-0147.', {}),
    review('pinned', 'They were kind to us.', { quotable: false }),
    review('pinned', 'They were kind to us.', { about: 'other' }),
  ]) {
    assert.deepEqual(chosenFrom([fine, secret], pinned), [['fine', 'positive']]);
  }
});

test('a quote tells the whole sentence and where its clause stands', () => {
  const reviewBody = 'It rained. The fee was fair, and they were kind.';
  const start = reviewBody.indexOf('they');
  const one = publishedReview({
    reviewBody,
    aspects: [mentionOf({ quote: 'they were kind.', start, end: reviewBody.length })],
  });
  const quotes = new BalancedQuotes({
    isAbout: () => true,
    isNaming: () => true,
    positive: 1,
    negative: 0,
  });
  quotes.add(one);
  assert.deepEqual(quotes.quotes([one]), [
    {
      reviewId: 'review-1',
      url: one.url,
      text: 'The fee was fair, and they were kind.',
      start: 11,
      end: reviewBody.length,
      clause: { start, end: reviewBody.length },
      sentiment: 'positive',
      confidence: 0.9,
      datePublished: one.datePublished,
    },
  ]);
});

/** So many reviews that most of the candidates are not held. */
const POOL = Array.from({ length: 500 }, (_, index) =>
  publishedReview({
    id: `review-${index}`,
    datePublished: `2026-01-0${1 + (index % 9)}`,
    // Every tenth has nothing to quote, and some have more than is taken of one.
    aspects: Array.from({ length: index % 10 === 0 ? 0 : 1 + (index % 6) }, (_mention, place) =>
      mentionOf({ start: place, score: ((index + place) % 7) / 7 }),
    ),
  }),
);

function candidatesIn(review: Review): Candidate[] {
  return (review.aspects ?? []).map((mention) => ({
    review,
    mention,
    order: review.id.endsWith('7') ? 1 : 2,
    sureness: mention.score,
  }));
}

const bestOf = (there: Iterable<Review>) =>
  [...there]
    .flatMap((review) => candidatesIn(review).sort(compareCandidates).slice(0, 3))
    .sort(compareCandidates);

test('the surest are those of all that are there, however many came and went', () => {
  const step = fc.record({ toggled: fc.subarray(POOL), bestGone: fc.nat(300) });
  fc.assert(
    fc.property(fc.array(step, { minLength: 1, maxLength: 5 }), (steps) => {
      const best = new BestQuotes(candidatesIn);
      const there = new Set<Review>();
      const toggle = (review: Review) => {
        if (there.delete(review)) best.remove(review);
        else {
          there.add(review);
          best.add(review);
        }
      };
      for (const { toggled, bestGone } of steps) {
        // The best go, so that those that are known run out, and others come again.
        const gone = bestOf(there).slice(0, bestGone);
        for (const review of new Set(gone.map(({ review }) => review))) toggle(review);
        for (const review of toggled) toggle(review);
        assert.deepEqual(best.surest([...there]), bestOf(there).slice(0, READ_CLOSELY));
      }
    }),
    { numRuns: 50 },
  );
});

test('while enough of the best are known, no others are looked for', () => {
  const best = new BestQuotes(candidatesIn);
  for (const review of POOL) best.add(review);
  const before = best.surest(POOL);
  const first = before[0]?.review ?? assert.fail();
  best.remove(first);
  // In an empty list nothing could be found.
  const left = before.filter(({ review }) => review !== first);
  assert.deepEqual(best.surest([]).slice(0, left.length), left);
});

test('candidates stand by their order, then the surest', () => {
  const candidate = (order: number, sureness: number) => ({
    review: publishedReview(),
    mention: mentionOf(),
    order,
    sureness,
  });
  const ranked = [candidate(0, 0.1), candidate(1, 0.9), candidate(1, 0.8)];
  assert.deepEqual(ranked.toReversed().sort(compareCandidates), ranked);
});
