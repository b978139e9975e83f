import assert from 'node:assert/strict';
import { test } from 'node:test';
import { NetworkPace } from '../../../../sidecar/hub/work/network-pace.ts';

const SECOND = 1_000;
const [HERE, THERE] = ['203.0.113.0/24', '198.51.100.0/24'];

/** A pace of which one client has used up all that these networks have at once. */
function usedUp(...networks: readonly string[]) {
  const pace = new NetworkPace();
  for (const network of networks) {
    while (pace.admit([network], 'many', 0));
  }
  return pace;
}

test('a network is asked ten times at once, then every six seconds', () => {
  const pace = new NetworkPace();
  const ask = (now: number) => pace.admit([HERE], 'one', now);
  assert.equal(Array.from({ length: 12 }, () => ask(0)).filter(Boolean).length, 10);
  assert.deepEqual([ask(5 * SECOND), ask(6 * SECOND), ask(7 * SECOND)], [false, true, false]);
  assert.equal(pace.admit([THERE], 'one', 0), true);
});

test('the next request is kept for whoever had none within a minute', () => {
  const pace = usedUp(HERE);
  assert.equal(pace.admit([HERE], 'new', 3 * SECOND), false);
  assert.equal(pace.admit([HERE], 'many', 6 * SECOND), false);
  assert.equal(pace.admit([HERE], 'other', 7 * SECOND), false);
  assert.equal(pace.admit([HERE], 'new', 9 * SECOND), true);
  // Who had one goes as it comes.
  assert.equal(pace.admit([HERE], 'new', 10 * SECOND), false);
  assert.equal(pace.admit([HERE], 'many', 12 * SECOND), true);
});

test('what is kept and not used is for all after a while', () => {
  const pace = usedUp(HERE);
  assert.equal(pace.admit([HERE], 'new', 0), false);
  assert.equal(pace.admit([HERE], 'many', 11 * SECOND), false);
  assert.equal(pace.admit([HERE], 'many', 12 * SECOND), true);
});

test('a request to several networks needs all of them, and keeps all or none', () => {
  const pace = usedUp(HERE, THERE);
  assert.equal(pace.admit([HERE], 'new', 0), false);
  assert.equal(pace.admit([HERE, THERE], 'both', 0), false);
  assert.equal(pace.admit([THERE], 'many', 6 * SECOND), true);
  assert.equal(pace.admit([HERE], 'new', 6 * SECOND), true);
  assert.equal(pace.admit([HERE, THERE], 'both', 6 * SECOND), false);
  assert.equal(pace.admit([THERE], 'many', 12 * SECOND), false);
  assert.equal(pace.admit([HERE, THERE], 'both', 12 * SECOND), true);
});
