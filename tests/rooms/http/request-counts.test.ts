import assert from 'node:assert/strict';
import { test } from 'node:test';
import { RequestCounts } from '../../../sidecar/http/request-counts.ts';

const MINUTE = 60_000;

test('each client has a window of its own, which begins with its first request', () => {
  const counts = new RequestCounts(MINUTE);
  counts.of('a', 0).used = 3;
  assert.deepEqual(counts.of('b', 1000), { used: 0, free: 0, resetAt: 1000 + MINUTE });
  assert.equal(counts.of('a', MINUTE - 1).used, 3);
  assert.deepEqual(counts.of('a', MINUTE), { used: 0, free: 0, resetAt: 2 * MINUTE });
});

test('10,000 clients are remembered at most, those that came last', () => {
  const counts = new RequestCounts(MINUTE);
  for (let index = 0; index <= 10_000; index++) counts.of(`${index}`, index).used = 1;
  assert.equal(counts.of('1', 10_000).used, 1);
  assert.equal(counts.of('10000', 10_000).used, 1);
  assert.equal(counts.of('0', 10_000).used, 0);
});

test('whoever has not come for a window takes no place from others', () => {
  const counts = new RequestCounts(MINUTE);
  for (let index = 0; index < 10_000; index++) counts.of(`old ${index}`, 0);
  counts.of('new', MINUTE).used = 1;
  for (let index = 0; index < 9999; index++) counts.of(`${index}`, MINUTE);
  assert.equal(counts.of('new', MINUTE).used, 1);
});
