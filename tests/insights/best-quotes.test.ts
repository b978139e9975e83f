import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import type { Review } from '#dataset/review.ts';
import { BestQuotes, type Candidate, compareCandidates } from '#insights/best-quotes.ts';
import { publishedReview } from '../support/reviews.ts';
import { mentionOf } from './mention-of.ts';

/** So many reviews that most of the candidates are not held. */
const POOL = Array.from({ length: 500 }, (_, index) =>
  publishedReview({
    id: `review-${index}`,
    datePublished: `2026-01-0${1 + (index % 9)}`,
    // Every tenth has nothing to quote.
    aspects: index % 10 === 0 ? [] : [mentionOf({ confidence: (index % 7) / 7 })],
  }),
);

function candidateIn(review: Review): Candidate | undefined {
  const mention = review.aspects?.[0];
  return mention && { review, mention, isNaming: review.id.endsWith('7') };
}

const bestOf = (there: Iterable<Review>) =>
  [...there].flatMap((review) => candidateIn(review) ?? []).sort(compareCandidates);

test('the best are those of all that are there, however many came and went', () => {
  const step = fc.record({ toggled: fc.subarray(POOL), bestGone: fc.nat(300), count: fc.nat(9) });
  fc.assert(
    fc.property(fc.array(step, { minLength: 1, maxLength: 5 }), (steps) => {
      const best = new BestQuotes(candidateIn);
      const there = new Set<Review>();
      const toggle = (review: Review) => {
        if (there.delete(review)) best.remove(review);
        else {
          there.add(review);
          best.add(review);
        }
      };
      for (const { toggled, bestGone, count } of steps) {
        // The best go, so that those that are known run out, and others come again.
        for (const { review } of bestOf(there).slice(0, bestGone)) toggle(review);
        for (const review of toggled) toggle(review);
        assert.deepEqual(best.best(count, [...there]), bestOf(there).slice(0, count));
      }
    }),
    { numRuns: 50 },
  );
});

test('others are looked for when too few are known, and what came meanwhile is no better', () => {
  const best = new BestQuotes(candidateIn);
  const ranked = bestOf(POOL).map(({ review }) => review);
  const worst = ranked.at(-1) ?? assert.fail();
  for (const review of ranked.slice(0, -1)) best.add(review);
  for (const review of ranked.slice(0, 199)) best.remove(review);
  best.add(worst);
  const left = ranked.slice(199);
  assert.deepEqual(best.best(2, left), bestOf(left).slice(0, 2));
});

test('while enough of the best are known, no others are looked for', () => {
  const best = new BestQuotes(candidateIn);
  for (const review of POOL) best.add(review);
  const [first, second] = best.best(2, POOL);
  assert.ok(first && second);
  best.remove(first.review);
  // Of an empty list nothing could be found.
  assert.deepEqual(best.best(1, []), [second]);
});

test('of quotes, a naming one is best, then the most confident, the newest, by id, by place', () => {
  const candidate = (
    id: string,
    isNaming: boolean,
    confidence: number,
    day: number,
    start: number,
  ) => ({
    review: publishedReview({ id, datePublished: `2026-01-0${day}` }),
    mention: mentionOf({ confidence, start }),
    isNaming,
  });
  const ranked = [
    candidate('zzzz', true, 0.1, 1, 9),
    candidate('zzzz', false, 0.9, 1, 9),
    candidate('zzzz', false, 0.8, 2, 9),
    candidate('aaaa', false, 0.8, 1, 9),
    candidate('zzzz', false, 0.8, 1, 3),
    candidate('zzzz', false, 0.8, 1, 9),
  ];
  assert.deepEqual(ranked.toReversed().sort(compareCandidates), ranked);
});
