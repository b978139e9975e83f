import assert from 'node:assert/strict';
import type { HubStore } from '../../../../sidecar/hub/store/hub-store.ts';
import {
  acknowledged,
  announce,
  claimDelivery,
  claimingDue,
  DAY,
  ended,
  FAULT,
  failed,
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
  await store.settle([failed(await claimDelivery(store), { failures: 1 })]);
  await announce(store, 'b', 2);
  return claimDelivery(store, { hash: 'b', failing: true });
}

const progress = async (store: HubStore) => {
  const { acknowledged, tried, attempts, failures, readyAt, acknowledgedAt } = await only(store);
  return { acknowledged, tried, attempts, failures, readyAt, acknowledgedAt };
};

const SECOND = { hash: 'b', failing: true };

/** What is recorded of deliveries. */
export function testSettlement(test: Rule): void {
  test('an acknowledgement clears all failures; the last one stays to be seen', async ({
    store,
  }) => {
    await store.settle([acknowledged(await claimSecond(store), 2, NOW + 7)]);
    assert.partialDeepStrictEqual(await only(store), {
      ...{ acknowledged: 2, attempts: 0, failures: 0 },
      ...{ acknowledgedAt: NOW + 7, latencyMs: 12, failedAt: NOW, fault: FAULT },
    });
    assert.deepEqual(await store.claimDeliveries(claimingDue({ hash: 'b', now: NOW + 9 })), []);
  });

  test('an acknowledgement without its claim counts for its version, and for nothing else', async ({
    store,
  }) => {
    const held = await claimSecond(store);
    const before = await progress(store);
    const lost = { id: held.id, claim: 'lost' };
    await store.settle([acknowledged(lost, 1, NOW + 7)]);
    assert.deepEqual(await progress(store), {
      ...before,
      acknowledged: 1,
      acknowledgedAt: NOW + 7,
    });
    await store.settle([acknowledged(held, 2, NOW + 8)]);
    await store.settle([acknowledged(lost, 1, NOW + 9)]);
    assert.equal((await progress(store)).acknowledged, 2);
  });

  test('a failure is recorded with its fault; settled twice is as good as once', async ({
    store,
  }) => {
    const held = await claimSecond(store);
    const fault = {
      kind: 'tls',
      code: 'CERT_HAS_EXPIRED',
      message: 'its “certificate” …',
    } as const;
    const settlement = failed(held, {
      ...{ sequence: 2, at: NOW + 3, fault, attempts: 2, failures: 2, countedAt: NOW + 2 },
      readyAt: NOW + 9.7,
    });
    await store.settle([settlement]);
    const after = await only(store);
    assert.partialDeepStrictEqual(after, {
      ...{ acknowledged: 0, tried: 2, attempts: 2, failures: 2, countedAt: NOW + 2 },
      readyAt: NOW + 10,
      ...{ acknowledgedAt: undefined, failedAt: NOW + 3, fault },
    });
    const early = claimingDue({ ...SECOND, now: NOW + 9 });
    assert.deepEqual(await store.claimDeliveries(early), []);
    const { tried, countedAt } = await claimDelivery(store, { ...SECOND, now: NOW + 10 });
    assert.deepEqual([tried, countedAt], [2, NOW + 2]);
    await store.settle([settlement]);
    assert.deepEqual(await only(store), after);
  });

  test('a released delivery is as it was before', async ({ store }) => {
    const { id, claim } = await claimSecond(store);
    const before = await only(store);
    await store.settle([{ id, claim, outcome: 'released' }]);
    assert.deepEqual(await only(store), before);
    await claimDelivery(store, SECOND);
  });

  test('a subscription ends once', async ({ store }) => {
    const held = await claimSecond(store);
    assert.deepEqual(await store.settle([ended(held, 'gone')]), [held.id]);
    assert.deepEqual(await store.settle([ended(held, 'failed')]), []);
    assert.deepEqual(await store.listSubscriptions({}), []);
    assert.equal((await store.listEnded({}))[0]?.reason, 'gone');
  });

  test('without its claim no other outcome counts', async ({ store }) => {
    const { id, expiresAt } = await claimSecond(store);
    const before = await only(store);
    const lost = { id, expiresAt, claim: 'lost' };
    for (const settlement of [
      failed(lost, { sequence: 2, attempts: 9, failures: 9, readyAt: NOW + DAY }),
      { ...lost, outcome: 'released' } as const,
      ended(lost, 'failed'),
    ]) {
      assert.deepEqual(await store.settle([settlement]), []);
    }
    assert.deepEqual(await only(store), before);
    assert.deepEqual(await store.listEnded({}), []);
  });

  test('hundreds are recorded together, each as it says', async ({ store }) => {
    await subscribeMany(store, { 'a.test': 300 });
    await announce(store, 'a', 1);
    const claimed = await store.claimDeliveries(claimingDue());
    assert.equal(claimed.length, 300);
    const over = await store.settle(
      claimed.map((one, index) => {
        if (index % 3 === 0) return ended(one, 'failed', NOW + index);
        if (index % 3 === 1) return acknowledged(one, 1, NOW + index);
        return failed(one, { attempts: index, readyAt: NOW + index });
      }),
    );
    assert.deepEqual([over.length, (await store.listEnded({})).length], [100, 100]);
    const left = await store.listSubscriptions({});
    assert.equal(left.length, 200);
    for (const { callback, acknowledged: newest, attempts, acknowledgedAt } of left) {
      const index = Number(callback.split('/').at(-1));
      const expected = index % 3 === 1 ? [1, 0, NOW + index] : [0, index, undefined];
      assert.deepEqual([newest, attempts, acknowledgedAt], expected);
    }
    assert.deepEqual(await store.settle([]), []);
  });
}
