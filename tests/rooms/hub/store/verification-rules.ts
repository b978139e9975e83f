import assert from 'node:assert/strict';
import type { Delivery } from '../../../../sidecar/hub/store/rows.ts';
import {
  acknowledged,
  announce,
  claimDelivery,
  claiming,
  claimingDue,
  claimOne,
  DAY,
  ended,
  FAULT,
  failed,
  hostsOf,
  MINUTE,
  NOW,
  only,
  perform,
  type Rule,
  request,
  TOPIC,
} from './store-subject.ts';

const CALLBACK = 'https://a.test/callback';

/** What becomes of requests. */
export function testVerification(test: Rule): void {
  test('requests are handed out once, the oldest first', async ({ store }) => {
    for (const [index, host] of ['c.test', 'a.test', 'b.test'].entries()) {
      await request(store, host, {}, NOW + index);
    }
    const now = NOW + 10;
    const claim = async (limit = 9) =>
      hostsOf(await store.claimVerifications(claiming({ now, limit })));
    assert.deepEqual(await claim(2), ['c.test', 'a.test']);
    assert.deepEqual([await claim(), await claim()], [['b.test'], []]);
  });

  test('a lost claim is taken over only after its time, and only where that is asked for', async ({
    store,
  }) => {
    await request(store, 'a.test');
    const { id } = await claimOne(store, 'a.test');
    const claim = (now: number, takeOver: boolean) =>
      store.claimVerifications(claiming({ now, until: NOW + DAY, takeOver }));
    assert.deepEqual(await claim(NOW + MINUTE - 1, true), []);
    assert.deepEqual(await claim(NOW + MINUTE, false), []);
    assert.equal((await claim(NOW + MINUTE, true))[0]?.id, id);
  });

  test('a request that is put off comes back at its time; one that is refused is over', async ({
    store,
  }) => {
    assert.equal(await store.nextVerificationAt(), undefined);
    await request(store, 'a.test');
    assert.equal(await store.nextVerificationAt(), NOW);
    const { id } = await claimOne(store, 'a.test');
    await store.postpone(id, { attempts: 1, readyAt: NOW + 4.6 }, 0, NOW);
    assert.equal(await store.nextVerificationAt(), NOW + 5);
    assert.deepEqual(await store.claimVerifications(claiming({ now: NOW + 4 })), []);
    assert.equal((await claimOne(store, 'a.test', NOW + 5)).attempts, 1);
    await store.refuse(id, 'refused', FAULT, NOW);
    assert.equal(await store.nextVerificationAt(), undefined);
    assert.equal(await store.confirm(id, NOW + DAY, NOW), 'superseded');
  });

  test('a busy host and a host with its share wait', async ({ store }) => {
    for (const path of ['1', '2', '3']) {
      await request(store, 'a.test', { callback: `https://a.test/${path}` });
    }
    for (const host of ['b.test', 'busy.test']) await request(store, host);
    const claimed = await store.claimVerifications(
      claiming({ perHost: 2, busyHosts: ['busy.test', 'nobody.test'] }),
    );
    assert.deepEqual(hostsOf(claimed).toSorted(), ['a.test', 'a.test', 'b.test']);
  });

  test('a new subscription gets nothing until the next change', async ({ store }) => {
    await announce(store, 'a', 1);
    assert.equal(await perform(store, 'a.test', { secret: 's' }), 'subscribed');
    assert.deepEqual(await store.claimDeliveries(claimingDue()), []);
    assert.equal(await store.nextDeliveryAt(TOPIC, 'a', NOW), undefined);
    await announce(store, 'b', 2);
    const { callback, secret, sequence, expiresAt } = await claimDelivery(store, { hash: 'b' });
    assert.deepEqual([callback, secret, sequence, expiresAt], [CALLBACK, 's', 2, NOW + DAY]);
  });

  test('nothing changes before a renewal is confirmed; then lease, secret and failures do', async ({
    store,
  }) => {
    await perform(store, 'a.test', { secret: 'old' });
    await announce(store, 'a', 1);
    const failure = { attempts: 2, failures: 1, readyAt: NOW + 3 };
    await store.settle([failed(await claimDelivery(store), failure)]);
    const before = await only(store);
    await request(store, 'a.test');
    assert.deepEqual(await only(store), before);
    const renewal = await claimOne(store, 'a.test');
    const expiresAt = NOW + 2 * DAY;
    assert.equal(await store.confirm(renewal.id, expiresAt, NOW + 1), 'renewed');
    assert.deepEqual(await only(store), {
      ...{ ...before, expiresAt, secret: undefined, verifiedAt: NOW + 1 },
      // The callback has just answered: what it lacks need not wait.
      ...{ tried: 0, attempts: 0, failures: 0, readyAt: NOW + 1 },
    });
    assert.equal((await claimDelivery(store, { now: NOW + 1 })).sequence, 1);
  });

  test('of a delivery in flight at a renewal the success counts, the failure does not', async ({
    store,
  }) => {
    await perform(store, 'a.test');
    await announce(store, 'a', 1);
    for (const settle of [
      failed,
      (delivery: Delivery) => ended(delivery, 'failed'),
      (delivery: Delivery) => acknowledged(delivery, 1, NOW + 5),
    ]) {
      const delivery = await claimDelivery(store);
      await perform(store, 'a.test', {}, { expiresAt: delivery.expiresAt + 1 });
      // Never two notifications of one subscription at a time.
      assert.equal(await store.nextDeliveryAt(TOPIC, 'a', NOW), NOW + MINUTE);
      const early = claimingDue({ now: NOW + MINUTE - 1, takeOver: true });
      assert.deepEqual(await store.claimDeliveries(early), []);
      assert.deepEqual(await store.settle([settle(delivery)]), []);
      const { failures, failedAt } = await only(store);
      assert.deepEqual([failures, failedAt], [0, undefined]);
    }
    assert.equal((await only(store)).acknowledged, 1);
    await announce(store, 'b', 2);
    assert.equal(await store.nextDeliveryAt(TOPIC, 'b', NOW), NOW);
    assert.deepEqual(await store.listEnded({}), []);
  });

  test('what was signed with a secret that is replaced meanwhile is delivered again', async ({
    store,
  }) => {
    await perform(store, 'a.test', { secret: 'old' });
    await announce(store, 'a', 1);
    const delivery = await claimDelivery(store);
    await perform(store, 'a.test', { secret: 'new' });
    await store.settle([acknowledged(delivery, 1, NOW + 5)]);
    assert.equal((await only(store)).acknowledged, 0);
    const due = await claimDelivery(store, { now: NOW + MINUTE, takeOver: true });
    assert.deepEqual([due.secret, due.sequence], ['new', 1]);
    assert.notEqual(due.id, delivery.id);
  });

  test('whose lease has ended subscribes again', async ({ store }) => {
    await perform(store, 'a.test', {}, { expiresAt: NOW + 5 });
    await announce(store, 'a', 1);
    assert.equal(await perform(store, 'a.test', {}, { now: NOW + 5 }), 'subscribed');
    const { acknowledged, subscribedAt, readyAt } = await only(store);
    assert.deepEqual([acknowledged, subscribedAt, readyAt], [1, NOW + 5, NOW + 5]);
  });

  test('a confirmed unsubscription ends the subscription of that callback alone', async ({
    store,
  }) => {
    await perform(store, 'a.test');
    await perform(store, 'a.test', { callback: `${CALLBACK}?other` });
    assert.equal(await perform(store, 'a.test', { mode: 'unsubscribe' }), 'unsubscribed');
    assert.equal((await only(store)).callback, `${CALLBACK}?other`);
  });
}
