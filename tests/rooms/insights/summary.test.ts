import assert from 'node:assert/strict';
import { test } from 'node:test';
import { summarise } from '#insights/summary.ts';
import { datasetOf } from '../artifacts/sample-datasets.ts';
import { aspectOf } from './aspect-of.ts';

test('the template tells what most reviews praise and criticize, side by side', () => {
  const fees = { id: 'fees', name: 'Fees', reviewCount: 9 };
  const { text, strengths, concerns } = summarise(
    datasetOf(),
    [
      aspectOf({ ...fees, positiveReviewCount: 2, negativeReviewCount: 4 }),
      aspectOf({ reviewCount: 8, positiveReviewCount: 8 }),
    ],
    [],
  );
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
