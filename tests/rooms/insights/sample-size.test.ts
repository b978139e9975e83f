import assert from 'node:assert/strict';
import { test } from 'node:test';
import { sampleSizeOf } from '#insights/sample-size.ts';

test('under five reviews a sample is low', () => {
  assert.deepEqual([0, 4, 5].map(sampleSizeOf), ['low', 'low', 'ok']);
});
