import assert from 'node:assert/strict';
import { test } from 'node:test';
import { measureDetection } from '../../../../scripts/lab/evaluate/detection.ts';

const finding = (gold: readonly string[], found: readonly string[]) => ({
  gold: new Set(gold),
  found: new Set(found),
});

const FINDINGS = [
  finding(['staff', 'fees'], ['staff', 'outcome']),
  finding([], ['staff']),
  finding(['fees'], ['fees']),
  finding(['fees'], []),
];

test('Precision is the share of what was found, recall of what there was to find', () => {
  const f1 = (2 * 2) / (4 + 4);
  assert.deepEqual(measureDetection(FINDINGS), { n: 4, precision: 2 / 4, recall: 2 / 4, f1 });
});

test('One name alone has figures of its own', () => {
  const figures = { n: 3, precision: 1, recall: 1 / 3, f1: 2 / 4 };
  assert.deepEqual(measureDetection(FINDINGS, 'fees'), figures);
});

test('Shares of nothing are null, and finding nothing of something is an F1 of 0', () => {
  const nothing = { n: 0, precision: null, recall: null, f1: null };
  assert.deepEqual(measureDetection([finding([], [])]), nothing);
  const missed = { n: 1, precision: null, recall: 0, f1: 0 };
  assert.deepEqual(measureDetection([finding(['fees'], [])]), missed);
});
