import assert from 'node:assert/strict';
import { test } from 'node:test';
import {
  announce,
  claimDelivery,
  claiming,
  claimingDue,
  claimOne,
  DAY,
  intent,
  type MakePlace,
  MINUTE,
  NOW,
  only,
  open,
  perform,
  UNLIMITED,
} from './store-subject.ts';

const CALLBACK = 'https://a.test/callback';

/** What becomes of requests. */
export function testVerification(makePlace: MakePlace): void {
  test('requests are handed out once, the oldest first', async (t) => {
    const store = await open(t, await makePlace(t));
    for (const [index, host] of ['c.test', 'a.test', 'b.test'].entries()) {
      await store.accept(intent(host), UNLIMITED, NOW + index);
    }
    const now = NOW + 10;
    const some = await store.claimVerifications(claiming({ now, limit: 2 }));
    assert.deepEqual(
      some.map(({ host }) => host),
      ['c.test', 'a.test'],
    );
    const rest = await store.claimVerifications(claiming({ now }));
    assert.deepEqual(
      rest.map(({ host }) => host),
      ['b.test'],
    );
    assert.deepEqual(await store.claimVerifications(claiming({ now })), []);
  });

  test('a lost claim is taken over only after its time, and only where that is asked for', async (t) => {
    const store = await open(t, await makePlace(t));
    await store.accept(intent('a.test'), UNLIMITED, NOW);
    const { id } = await claimOne(store, CALLBACK);
    const early = { now: NOW + MINUTE - 1, until: NOW + DAY, takeOver: true };
    assert.deepEqual(await store.claimVerifications(claiming(early)), []);
    const late = { now: NOW + MINUTE, until: NOW + DAY };
    assert.deepEqual(await store.claimVerifications(claiming(late)), []);
    const [taken] = await store.claimVerifications(claiming({ ...late, takeOver: true }));
    assert.equal(taken?.id, id);
  });

  test('a request that is put off comes back at its time with its attempts', async (t) => {
    const store = await open(t, await makePlace(t));
    assert.equal(await store.nextVerificationAt(), undefined);
    await store.accept(intent('a.test'), UNLIMITED, NOW);
    assert.equal(await store.nextVerificationAt(), NOW);
    const { id } = await claimOne(store, CALLBACK);
    await store.postpone(id, 1, NOW + 4.6);
    assert.equal(await store.nextVerificationAt(), NOW + 5);
    assert.deepEqual(await store.claimVerifications(claiming({ now: NOW + 4 })), []);
    assert.equal((await claimOne(store, CALLBACK, NOW + 5)).attempts, 1);
  });

  test('a refused request is forgotten', async (t) => {
    const store = await open(t, await makePlace(t));
    await store.accept(intent('a.test'), UNLIMITED, NOW);
    const { id } = await claimOne(store, CALLBACK);
    await store.refuse(id);
    assert.equal(await store.nextVerificationAt(), undefined);
    assert.equal(await store.confirm(id, NOW + DAY, NOW), 'superseded');
  });

  test('a busy host and a host with its share wait', async (t) => {
    const store = await open(t, await makePlace(t));
    for (const path of ['1', '2', '3']) {
      await store.accept(intent('a.test', { callback: `https://a.test/${path}` }), UNLIMITED, NOW);
    }
    await store.accept(intent('b.test'), UNLIMITED, NOW);
    await store.accept(intent('busy.test'), UNLIMITED, NOW);
    const claimed = await store.claimVerifications(
      claiming({ perHost: 2, busyHosts: ['busy.test', 'nobody.test'] }),
    );
    assert.deepEqual(claimed.map(({ host }) => host).toSorted(), ['a.test', 'a.test', 'b.test']);
  });

  test('a new subscription gets nothing until the next change', async (t) => {
    const store = await open(t, await makePlace(t));
    await announce(store, 'a', 1);
    assert.equal(await perform(store, intent('a.test', { secret: 's' })), 'subscribed');
    assert.deepEqual(await store.claimDeliveries(claimingDue()), []);
    assert.equal(await store.nextDeliveryAt(intent('a.test').topic, 'a', NOW), undefined);
    await announce(store, 'b', 2);
    const { callback, secret, sequence, expiresAt } = await claimDelivery(store, { hash: 'b' });
    assert.deepEqual(
      { callback, secret, sequence, expiresAt },
      { callback: CALLBACK, secret: 's', sequence: 2, expiresAt: NOW + DAY },
    );
  });

  test('who subscribes before anything was announced gets the first version', async (t) => {
    const store = await open(t, await makePlace(t));
    await perform(store, intent('a.test'));
    await announce(store, 'a', 1);
    assert.equal((await claimDelivery(store)).sequence, 1);
  });

  test('nothing changes before a renewal is confirmed; then lease, secret and failures do', async (t) => {
    const store = await open(t, await makePlace(t));
    await perform(store, intent('a.test', { secret: 'old' }));
    await announce(store, 'a', 1);
    const { id, claim } = await claimDelivery(store);
    const failed = { outcome: 'retry', sequence: 1, attempts: 2, failures: 1 } as const;
    await store.settle([{ id, claim, ...failed, readyAt: NOW + 3 }]);
    const before = await only(store);
    await store.accept(intent('a.test'), UNLIMITED, NOW);
    assert.deepEqual(await only(store), before);
    const request = await claimOne(store, CALLBACK);
    assert.equal(await store.confirm(request.id, NOW + 2 * DAY, NOW + 1), 'renewed');
    assert.deepEqual(await only(store), {
      ...before,
      secret: undefined,
      expiresAt: NOW + 2 * DAY,
      tried: 0,
      attempts: 0,
      failures: 0,
    });
    const due = await claimDelivery(store, { now: NOW + 3 });
    assert.equal(due.sequence, 1);
  });

  test('a renewal takes the claim of a delivery in flight: its success counts, its failure does not', async (t) => {
    const store = await open(t, await makePlace(t));
    await perform(store, intent('a.test'));
    await announce(store, 'a', 1);
    const { id, claim } = await claimDelivery(store);
    await perform(store, intent('a.test'));
    await store.settle([{ id, claim, outcome: 'removed' }]);
    await store.settle([
      { id, claim, outcome: 'dropped', sequence: 1, failures: 3, readyAt: NOW + 9 },
    ]);
    const { failures, settled, readyAt } = await only(store);
    assert.deepEqual([failures, settled, readyAt], [0, 0, NOW + MINUTE]);
    await store.settle([{ id, claim, outcome: 'acknowledged', sequence: 1, at: NOW + 5 }]);
    // The next version need not wait for the end of the claim that is gone.
    const after = await only(store);
    assert.deepEqual([after.settled, after.readyAt], [1, NOW + 5]);
  });

  test('what was signed with a secret that is replaced meanwhile is delivered again', async (t) => {
    const store = await open(t, await makePlace(t));
    await perform(store, intent('a.test', { secret: 'old' }));
    await announce(store, 'a', 1);
    const { id, claim } = await claimDelivery(store);
    await perform(store, intent('a.test', { secret: 'new' }));
    await store.settle([{ id, claim, outcome: 'acknowledged', sequence: 1, at: NOW + 5 }]);
    assert.equal((await only(store)).settled, 0);
    const due = await claimDelivery(store, { now: NOW + MINUTE });
    assert.deepEqual([due.secret, due.sequence], ['new', 1]);
    assert.notEqual(due.id, id);
  });

  test('whose lease has ended subscribes anew', async (t) => {
    const store = await open(t, await makePlace(t));
    await perform(store, intent('a.test'), { expiresAt: NOW + 5 });
    await announce(store, 'a', 1);
    assert.equal(await perform(store, intent('a.test'), { now: NOW + 5 }), 'subscribed');
    const { settled, subscribedAt, readyAt } = await only(store);
    assert.deepEqual([settled, subscribedAt, readyAt], [1, NOW + 5, NOW + 5]);
  });

  test('a confirmed unsubscription ends the subscription to that topic alone', async (t) => {
    const store = await open(t, await makePlace(t));
    await perform(store, intent('a.test'));
    await perform(store, intent('a.test', { callback: `${CALLBACK}?other` }));
    const leave = intent('a.test', { mode: 'unsubscribe' });
    assert.equal(await perform(store, leave), 'unsubscribed');
    assert.equal((await only(store)).callback, `${CALLBACK}?other`);
  });
}
