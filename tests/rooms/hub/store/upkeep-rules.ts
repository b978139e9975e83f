import assert from 'node:assert/strict';
import {
  announce,
  claimDelivery,
  claiming,
  claimOne,
  DAY,
  hostsOf,
  intent,
  MINUTE,
  NOW,
  OTHER_TOPIC,
  only,
  perform,
  type Rule,
  request,
  TOPIC,
} from './store-subject.ts';

/** What operators see and do, and what time does. */
export function testUpkeep(test: Rule): void {
  test('everything is there again after a restart', async ({ store, again }) => {
    await perform(store, 'a.test', { secret: 's' });
    await announce(store, 'a', 1);
    const { id, claim } = await claimDelivery(store);
    await request(store, 'b.test');
    const before = await store.exportAll();
    await store.close();

    const second = await again();
    assert.deepEqual(await second.exportAll(), before);
    assert.equal(await second.announce({ topic: TOPIC, hash: 'a', ordinal: 1 }, NOW), 'unchanged');
    await second.settle([{ id, claim, outcome: 'acknowledged', sequence: 1, at: NOW }]);
    assert.equal((await only(second)).settled, 1);
  });

  test('several that open a store at once all succeed', async ({ store, again }) => {
    const stores = await Promise.all([1, 2, 3, 4].map(again));
    for (const [index, one] of stores.entries()) await request(one, `${index}.test`);
    assert.equal((await store.exportAll()).requests.length, 4);
  });

  test('a restart makes claims free; what nobody has claimed keeps its time', async ({ store }) => {
    await request(store, 'a.test');
    const { id } = await claimOne(store, 'a.test');
    await store.releaseClaims(NOW + 1);
    assert.equal(await store.nextVerificationAt(), NOW + 1);
    assert.equal((await store.claimVerifications(claiming({ now: NOW + 1 }))).length, 1);
    await store.postpone(id, 1, NOW + MINUTE);
    await store.releaseClaims(NOW + 1);
    assert.equal(await store.nextVerificationAt(), NOW + MINUTE);
  });

  test('leases that ended, and requests that nobody verified, are forgotten after a while', async ({
    store,
  }) => {
    for (const [host, expiresAt] of [['a.test', NOW - 2] as const, ['b.test', NOW - 1] as const]) {
      await perform(store, host, {}, { expiresAt });
    }
    for (const [before, purged] of [[NOW - 2, 0] as const, [NOW - 1, 1] as const]) {
      assert.equal(await store.purge(before), purged);
    }
    assert.equal(await store.purge(NOW - 1), 0);
    assert.equal((await only(store)).host, 'b.test');
    await request(store, 'old.test', {}, NOW - 5);
    await request(store, 'new.test');
    await store.purge(NOW);
    assert.deepEqual(hostsOf(await store.claimVerifications(claiming())), ['new.test']);
  });

  test('counts are of topics, states and what is due', async ({ store }) => {
    assert.deepEqual(await store.count(NOW), []);
    await announce(store, 'a', 1, NOW - 5);
    for (const host of ['a.test', 'b.test', 'c.test']) await perform(store, host);
    await announce(store, 'b', 2, NOW - 3);
    await perform(store, 'current.test');
    await perform(store, 'expired.test', {}, { now: NOW - DAY, expiresAt: NOW });
    await perform(store, 'long-ago.test', {}, { now: NOW - DAY, expiresAt: NOW - DAY });
    await request(store, 'new.test');
    await request(store, 'a.test', { mode: 'unsubscribe' });
    await request(store, 'x.test', { topic: OTHER_TOPIC });
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

  test('subscriptions are listed by topic, by callback, or all', async ({ store }) => {
    await perform(store, 'a.test', { secret: 's' });
    await perform(store, 'a.test', { topic: OTHER_TOPIC });
    await perform(store, 'b.test');
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

  test('an operator removes subscriptions together with what is pending of them', async ({
    store,
  }) => {
    const { callback } = intent('a.test');
    await perform(store, 'a.test');
    await perform(store, 'a.test', { topic: OTHER_TOPIC });
    await perform(store, 'b.test');
    await request(store, 'a.test');
    assert.equal(await store.removeSubscriptions({ callback, topic: TOPIC }), 1);
    assert.equal(await store.nextVerificationAt(), undefined);
    assert.equal((await store.listSubscriptions({})).length, 2);
    await request(store, 'a.test');
    assert.equal(await store.removeSubscriptions({ callback }), 2);
    assert.equal(await store.removeSubscriptions({ callback }), 0);
    assert.equal((await only(store)).host, 'b.test');
  });
}
