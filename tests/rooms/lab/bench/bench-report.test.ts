import assert from 'node:assert/strict';
import { test } from 'node:test';
import { isMet } from '../../../../scripts/lab/bench/bench-report.ts';

test('what was not measured is not met', () => {
  for (const value of [null, Number.NaN]) {
    assert.ok(!isMet({ what: 'a', value, aim: { atLeast: 0 } }));
    assert.ok(!isMet({ what: 'a', value, aim: { atMost: 9 } }));
  }
});

test('an aim is met at its bound', () => {
  assert.ok(isMet({ what: 'a', value: 2, aim: { atLeast: 2 } }));
  assert.ok(!isMet({ what: 'a', value: 1.9, aim: { atLeast: 2 } }));
  assert.ok(isMet({ what: 'a', value: 2, aim: { atMost: 2 } }));
  assert.ok(!isMet({ what: 'a', value: 2.1, aim: { atMost: 2 } }));
});
