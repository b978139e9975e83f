import assert from 'node:assert/strict';
import { test } from 'node:test';
import {
  announce,
  claimDelivery,
  claiming,
  claimOne,
  DAY,
  intent,
  type MakePlace,
  MINUTE,
  NOW,
  OTHER_TOPIC,
  open,
  perform,
  TOPIC,
  UNLIMITED,
} from './store-subject.ts';

/** What operators see and do, and what time does. */
export function testUpkeep(makePlace: MakePlace): void {
  test('everything is there again after a restart', async (t) => {
    const place = await makePlace(t);
    const store = await open(t, place);
    await perform(store, intent('a.test', { secret: 's' }));
    await announce(store, 'a', 1);
    const { id, claim } = await claimDelivery(store);
    await store.accept(intent('b.test'), UNLIMITED, NOW);
    const before = await store.exportAll();
    await store.close();

    const again = await open(t, place);
    assert.deepEqual(await again.exportAll(), before);
    assert.equal(await again.announce({ topic: TOPIC, hash: 'a', ordinal: 1 }, NOW), 'unchanged');
    await again.settle([{ id, claim, outcome: 'acknowledged', sequence: 1, at: NOW }]);
    assert.equal((await again.listSubscriptions({}))[0]?.settled, 1);
  });

  test('several that open a new store at once all succeed', async (t) => {
    const place = await makePlace(t);
    const stores = await Promise.all(Array.from({ length: 5 }, () => open(t, place)));
    for (const [index, store] of stores.entries()) {
      await store.accept(intent(`${index}.test`), UNLIMITED, NOW);
    }
    assert.equal((await stores[0]?.exportAll())?.requests.length, 5);
  });

  test('a restart makes the claims of requests free', async (t) => {
    const store = await open(t, await makePlace(t));
    await store.accept(intent('a.test'), UNLIMITED, NOW);
    await claimOne(store, intent('a.test').callback);
    await store.releaseClaims(NOW + 1);
    assert.equal(await store.nextVerificationAt(), NOW + 1);
    assert.equal((await store.claimVerifications(claiming({ now: NOW + 1 }))).length, 1);
  });

  test('work that nobody has claimed keeps its time when claims are freed', async (t) => {
    const store = await open(t, await makePlace(t));
    await store.accept(intent('a.test'), UNLIMITED, NOW);
    const { id } = await claimOne(store, intent('a.test').callback);
    await store.postpone(id, 1, NOW + MINUTE);
    await store.releaseClaims(NOW + 1);
    assert.equal(await store.nextVerificationAt(), NOW + MINUTE);
  });

  test('only leases that ended before the given time are forgotten', async (t) => {
    const store = await open(t, await makePlace(t));
    for (const [host, expiresAt] of [['a.test', NOW - 2] as const, ['b.test', NOW - 1] as const]) {
      await perform(store, intent(host), { expiresAt });
    }
    assert.equal(await store.purge(NOW - 2), 0);
    assert.equal(await store.purge(NOW - 1), 1);
    assert.equal(await store.purge(NOW - 1), 0);
    assert.deepEqual(
      (await store.listSubscriptions({})).map(({ host }) => host),
      ['b.test'],
    );
  });

  test('requests that nobody verified are forgotten after a while, too', async (t) => {
    const store = await open(t, await makePlace(t));
    await store.accept(intent('old.test'), UNLIMITED, NOW - 5);
    await store.accept(intent('new.test'), UNLIMITED, NOW);
    await store.purge(NOW);
    const left = await store.claimVerifications(claiming());
    assert.deepEqual(
      left.map(({ host }) => host),
      ['new.test'],
    );
  });

  test('a store that nobody uses counts nothing', async (t) => {
    assert.deepEqual(await (await open(t, await makePlace(t))).count(NOW), []);
  });

  test('counts tell topics, states and what is due', async (t) => {
    const store = await open(t, await makePlace(t));
    await announce(store, 'a', 1, NOW - 5);
    for (const host of ['a.test', 'b.test', 'c.test']) await perform(store, intent(host));
    await announce(store, 'b', 2, NOW - 3);
    await perform(store, intent('current.test'));
    await perform(store, intent('expired.test'), { now: NOW - DAY, expiresAt: NOW });
    await perform(store, intent('long-ago.test'), { now: NOW - DAY, expiresAt: NOW - DAY });
    await store.accept(intent('new.test'), UNLIMITED, NOW);
    await store.accept(intent('a.test', { mode: 'unsubscribe' }), UNLIMITED, NOW);
    await store.accept(intent('x.test', { topic: OTHER_TOPIC }), UNLIMITED, NOW);
    assert.deepEqual(await store.count(NOW), [
      {
        ...{ topic: TOPIC, hash: 'b', announcedAt: NOW - 3 },
        ...{ active: 4, pendingVerification: 1, pendingRemoval: 1, expired: 1, due: 3 },
      },
      {
        ...{ topic: OTHER_TOPIC, hash: undefined, announcedAt: undefined },
        ...{ active: 0, pendingVerification: 1, pendingRemoval: 0, expired: 0, due: 0 },
      },
    ]);
  });

  test('subscriptions are listed by topic, by callback, or all', async (t) => {
    const store = await open(t, await makePlace(t));
    await perform(store, intent('a.test', { secret: 's' }));
    await perform(store, intent('a.test', { topic: OTHER_TOPIC }));
    await perform(store, intent('b.test'));
    const list = async (filter: { topic?: string; callback?: string }) =>
      (await store.listSubscriptions(filter)).map(({ host, topic }) => `${host} ${topic}`);
    const { callback } = intent('a.test');
    assert.equal((await list({})).length, 3);
    assert.deepEqual(await list({ callback, topic: OTHER_TOPIC }), [`a.test ${OTHER_TOPIC}`]);
    assert.deepEqual(await list({ topic: TOPIC }), [`a.test ${TOPIC}`, `b.test ${TOPIC}`]);
    assert.equal((await list({ callback })).length, 2);
    assert.deepEqual((await store.listSubscriptions({ callback, topic: TOPIC }))[0], {
      ...{ topic: TOPIC, callback, host: 'a.test', secret: 's' },
      ...{ subscribedAt: NOW, expiresAt: NOW + DAY, readyAt: NOW, acknowledgedAt: undefined },
      ...{ settled: 0, tried: 0, attempts: 0, failures: 0 },
    });
  });

  test('an operator removes subscriptions together with what is pending of them', async (t) => {
    const store = await open(t, await makePlace(t));
    const { callback } = intent('a.test');
    await perform(store, intent('a.test'));
    await perform(store, intent('a.test', { topic: OTHER_TOPIC }));
    await perform(store, intent('b.test'));
    await store.accept(intent('a.test'), UNLIMITED, NOW);
    assert.equal(await store.removeSubscriptions({ callback, topic: TOPIC }), 1);
    assert.equal(await store.nextVerificationAt(), undefined);
    assert.equal((await store.listSubscriptions({})).length, 2);
    await store.accept(intent('a.test'), UNLIMITED, NOW);
    assert.equal(await store.removeSubscriptions({ callback }), 2);
    assert.equal(await store.removeSubscriptions({ callback }), 0);
    assert.equal((await store.listSubscriptions({}))[0]?.host, 'b.test');
  });
}
