import assert from 'node:assert/strict';
import { hash } from 'node:crypto';
import { test } from 'node:test';
import { Arrivals, callbackPath, Tally } from '../../../../../scripts/lab/bench/fanout/tally.ts';

const BODY = Buffer.from('body');
const HEADERS = { link: 'a' };

function deliver(tally: Tally, path: string, at: number): void {
  const isSample = tally.begin(() => HEADERS, at);
  tally.end(path, BODY.length, isSample ? [BODY] : undefined, at + 1);
}

test('each callback counts once, in whatever order, and what is none is a stranger', () => {
  const tally = new Tally(3);
  for (const path of [2, 0, 0].map(callbackPath)) deliver(tally, path, 1);
  for (const path of [callbackPath(3), '/s/-1', '/s/01x', '/']) deliver(tally, path, 1);
  const { total, callbacks, strangers } = tally.arrivals();
  assert.deepEqual({ total, callbacks, strangers }, { total: 7, callbacks: 2, strangers: 4 });
});

test('it is complete with as many bodies as are expected, and not before', async () => {
  const tally = new Tally(2);
  let isComplete = false;
  const done = tally.complete.then(() => {
    isComplete = true;
  });
  deliver(tally, callbackPath(0), 1);
  await Promise.resolve();
  assert.ok(!isComplete);
  deliver(tally, callbackPath(1), 2);
  await done;
});

test('times run from the first head to the last body', () => {
  const tally = new Tally(2);
  assert.equal(tally.arrivals().firstAt, null);
  deliver(tally, callbackPath(0), 10);
  deliver(tally, callbackPath(1), 20);
  const { firstAt, lastAt } = tally.arrivals();
  assert.deepEqual([firstAt, lastAt], [10, 21]);
});

test('the first body and one in fifty is hashed, and the headers are those of the first', () => {
  const tally = new Tally(101);
  const samples: number[] = [];
  for (let number = 0; number < 101; number++) {
    if (tally.begin(() => ({ number: String(number) }), 1)) samples.push(number);
  }
  tally.end(callbackPath(0), BODY.length, [BODY.subarray(0, 2), BODY.subarray(2)], 1);
  assert.deepEqual(samples, [0, 50, 100]);
  const { hashes, lengths, headers } = Arrivals.parse(tally.arrivals());
  assert.deepEqual(hashes, [hash('sha256', BODY, 'hex')]);
  assert.deepEqual([lengths, headers], [[4], { number: '0' }]);
});
