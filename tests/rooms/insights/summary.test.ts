import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { AspectInsight } from '#insights/insights-document.ts';
import { summarise } from '#insights/summary.ts';
import { publishedReview, storedReview } from '../../support/reviews.ts';
import { datasetOf } from '../artifacts/sample-datasets.ts';
import { aspectOf } from './aspect-of.ts';
import { mentionOf } from './mention-of.ts';

const rated = (id: string, rating: number, datePublished: string, reviewBody = 'Fine.') =>
  storedReview({ id, rating, datePublished, reviewBody });

test('the summary of the editors is published as they wrote it', () => {
  const written = {
    headline: 'They call back',
    text: 'Two\n\nparagraphs.',
    author: 'The editors',
    dateModified: '2026-10-01',
    strengths: [{ text: 'Calls', aspect: 'responsiveness', evidence: ['review-1'] }],
    concerns: [{ text: 'Fees', aspect: 'value-and-fees', evidence: ['review-1'] }],
  };
  const dataset = datasetOf({ reviews: [storedReview()], summary: written });
  assert.deepEqual(summarise(dataset, []), { ...written, generatedBy: 'human' });
});

test('without reviews the template says so and claims nothing', () => {
  assert.deepEqual(summarise(datasetOf(), []), {
    headline: 'No verified reviews yet',
    text: 'Harbor Law has no verified reviews yet.',
    strengths: [],
    concerns: [],
    author: 'Harbor Law',
    generatedBy: 'template',
    dateModified: null,
  });
});

test('the template tells the figures, of one review and of one day as of one', () => {
  const older = [rated('aaaa', 5, '2025-05-01'), rated('cccc', 4.5, '2025-12-24')];
  const dated = { generatedBy: 'template', dateModified: '2026-10-03' };
  for (const [reviews, headline, text] of [
    [
      [...older, rated('bbbb', 5, '2026-01-31', '')],
      '4.83 of 5 from 3 verified reviews',
      'Between 2025-05-01 and 2026-01-31, 3 verified reviews rated Harbor Law 4.83 of 5 on average: 2 with five stars, 2 with a text.',
    ],
    [
      [rated('aaaa', 4, '2026-01-31')],
      '4 of 5 from 1 verified review',
      'On 2026-01-31, one verified review rated Harbor Law 4 of 5.',
    ],
    [
      [rated('aaaa', 4, '2026-01-31'), rated('bbbb', 5, '2026-01-31')],
      '4.5 of 5 from 2 verified reviews',
      'On 2026-01-31, 2 verified reviews rated Harbor Law 4.5 of 5 on average: 1 with five stars, 2 with a text.',
    ],
  ] as const) {
    const summary = summarise(datasetOf({ reviews: [...reviews] }), []);
    assert.partialDeepStrictEqual(summary, { headline, text, ...dated });
  }
});

const summaryOf = (...aspects: Partial<AspectInsight>[]) =>
  summarise(datasetOf(), aspects.map(aspectOf));
const idsOf = (findings: readonly { readonly aspect: string }[]) =>
  findings.map(({ aspect }) => aspect);

test('the template tells what most reviews praise and criticize, side by side, with its evidence', () => {
  const fees = { id: 'fees', name: 'Fees', reviewCount: 9 };
  const { text, strengths, concerns } = summaryOf(
    { ...fees, positiveReviewCount: 2, negativeReviewCount: 4 },
    { reviewCount: 8, positiveReviewCount: 8 },
  );
  assert.ok(text.endsWith('Most praised: Staff, Fees. Most criticized: Fees.'), text);
  assert.deepEqual(strengths, [
    {
      text: 'Staff: praised in all 8 reviews that mention it, criticized in none.',
      aspect: 'staff',
      evidence: ['liked'],
    },
    {
      text: 'Fees: praised in 2 of 9 reviews that mention it, criticized in 4.',
      aspect: 'fees',
      evidence: ['liked'],
    },
  ]);
  assert.deepEqual(concerns, [
    {
      text: 'Fees: criticized in 4 of 9 reviews that mention it, praised in 2.',
      aspect: 'fees',
      evidence: ['loathed'],
    },
  ]);
});

for (const [side, count] of [
  ['strengths', 'positiveReviewCount'],
  ['concerns', 'negativeReviewCount'],
] as const) {
  test(`${side} are the three aspects of most such reviews, from two on`, () => {
    const counted = (id: string, reviews: number) => ({ id, [count]: reviews, reviewCount: 50 });
    const aspects = [counted('a', 3), counted('b', 9), counted('c', 1), counted('d', 3)];
    assert.deepEqual(idsOf(summaryOf(...aspects, counted('e', 20))[side]), ['e', 'b', 'a']);
    assert.deepEqual(idsOf(summaryOf(counted('a', 2), counted('b', 1))[side]), ['a']);
  });
}

test('a finding without a quote has the newest review of its side as evidence', () => {
  const reviews = [1, 2, 3].map((month) =>
    publishedReview({
      id: `review-${month}`,
      datePublished: `2026-0${month}-01`,
      aspects: [mentionOf({ id: 'staff', sentiment: month === 3 ? 'positive' : 'mixed' })],
    }),
  );
  const counted = { positiveReviewCount: 3, negativeReviewCount: 2, quotes: [] };
  const { strengths, concerns } = summarise({ ...datasetOf(), reviews: reviews.toReversed() }, [
    aspectOf(counted),
  ]);
  assert.deepEqual(
    [...strengths, ...concerns].map(({ evidence }) => evidence),
    [['review-3'], ['review-2']],
  );
});
