import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createDataset } from '#dataset/dataset.ts';
import { deriveInsights } from '#insights/insights.ts';
import { citedReviews } from '../../../site/components/cited-reviews.ts';
import { aspectOf } from '../../insights/aspect-of.ts';
import { contentOf, storedReview } from '../../support/reviews.ts';

test('the cited reviews are those of answers, strengths, concerns and quotes of aspects', () => {
  const finding = (id: string) => ({ text: 'They call back.', aspect: 'staff', evidence: [id] });
  const dataset = createDataset(
    contentOf({
      reviews: ['one-1', 'two-2', 'three-3', 'four-4', 'five-5'].map((id) => storedReview({ id })),
      questions: [
        {
          id: 'fees',
          question: 'Fees?',
          answer: 'Yes.',
          evidence: ['one-1'],
          dateModified: '2026-10-04',
        },
      ],
      summary: {
        headline: 'Good',
        author: 'Editors',
        dateModified: '2026-10-04',
        strengths: [finding('two-2')],
        concerns: [finding('four-4')],
        text: 'Good.',
      },
    }),
    'https://reviews.example',
  );

  const [quote] = aspectOf({}).quotes;
  assert.ok(quote);
  const aspects = [aspectOf({ quotes: [{ ...quote, reviewId: 'five-5' }] })];
  const cited = citedReviews({ ...deriveInsights(dataset), aspects }, dataset.reviews);

  assert.deepEqual([...cited.keys()].sort(), ['five-5', 'four-4', 'one-1', 'two-2']);
});
