import assert from 'node:assert/strict';
import { hash } from 'node:crypto';
import { test } from 'node:test';
import { checkArrivals } from '../../../../../scripts/lab/bench/fanout/check-arrivals.ts';
import type { Arrivals } from '../../../../../scripts/lab/bench/fanout/tally.ts';
import { arrivals } from './arrivals.ts';

const BODY = Buffer.from('the body');
const RIGHT = arrivals({
  total: 2,
  callbacks: 2,
  lengths: [BODY.length],
  hashes: [hash('sha256', BODY, 'hex')],
});

const check = (change: Partial<Arrivals>) => () => checkArrivals({ ...RIGHT, ...change }, 2, BODY);

test('a fan-out that brought each callback the body once is right', () => {
  assert.doesNotThrow(check({}));
});

test('what is missing, doubled or elsewhere is told', () => {
  for (const change of [
    { total: 1, callbacks: 1 },
    { total: 3 },
    { callbacks: 1 },
    { strangers: 1 },
  ]) {
    assert.throws(check(change), /^Error: 2 callbacks were to get a body; /);
  }
});

test('another body is told by its length, or by its hash', () => {
  assert.throws(check({ lengths: [7] }), /bodies of 7 bytes came in place of 8/);
  assert.throws(check({ lengths: [8, 7] }), /bodies of 8, 7 bytes/);
  assert.throws(check({ hashes: ['0'] }), /or another than is served/);
  assert.throws(check({ hashes: [] }), /0 kinds of bodies/);
});
