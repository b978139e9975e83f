import assert from 'node:assert/strict';
import type { HubStore } from '../../../../sidecar/hub/store/hub-store.ts';
import {
  announce,
  claimDelivery,
  claimingDue,
  failed,
  hostsOf,
  MINUTE,
  NOW,
  perform,
  type Rule,
  TOPIC,
} from './store-subject.ts';

const URGENT_AT = NOW + MINUTE;
const EARLY_AT = NOW + 15 * MINUTE;
const READY_AT = NOW + 60 * MINUTE;
const TIMES = { readyAt: READY_AT, earlyAt: EARLY_AT, urgentAt: URGENT_AT };

/** One subscription, whose delivery of version 1 has failed and is on its ladder. */
async function failFirst(store: HubStore) {
  await perform(store, 'a.test');
  await announce(store, 'a', 1);
  await store.settle([failed(await claimDelivery(store), { attempts: 5, ...TIMES })]);
}

async function takeDown(store: HubStore, hash: string, ordinal: number) {
  const publication = { topic: TOPIC, hash, ordinal, isTakedown: true };
  assert.equal(await store.announce(publication, NOW), 'announced');
}

/** A version may be claimed from a time on, which nextDeliveryAt names, and not before. */
async function assertDue(store: HubStore, hash: string, at: number) {
  assert.equal(await store.nextDeliveryAt(TOPIC, hash, NOW), at);
  const failing = { hash, failing: true };
  assert.deepEqual(await store.claimDeliveries(claimingDue({ ...failing, now: at - 1 })), []);
  const { id, claim, attempts, readyAt } = await claimDelivery(store, { ...failing, now: at });
  assert.deepEqual([attempts, readyAt], [5, READY_AT]);
  await store.settle([{ id, claim, outcome: 'released' }]);
}

/** When an attempt that waits on its ladder may be made, by what has changed meanwhile. */
export function testLadder(test: Rule): void {
  test('the same content waits for the ladder', async ({ store }) => {
    await failFirst(store);
    await assertDue(store, 'a', READY_AT);
  });

  test('newer content is tried between, and a takedown sooner', async ({ store }) => {
    await failFirst(store);
    await announce(store, 'b', 2);
    await assertDue(store, 'b', EARLY_AT);
    await takeDown(store, 'c', 3);
    await assertDue(store, 'c', URGENT_AT);
  });

  test('a takedown is sent sooner though other changes followed it, until it was tried', async ({
    store,
  }) => {
    await failFirst(store);
    await takeDown(store, 'b', 2);
    await announce(store, 'c', 3);
    await assertDue(store, 'c', URGENT_AT);
    const second = await claimDelivery(store, { hash: 'c', failing: true, now: URGENT_AT });
    await store.settle([failed(second, { sequence: 3, attempts: 5, ...TIMES })]);
    await assertDue(store, 'c', READY_AT);
    await announce(store, 'd', 4);
    await assertDue(store, 'd', EARLY_AT);
  });

  test('the first version that is announced as a takedown is for nobody in particular', async ({
    store,
  }) => {
    await takeDown(store, 'a', 1);
    await perform(store, 'a.test');
    assert.equal(await store.nextDeliveryAt(TOPIC, 'a', NOW), undefined);
  });

  test('while an attempt is claimed, the next is due when the claim ends', async ({ store }) => {
    await failFirst(store);
    const claim = { hash: 'a', failing: true, now: READY_AT, until: READY_AT + MINUTE };
    await claimDelivery(store, claim);
    await takeDown(store, 'b', 2);
    assert.equal(await store.nextDeliveryAt(TOPIC, 'b', READY_AT), READY_AT + MINUTE);
    const second = claimingDue({ ...claim, hash: 'b' });
    assert.deepEqual(await store.claimDeliveries(second), []);
    const later = { ...second, now: READY_AT + MINUTE, takeOver: true };
    assert.deepEqual(hostsOf(await store.claimDeliveries(later)), ['a.test']);
  });

  test('one that is postponed before it ever failed waits as others do', async ({ store }) => {
    await perform(store, 'a.test');
    await announce(store, 'a', 1);
    const readyAt = NOW + 9;
    const postponed = { attempts: 0, failures: 0, readyAt, postponedAt: NOW };
    await store.settle([failed(await claimDelivery(store), postponed)]);
    await takeDown(store, 'b', 2);
    assert.equal(await store.nextDeliveryAt(TOPIC, 'b', NOW), readyAt);
    assert.deepEqual(await store.claimDeliveries(claimingDue({ hash: 'b', now: NOW + 8 })), []);
    const delivery = await claimDelivery(store, { hash: 'b', now: readyAt });
    assert.equal(delivery.postponedAt, NOW);
  });
}
