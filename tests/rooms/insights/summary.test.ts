import assert from 'node:assert/strict';
import { test } from 'node:test';
import { judgingInWords, summarize } from '#insights/summary.ts';
import { datasetOf } from '../artifacts/sample-datasets.ts';
import { aspectOf } from './aspect-of.ts';

test('the template tells what most reviews praise and criticize, side by side', () => {
  const fees = { id: 'fees', name: 'Fees' };
  const { text, strengths, concerns } = summarize(
    datasetOf(),
    [
      aspectOf({ ...fees, positiveReviewCount: 2, negativeReviewCount: 4 }),
      aspectOf({ judgingReviewCount: 8, positiveReviewCount: 8 }),
    ],
    [],
  );
  assert.ok(text.endsWith('Most praised: Staff, Fees. Most criticized: Fees.'), text);
  const findings = [...strengths, ...concerns];
  assert.deepEqual(
    findings.map(({ aspect, text }) => [aspect, text.replace(/^.*: /, '')]),
    [
      ['staff', '8 praise, 0 criticize.'],
      ['fees', '2 praise, 4 criticize.'],
      ['fees', '2 praise, 4 criticize.'],
    ],
  );
});

test('a sentence says how many of the written reviews judge an aspect, and how', () => {
  const fees = aspectOf({ name: 'Fees', judgingReviewCount: 5, mixedReviewCount: 1 });
  assert.equal(
    judgingInWords({ ...fees, positiveReviewCount: 2, negativeReviewCount: 4 }, 20),
    '5 of 20 written reviews judge Fees: 2 praise, 4 criticize (1 does both).',
  );
  assert.equal(
    judgingInWords(aspectOf({ judgingReviewCount: 1, negativeReviewCount: 1 }), 20),
    '1 of 20 written reviews judges Staff: 0 praise, 1 criticizes.',
  );
});
