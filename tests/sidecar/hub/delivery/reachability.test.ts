import assert from 'node:assert/strict';
import { test } from 'node:test';
import { Reachability } from '../../../../sidecar/hub/delivery/reachability.ts';
import { ManualClock } from '../../../support/manual-clock.ts';

const HOLD_MS = 5_000;

function createReachability() {
  const clock = new ManualClock();
  const changes: boolean[] = [];
  const reachability = new Reachability(clock, (isPaused) => changes.push(isPaused));
  type Fault = Parameters<typeof reachability.judge>[1];
  const judge = (host: string, fault: Fault, startedAt = clock.now()) =>
    reachability.judge(host, fault, startedAt);
  return { clock, changes, reachability, judge };
}

test('a host that answers wrongly is to blame, at once', async () => {
  const { judge, changes } = createReachability();
  assert.equal(await judge('a', 'broken'), 'theirs');
  assert.equal(await judge('b', 'blocked'), 'theirs');
  assert.deepEqual(changes, []);
});

test('a lone host that is silent is to blame, after a moment', async () => {
  const { judge, clock, changes } = createReachability();
  const verdict = judge('a', 'silent');
  await clock.advance(HOLD_MS);
  assert.equal(await verdict, 'theirs');
  assert.deepEqual(changes, []);
});

test('without a network of our own nobody is to blame, not even a lone host', async () => {
  const { judge, clock, changes } = createReachability();
  const verdict = judge('a', 'local');
  await clock.advance(HOLD_MS);
  assert.equal(await verdict, 'ours');
  assert.deepEqual(changes, [true]);
});

test('where most hosts are silent alike it is our fault', async () => {
  const { judge, clock, changes, reachability } = createReachability();
  const verdicts = ['a', 'b', 'c', 'd'].map((host) => judge(host, 'silent'));
  await clock.advance(HOLD_MS);
  assert.deepEqual(await Promise.all(verdicts), ['ours', 'ours', 'ours', 'ours']);
  assert.equal(reachability.isPaused, true);
  assert.deepEqual(changes, [true]);
});

test('many subscriptions of one silent host are one host', async () => {
  const { judge, clock } = createReachability();
  const verdicts = Array.from({ length: 9 }, () => judge('a', 'silent'));
  await clock.advance(HOLD_MS);
  assert.deepEqual(new Set(await Promise.all(verdicts)), new Set(['theirs']));
});

test('as soon as another host is heard the silent ones are to blame', async () => {
  const { judge, reachability } = createReachability();
  const verdicts = [judge('a', 'silent'), judge('b', 'local')];
  reachability.hear('c');
  assert.deepEqual(await Promise.all(verdicts), ['theirs', 'theirs']);
});

test('another host that was heard while the attempt lasted is proof enough', async () => {
  const { judge, reachability, clock } = createReachability();
  const startedAt = clock.now();
  await clock.advance(1_000);
  reachability.hear('c');
  await clock.advance(4_000);
  assert.equal(await judge('a', 'silent', startedAt), 'theirs');
});

test('two dead hosts among many live ones are to blame, also when nobody else is tried', async () => {
  const { judge, reachability, clock } = createReachability();
  for (const host of ['c', 'd', 'e', 'f']) reachability.hear(host);
  await clock.advance(60_000);
  const verdicts = [judge('a', 'silent'), judge('b', 'silent')];
  await clock.advance(HOLD_MS);
  assert.deepEqual(await Promise.all(verdicts), ['theirs', 'theirs']);
});

test('hosts that were heard long ago prove nothing', async () => {
  const { judge, reachability, clock } = createReachability();
  for (const host of ['c', 'd', 'e', 'f']) reachability.hear(host);
  await clock.advance(3_600_001);
  const verdicts = [judge('a', 'silent'), judge('b', 'silent')];
  await clock.advance(HOLD_MS);
  assert.deepEqual(await Promise.all(verdicts), ['ours', 'ours']);
});

test('a pause ends when a host is heard, and is longer each time until then', async () => {
  const { judge, clock, reachability, changes } = createReachability();
  const pauses: number[] = [];
  for (let time = 0; time < 4; time++) {
    const verdict = judge('a', 'local');
    await clock.advance(HOLD_MS);
    await verdict;
    pauses.push(reachability.pauseMs);
  }
  assert.deepEqual(pauses, [10_000, 20_000, 40_000, 60_000]);
  reachability.hear('b');
  assert.equal(reachability.isPaused, false);
  assert.deepEqual(changes, [true, false]);
});

test('after close nobody is blamed, and nothing waits', async () => {
  const { judge, clock, reachability } = createReachability();
  const verdict = judge('a', 'silent');
  reachability.close();
  assert.equal(await verdict, 'ours');
  assert.equal(await judge('b', 'silent'), 'ours');
  assert.equal(clock.pending, 0);
});
