import assert from 'node:assert/strict';
import { test } from 'node:test';
import {
  compare,
  medianOf,
  reckonFanOut,
} from '../../../../../scripts/lab/bench/fanout/fan-out.ts';
import { arrivals, fanOut } from './arrivals.ts';

const CAME = arrivals({
  total: 1000,
  lengths: [500_000],
  connections: 64,
  firstAt: 1500,
  lastAt: 3500,
});

test('rates run from the first to the last delivery, times from the start', () => {
  const before = { sender: 1, subscribers: 2 };
  const after = { sender: 1.5, subscribers: 3 };
  assert.deepEqual(reckonFanOut(CAME, 1000, before, after), {
    deliveriesPerSecond: 500,
    megabytesPerSecond: 250,
    cpuSecondsPerThousand: 0.5,
    firstMilliseconds: 500,
    lastMilliseconds: 2500,
    subscribersPercent: 50,
    connections: 64,
  });
});

test('processor time that the system does not tell is null', () => {
  const unknown = { sender: null, subscribers: null };
  const { cpuSecondsPerThousand, subscribersPercent } = reckonFanOut(CAME, 0, unknown, unknown);
  assert.deepEqual([cpuSecondsPerThousand, subscribersPercent], [null, null]);
});

test('a fan-out of nothing has no figures', () => {
  const none = { sender: 0, subscribers: 0 };
  assert.throws(() => reckonFanOut(arrivals({}), 0, none, none), /nothing was delivered/);
});

test('a figure that is missing in one round has no median', () => {
  const unknown = fanOut(30, { cpuSecondsPerThousand: null });
  assert.equal(medianOf('deliveriesPerSecond', [fanOut(10), unknown, fanOut(20)]), 20);
  assert.equal(medianOf('cpuSecondsPerThousand', [fanOut(10), unknown, fanOut(20)]), null);
  assert.equal(medianOf('deliveriesPerSecond', []), null);
});

test('what disturbs a whole round disturbs both sides of its ratio', () => {
  const ours = [fanOut(9), fanOut(90), fanOut(80)];
  const theirs = [fanOut(10), fanOut(100), fanOut(100)];
  assert.equal(compare('deliveriesPerSecond', ours, theirs), 0.9);
  assert.equal(compare('deliveriesPerSecond', ours, theirs.slice(1)), null);
  assert.equal(compare('deliveriesPerSecond', [], []), null);
  const unknown = theirs.map((one) => ({ ...one, cpuSecondsPerThousand: null }));
  assert.equal(compare('cpuSecondsPerThousand', ours, unknown), null);
});
