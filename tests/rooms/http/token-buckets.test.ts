import assert from 'node:assert/strict';
import { test } from 'node:test';
import { TokenBuckets } from '../../../sidecar/http/token-buckets.ts';

const RATE = { burst: 3, perMinute: 6 };
const MINUTE = 60_000;

const takeAll = (buckets: TokenBuckets, key: string, now: number) => {
  let taken = 0;
  while (buckets.take(key, now)) taken++;
  return taken;
};

test('a burst is let through at once, and then no more than the rate, for each key', () => {
  const buckets = new TokenBuckets(RATE);
  assert.equal(buckets.waitFor('a', 0), 0);
  assert.equal(takeAll(buckets, 'a', 0), 3);
  assert.equal(buckets.take('b', 0), true);
  assert.equal(buckets.waitFor('a', 4_000), 6_000);
  assert.deepEqual(buckets.empty(4_000), ['a']);
  assert.equal(takeAll(buckets, 'a', 9_999), 0);
  assert.deepEqual(buckets.empty(10_000), []);
  assert.equal(takeAll(buckets, 'a', 10_000), 1);
  assert.equal(takeAll(buckets, 'a', 30_000), 2);
  assert.equal(buckets.take('a', 0), false, 'a clock that goes back gives nothing');
  assert.equal(takeAll(buckets, 'a', 120_000), 3);
});

test('10,000 keys are remembered, those that were used last', () => {
  const steady = new TokenBuckets({ burst: 1, perMinute: 1 });
  for (let key = 0; key < 10_500; key++) steady.take(`${key}`, 0);
  assert.equal(steady.empty(0).length, 10_000);
  assert.deepEqual([steady.take('0', 0), steady.take('10499', 0)], [true, false]);
  for (let key = 0; key < 9999; key++) steady.take(`later ${key}`, MINUTE);
  assert.equal(steady.take('later 0', MINUTE), false);
});
