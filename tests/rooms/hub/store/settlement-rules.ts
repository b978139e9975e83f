import assert from 'node:assert/strict';
import type { HubStore } from '../../../../sidecar/hub/store/hub-store.ts';
import {
  announce,
  claimDelivery,
  claimingDue,
  MINUTE,
  NOW,
  only,
  perform,
  type Rule,
  subscribeMany,
} from './store-subject.ts';

/** One subscription, whose delivery of version 2 is claimed, after an attempt at version 1. */
async function claimSecond(store: HubStore) {
  await perform(store, 'a.test');
  await announce(store, 'a', 1);
  const first = await claimDelivery(store);
  const failed = { outcome: 'retry', sequence: 1, attempts: 1, failures: 1 } as const;
  await store.settle([{ id: first.id, claim: first.claim, ...failed, readyAt: NOW }]);
  await announce(store, 'b', 2);
  const { id, claim } = await claimDelivery(store, { hash: 'b', failing: true });
  return { id, claim };
}

const progress = async (store: HubStore) => {
  const { settled, tried, attempts, failures, readyAt, acknowledgedAt } = await only(store);
  return { settled, tried, attempts, failures, readyAt, acknowledgedAt };
};

const SECOND = { hash: 'b', failing: true };

/** What is recorded of deliveries. */
export function testSettlement(test: Rule): void {
  test('an acknowledgement settles the version and clears all failures', async ({ store }) => {
    const held = await claimSecond(store);
    await store.settle([{ ...held, outcome: 'acknowledged', sequence: 2, at: NOW + 7 }]);
    assert.deepEqual(await progress(store), {
      ...{ settled: 2, tried: 0, attempts: 0, failures: 0 },
      ...{ readyAt: NOW + 7, acknowledgedAt: NOW + 7 },
    });
    assert.deepEqual(await store.claimDeliveries(claimingDue({ hash: 'b', now: NOW + 9 })), []);
  });

  test('an acknowledgement without its claim settles the version, and nothing else', async ({
    store,
  }) => {
    const { id, claim } = await claimSecond(store);
    const before = await progress(store);
    const acknowledge = (by: string, sequence: number, at: number) =>
      store.settle([{ id, claim: by, outcome: 'acknowledged', sequence, at }]);
    await acknowledge('lost', 1, NOW + 7);
    assert.deepEqual(await progress(store), { ...before, settled: 1, acknowledgedAt: NOW + 7 });
    await acknowledge(claim, 2, NOW + 8);
    await acknowledge('lost', 1, NOW + 9);
    assert.equal((await progress(store)).settled, 2);
  });

  test('a failure to be retried comes back at its time; settled twice is as good as once', async ({
    store,
  }) => {
    const held = await claimSecond(store);
    const counts = { sequence: 2, attempts: 2, failures: 2 };
    const settlement = { ...held, outcome: 'retry', ...counts, readyAt: NOW + 9.7 } as const;
    await store.settle([settlement]);
    const after = await progress(store);
    assert.deepEqual(after, {
      ...{ settled: 0, tried: 2, attempts: 2, failures: 2 },
      ...{ readyAt: NOW + 10, acknowledgedAt: undefined },
    });
    const early = claimingDue({ ...SECOND, now: NOW + 9 });
    assert.deepEqual(await store.claimDeliveries(early), []);
    await claimDelivery(store, { ...SECOND, now: NOW + 10 });
    await store.settle([settlement]);
    assert.deepEqual(await progress(store), { ...after, readyAt: NOW + MINUTE });
  });

  test('a dropped version is settled, and the next one waits for its time', async ({ store }) => {
    const held = await claimSecond(store);
    const dropped = { outcome: 'dropped', sequence: 2, failures: 2 } as const;
    await store.settle([{ ...held, ...dropped, readyAt: NOW + 9 }]);
    assert.deepEqual(await progress(store), {
      ...{ settled: 2, tried: 0, attempts: 0, failures: 2 },
      ...{ readyAt: NOW + 9, acknowledgedAt: undefined },
    });
    await announce(store, 'c', 3);
    const failing = { hash: 'c', failing: true };
    assert.deepEqual(await store.claimDeliveries(claimingDue(failing)), []);
    assert.equal((await claimDelivery(store, { ...failing, now: NOW + 9 })).failures, 2);
  });

  test('a released delivery is as it was before, from its time on', async ({ store }) => {
    const held = await claimSecond(store);
    const before = await progress(store);
    await store.settle([{ ...held, outcome: 'released', readyAt: NOW + 2 }]);
    assert.deepEqual(await progress(store), { ...before, readyAt: NOW + 2 });
    await claimDelivery(store, { ...SECOND, now: NOW + 2 });
  });

  test('a removed subscription is gone, once', async ({ store }) => {
    const held = await claimSecond(store);
    assert.deepEqual(await store.settle([{ ...held, outcome: 'removed' }]), [held.id]);
    assert.deepEqual(await store.settle([{ ...held, outcome: 'removed' }]), []);
    assert.deepEqual(await store.listSubscriptions({}), []);
  });

  test('without its claim no other outcome counts', async ({ store }) => {
    const { id } = await claimSecond(store);
    const before = await progress(store);
    const stray = { id, claim: 'lost', readyAt: NOW + 3 * MINUTE };
    const removed = await store.settle([
      { ...stray, outcome: 'retry', sequence: 2, attempts: 9, failures: 9 },
      { ...stray, outcome: 'dropped', sequence: 2, failures: 9 },
      { ...stray, outcome: 'released' },
      { ...stray, outcome: 'removed' },
    ]);
    assert.deepEqual(removed, []);
    assert.deepEqual(await progress(store), before);
  });

  test('hundreds are recorded together, each as it says', async ({ store }) => {
    await subscribeMany(store, { 'a.test': 300 });
    await announce(store, 'a', 1);
    const claimed = await store.claimDeliveries(claimingDue());
    assert.equal(claimed.length, 300);
    await store.settle(
      claimed.map(({ id, claim }, index) => {
        const [sequence, at] = [1, NOW + index];
        if (index % 3 === 0) return { id, claim, outcome: 'removed' };
        if (index % 3 === 1) return { id, claim, outcome: 'acknowledged', sequence, at };
        const counts = { attempts: index, failures: 0, readyAt: at };
        return { id, claim, outcome: 'retry', sequence, ...counts };
      }),
    );
    const left = await store.listSubscriptions({});
    assert.equal(left.length, 200);
    for (const { callback, settled, attempts, readyAt, acknowledgedAt } of left) {
      const index = Number(callback.split('/').at(-1));
      const at = NOW + index;
      const expected = index % 3 === 1 ? [1, 0, at, at] : [0, index, at, undefined];
      assert.deepEqual([settled, attempts, readyAt, acknowledgedAt], expected);
    }
    await store.settle([]);
  });
}
