import assert from 'node:assert/strict';
import { test } from 'node:test';
import { isContrast } from '#insights/text/contrasts.ts';

test('words of contrast are known as they are folded', () => {
  for (const word of ['but', 'although', 'however', 'except', 'despite']) {
    assert.ok(isContrast(word), word);
  }
  for (const word of ['and', 'butter', 'But', '']) assert.ok(!isContrast(word), word);
});
