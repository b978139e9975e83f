import assert from 'node:assert/strict';
import { test } from 'node:test';
import { summarise } from '#insights/summary.ts';
import { storedReview } from '../../support/reviews.ts';
import { datasetOf } from '../artifacts/sample-datasets.ts';
import { aspectOf } from './aspect-of.ts';

const rated = (id: string, rating: number, datePublished: string, reviewBody = 'Fine.') =>
  storedReview({ id, rating, datePublished, reviewBody });

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

test('the template tells what most reviews praise and criticize, side by side', () => {
  const fees = { id: 'fees', name: 'Fees', reviewCount: 9 };
  const { text, strengths, concerns } = summarise(datasetOf(), [
    aspectOf({ ...fees, positiveReviewCount: 2, negativeReviewCount: 4 }),
    aspectOf({ reviewCount: 8, positiveReviewCount: 8 }),
  ]);
  assert.ok(text.endsWith('Most praised: Staff, Fees. Most criticized: Fees.'), text);
  assert.deepEqual(
    [...strengths, ...concerns].map((finding) => finding.text),
    [
      'Staff: praised in all 8 reviews that mention it, criticized in none.',
      'Fees: praised in 2 of 9 reviews that mention it, criticized in 4.',
      'Fees: criticized in 4 of 9 reviews that mention it, praised in 2.',
    ],
  );
});
