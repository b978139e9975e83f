import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { AspectInsight } from '#insights/insights-document.ts';
import { summarise } from '#insights/summary.ts';
import { storedReview } from '../../support/reviews.ts';
import { datasetOf } from '../artifacts/sample-datasets.ts';
import { aspectOf } from './aspect-of.ts';

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

test('the template tells what is praised and criticised most, with its evidence', () => {
  const fees = { id: 'fees', name: 'Fees', reviewCount: 9 };
  const { text, strengths, concerns } = summaryOf(
    { ...fees, positiveReviewCount: 2, negativeReviewCount: 4 },
    { reviewCount: 8, positiveReviewCount: 8, interval: [0.4, 1] },
  );
  const [praise, blame] = [
    'Staff: praised in all 8 reviews that mention it, and criticised in none.',
    'Fees: criticised in 4 of 9 reviews that mention it, twice as often as praised.',
  ];
  const told = `Among what reviewers praise is ${praise} Among what they criticise is ${blame}`;
  assert.ok(text.endsWith(told), text);
  assert.deepEqual(strengths, [{ text: praise, aspect: 'staff', evidence: ['liked'] }]);
  assert.deepEqual(concerns, [{ text: blame, aspect: 'fees', evidence: ['loathed'] }]);
});

test('strengths are the three aspects that are praised most surely', () => {
  const praised = (id: string, low: number) => ({ id, interval: [low, 1] as [number, number] });
  const aspects = [praised('a', 0.2), praised('b', 0.5), praised('c', 0.1), praised('d', 0.3)];
  assert.deepEqual(idsOf(summaryOf(...aspects).strengths), ['b', 'd', 'a']);
});

test('concerns are the aspects with the largest share of complaints, from three reviews on', () => {
  const blamed = (id: string, negativeReviewCount: number, reviewCount: number) => ({
    id,
    negativeReviewCount,
    reviewCount,
  });
  const aspects = [
    ...[blamed('a', 3, 10), blamed('b', 9, 10), blamed('c', 2, 2)],
    ...[blamed('d', 20, 100), blamed('e', 50, 100)],
  ];
  assert.deepEqual(idsOf(summaryOf(...aspects).concerns), ['b', 'e', 'a']);
  assert.deepEqual(summaryOf({ ...blamed('a', 9, 9), quotes: [] }).concerns, []);
});

test('how often something is praised or criticised is told as it is', () => {
  for (const [positive, negative, reviews, words] of [
    [24, 8, 31, '24 of 31 reviews that mention it, three times as often as criticised'],
    [24, 7, 31, '24 of 31 reviews that mention it, more than three times as often as criticised'],
    [16, 8, 31, '16 of 31 reviews that mention it, twice as often as criticised'],
    [17, 8, 31, '17 of 31 reviews that mention it, more than twice as often as criticised'],
    [15, 8, 31, '15 of 31 reviews that mention it, more often than criticised'],
    [55, 5, 60, '55 of 60 reviews that mention it, 11 times as often as criticised'],
    [9, 0, 12, '9 of 12 reviews that mention it, and criticised in none'],
    [9, 0, 9, 'all 9 reviews that mention it, and criticised in none'],
  ] as const) {
    const counts = { positiveReviewCount: positive, negativeReviewCount: negative };
    const { strengths } = summaryOf({ ...counts, reviewCount: reviews, interval: [0.1, 1] });
    assert.equal(strengths[0]?.text, `Staff: praised in ${words}.`);
  }
  for (const [positiveReviewCount, words] of [
    [3, 'twice as often as praised'],
    [6, 'as often as praised'],
    [0, 'and praised in none'],
    [8, undefined],
  ] as const) {
    const counts = { positiveReviewCount, negativeReviewCount: 6, reviewCount: 20 };
    const text = words && `Staff: criticised in 6 of 20 reviews that mention it, ${words}.`;
    assert.equal(summaryOf(counts).concerns[0]?.text, text);
  }
});
