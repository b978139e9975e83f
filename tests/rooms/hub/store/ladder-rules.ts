import assert from 'node:assert/strict';
import type { HubStore } from '../../../../sidecar/hub/store/hub-store.ts';
import {
  acknowledged,
  announce,
  claimDelivery,
  claimingDue,
  failed,
  hostsOf,
  MINUTE,
  NOW,
  only,
  perform,
  type Rule,
  TOPIC,
} from './store-subject.ts';

const READY_AT = NOW + 60 * MINUTE;

/** One subscription, whose delivery of version 1 has failed and is on its ladder. */
async function failFirst(store: HubStore) {
  await perform(store, 'a.test');
  await announce(store, 'a', 1);
  const failure = { attempts: 5, failures: 1, countedAt: NOW - 9, readyAt: READY_AT };
  await store.settle([failed(await claimDelivery(store), failure)]);
}

/** A version may be claimed from a time on, which nextDeliveryAt and findPair name. */
async function assertDue(store: HubStore, hash: string, at: number) {
  assert.equal(await store.nextDeliveryAt(TOPIC, hash, NOW), at);
  const { callback } = await only(store);
  const { dueAt } = await store.findPair({ topic: TOPIC, callback });
  assert.equal(dueAt, at > NOW ? at : 0);
  const { id, claim, ...delivery } = await claimDelivery(store, { hash, failing: true, now: at });
  assert.partialDeepStrictEqual(delivery, {
    tried: 1,
    attempts: 5,
    failures: 1,
    countedAt: NOW - 9,
  });
  await store.settle([{ id, claim, outcome: 'released' }]);
}

/** When what has failed may be tried again, by what has changed meanwhile. */
export function testLadder(test: Rule): void {
  test('the same content waits for the ladder; newer content is tried at once', async ({
    store,
  }) => {
    await failFirst(store);
    const early = claimingDue({ failing: true, now: READY_AT - 1 });
    assert.deepEqual(await store.claimDeliveries(early), []);
    await assertDue(store, 'a', READY_AT);
    await announce(store, 'b', 2);
    await assertDue(store, 'b', NOW);
    const second = await claimDelivery(store, { hash: 'b', failing: true });
    await store.settle([failed(second, { sequence: 2, readyAt: READY_AT + 1 })]);
    assert.equal(await store.nextDeliveryAt(TOPIC, 'b', NOW), READY_AT + 1);
  });

  test('what was never acknowledged is due at once where a subscription is renewed', async ({
    store,
  }) => {
    await failFirst(store);
    await perform(store, 'a.test', {}, { now: NOW + 5 });
    assert.partialDeepStrictEqual(await only(store), {
      ...{ acknowledged: 0, attempts: 0, failures: 0 },
    });
    const delivery = await claimDelivery(store, { now: NOW + 5 });
    await store.settle([acknowledged(delivery, 1)]);
    await perform(store, 'a.test', {}, { now: NOW + 6 });
    assert.equal(await store.nextDeliveryAt(TOPIC, 'a', NOW), undefined);
  });

  test('while an attempt is claimed, the next is due when the claim ends', async ({ store }) => {
    await failFirst(store);
    const claim = { hash: 'a', failing: true, now: READY_AT, until: READY_AT + MINUTE };
    await claimDelivery(store, claim);
    await announce(store, 'b', 2);
    assert.equal(await store.nextDeliveryAt(TOPIC, 'b', READY_AT), READY_AT + MINUTE);
    const second = claimingDue({ ...claim, hash: 'b' });
    assert.deepEqual(await store.claimDeliveries(second), []);
    const later = { ...second, now: READY_AT + MINUTE, takeOver: true };
    assert.deepEqual(hostsOf(await store.claimDeliveries(later)), ['a.test']);
  });
}
