import assert from 'node:assert/strict';
import { test } from 'node:test';
import { calibrate } from '../../../../scripts/lab/evaluate/calibration.ts';

const prediction = (confidence: number, isRight: boolean) => ({
  gold: 'positive' as const,
  predicted: isRight ? ('positive' as const) : ('negative' as const),
  confidence,
});

test('The calibration error is the gap of each bin, weighed by what lies in it', () => {
  const { bins, error } = calibrate(
    [prediction(1, true), prediction(0.96, false), prediction(0.5, true), prediction(0.75, true)],
    0.5,
  );
  assert.deepEqual(
    bins.map(({ n }) => n),
    [1, 0, 0, 0, 1, 0, 0, 0, 0, 2],
  );
  assert.deepEqual(bins[9], { from: 0.95, to: 1, n: 2, confidence: 0.98, accuracy: 0.5 });
  assert.deepEqual(bins[1], { from: 0.55, to: 0.6, n: 0, confidence: null, accuracy: null });
  // (1 · |0.5 - 1| + 1 · |0.75 - 1| + 2 · |0.98 - 0.5|) / 4
  assert.ok(Math.abs((error ?? 0) - 1.71 / 4) < 1e-12);
});

test('A bin holds its upper bound', () => {
  const { bins } = calibrate([prediction(0.1, true), prediction(0.10001, true)], 0);
  assert.deepEqual([bins[0]?.n, bins[1]?.n], [1, 1]);
});

test('Nothing predicted has no calibration error', () => {
  assert.equal(calibrate([], 0.5).error, null);
});
