import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { type NotedReview, rememberNoted, type Statement } from '#insights/noted-review.ts';
import {
  type Candidate,
  compareSureness,
  findSurest,
  READ_CLOSELY,
} from '#insights/quotes/quotes.ts';
import { runs } from '../../../support/at-length.ts';
import { publishedReview } from '../../../support/reviews.ts';
import { datasetOf } from '../../artifacts/sample-datasets.ts';
import { mentionOf } from '../mention-of.ts';

const NOTER = rememberNoted()(datasetOf());

/** So many reviews that most of the candidates are not among the surest. */
const POOL = Array.from({ length: 300 }, (_, index): NotedReview => {
  const review = publishedReview({
    id: `review-${index}`,
    datePublished: `2026-01-0${1 + (index % 9)}`,
    ratingValue: index % 11 === 0 ? 1 : 5,
    // Every tenth has nothing to quote.
    aspects: Array.from({ length: index % 10 === 0 ? 0 : 1 + (index % 6) }, (_mention, place) =>
      mentionOf({
        // Some clauses are mentioned twice.
        start: place >> Number(index % 4 === 0),
        score: ((index + place) % 7) / 7,
        sentiment: (index + place) % 5 === 0 ? 'negative' : 'positive',
        about: (index + place) % 17 === 0 ? 'other' : 'business',
        end: place,
        ...((index + place) % 13 === 0 && { quotable: false }),
      }),
    ),
  });
  return NOTER.noteReview(review);
});

const CHOICE = {
  orderOf: ({ from }: Statement) => (from.id.endsWith('7') ? (1 as const) : (2 as const)),
};

const bySureness = (a: Candidate, b: Candidate) =>
  a.order - b.order || compareSureness(a.statement, b.statement);

/** The candidates for praise in a review. */
function praiseIn({ statements, stars }: NotedReview): Candidate[] {
  return statements
    .filter(({ mention }) => mention.sentiment === 'positive' && mention.quotable !== false)
    .map((one) => {
      assert.equal(one.sureness, one.mention.score * (stars === 1 ? 0.7 : 1));
      return { statement: one, order: CHOICE.orderOf(one) };
    })
    .sort(bySureness);
}

test('the surest are those of all, in any order of them', () => {
  fc.assert(
    fc.property(fc.shuffledSubarray(POOL, { minLength: 20 }), (some) => {
      const all = some.flatMap(praiseIn).sort(bySureness);
      const statements = some.flatMap((review) => review.statements);
      const positive = findSurest(statements, 'positive', CHOICE);
      const negative = findSurest(statements, 'negative', CHOICE);
      assert.ok(negative.every(({ statement }) => statement.sentiment === 'negative'));
      const told = (candidates: readonly Candidate[]) =>
        candidates.map(({ statement, order }) => ({
          id: statement.from.id,
          mention: statement.mention,
          order,
        }));
      assert.deepEqual(told(positive), told(all.slice(0, READ_CLOSELY)));
    }),
    { numRuns: runs(100) },
  );
});
