import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createDataset } from '#dataset/dataset.ts';
import { deriveInsights } from '#insights/insights.ts';
import { citedReviews } from '../../../site/components/cited-reviews.ts';
import { contentOf, storedReview } from '../../support/reviews.ts';

test('the cited reviews are those of the answers, strengths and concerns', () => {
  const finding = (id: string) => ({ text: 'They call back.', aspect: 'staff', evidence: [id] });
  const dataset = createDataset(
    contentOf({
      reviews: ['one-1', 'two-2', 'three-3', 'four-4'].map((id) => storedReview({ id })),
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

  const cited = citedReviews(deriveInsights(dataset), dataset.reviews);

  assert.deepEqual([...cited.keys()].sort(), ['four-4', 'one-1', 'two-2']);
});
