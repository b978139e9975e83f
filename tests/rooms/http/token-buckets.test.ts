import assert from 'node:assert/strict';
import { test } from 'node:test';
import { TokenBuckets } from '../../../sidecar/http/token-buckets.ts';

const RATE = { burst: 3, perMinute: 6 };
const takeAll = (buckets: TokenBuckets, key: string, now: number) => {
  let taken = 0;
  while (buckets.take(key, now)) taken++;
  return taken;
};

test('a burst is let through at once, and then no more than the rate', () => {
  const buckets = new TokenBuckets(RATE);
  assert.equal(takeAll(buckets, 'a', 0), 3);
  assert.equal(takeAll(buckets, 'a', 9_999), 0);
  assert.equal(takeAll(buckets, 'a', 10_000), 1);
  assert.equal(takeAll(buckets, 'a', 30_000), 2);
});

test('no more than a burst is saved up', () => {
  const buckets = new TokenBuckets(RATE);
  takeAll(buckets, 'a', 0);
  assert.equal(takeAll(buckets, 'a', 3_600_000), 3);
});

test('keys do not share their tokens', () => {
  const buckets = new TokenBuckets(RATE);
  takeAll(buckets, 'a', 0);
  assert.equal(takeAll(buckets, 'b', 0), 3);
});

test('it tells how long to wait and who has to', () => {
  const buckets = new TokenBuckets(RATE);
  assert.equal(buckets.waitFor('a', 0), 0);
  takeAll(buckets, 'a', 0);
  buckets.take('b', 0);
  assert.equal(buckets.waitFor('a', 0), 10_000);
  assert.equal(buckets.waitFor('a', 4_000), 6_000);
  assert.deepEqual(buckets.empty(4_000), ['a']);
  assert.deepEqual(buckets.empty(10_000), []);
});

test('a clock that goes back gives nothing and takes nothing', () => {
  const buckets = new TokenBuckets(RATE);
  takeAll(buckets, 'a', 60_000);
  assert.equal(buckets.take('a', 0), false);
});

test('of very many keys the oldest are forgotten', () => {
  const buckets = new TokenBuckets({ burst: 1, perMinute: 1 });
  for (let key = 0; key < 10_500; key++) buckets.take(`${key}`, 0);
  assert.equal(buckets.empty(0).length, 10_000);
  assert.equal(buckets.take('0', 0), true);
  assert.equal(buckets.take('10499', 0), false);
});
