import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { countDocument, createCounts } from '#search/facet-counts.ts';
import { documentOf } from '#search/search.ts';
import {
  bestQuotes,
  measuredAccuracy,
  mentionedAspects,
  sideCounts,
} from '../../../../site/ui/view/aspects.ts';
import { ASPECTS, anyAnnotated } from '../../insights/any-annotated.ts';
import { aspectOf, quoteWith } from '../../insights/aspect-of.ts';

test('a review is counted on each side that it takes of an aspect, once', () => {
  fc.assert(
    fc.property(anyAnnotated, ({ reviews }) => {
      const counts = createCounts();
      for (const review of reviews) countDocument(counts, documentOf(review));
      for (const { id } of [...ASPECTS, { id: 'nothing' }]) {
        const takes = (side: string) =>
          reviews.filter(({ aspects = [] }) =>
            aspects.some(
              (one) => one.id === id && one.about === 'business' && one.sentiment === side,
            ),
          ).length;
        const expected = { positive: takes('positive'), negative: takes('negative') };
        assert.deepEqual(sideCounts(counts, id), expected);
      }
    }),
  );
});

test('aspects stand in the order of their mentions, those that nobody mentions are left out', () => {
  const aspects = Object.entries({ price: 1, speed: 0, staff: 3 }).map(([id, mentionCount]) =>
    aspectOf({ id, mentionCount }),
  );
  assert.deepEqual(
    mentionedAspects(aspects).map(({ id }) => id),
    ['staff', 'price'],
  );
});

test('the first quote of either side is the best one, praise before criticism', () => {
  const sides = (['negative', 'positive', 'negative', 'positive'] as const).map(
    (sentiment, start) => quoteWith({ sentiment, start }),
  );
  const startsOf = (quotes: typeof sides) => bestQuotes(quotes).map(({ start }) => start);
  assert.deepEqual(startsOf(sides), [1, 0]);
  assert.deepEqual(startsOf(sides.slice(2, 3)), [2]);
});

test('of sentences the accuracy on all is shown, of other sets the published sides', () => {
  const [mams, own] = ['MAMS-ACSA validation', 'legal clauses written for this project'];
  const benchmarks = [
    ['UCI sentences, yelp held out', 'accuracy', 0.1, 1000],
    ['UCI sentences, all three held out', 'macroF1', 0.2, 3000],
    ['UCI sentences, all three held out', 'accuracy', 0.9, 3000],
    [`${mams}, as published`, 'sidesTaken', 0.5, 800],
    [`${mams}, as published`, 'accuracyOfSides', 0.7, 400],
    [own, 'accuracy', 0.3, 230],
    [`${own}, as published`, 'sidesTaken', 0.65, 230],
  ] as const;
  const measured = benchmarks.map(([dataset, metric, value, n]) => ({ dataset, metric, value, n }));
  assert.deepEqual(measuredAccuracy(measured), {
    sentences: { n: 3000, right: 0.9 },
    contrasts: { n: 800, taken: 0.5, right: 0.7 },
    ownClauses: undefined,
  });
});
