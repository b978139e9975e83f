import assert from 'node:assert/strict';
import type { HubStore, RowFilter } from '../../../../sidecar/hub/store/hub-store.ts';
import {
  acknowledged,
  announce,
  claimDelivery,
  claiming,
  claimOne,
  DAY,
  FAULT,
  failed,
  hostsOf,
  intent,
  MINUTE,
  NOW,
  OTHER_TOPIC,
  only,
  perform,
  type Rule,
  request,
  subscription,
  TOPIC,
} from './store-subject.ts';

/** Ends rows as an operator does; resolves to how many subscriptions and requests. */
async function remove(store: HubStore, filter: RowFilter, isNotified = true) {
  const end = { reason: 'removed', isNotified } as const;
  const { subscriptions, requests } = await store.endRows(filter, end, NOW);
  return [subscriptions, requests];
}

/** What operators see and do, and what time does. */
export function testUpkeep(test: Rule): void {
  test('everything is there again after a restart', async ({ store, again }) => {
    await perform(store, 'a.test', { secret: 's' });
    await announce(store, 'a', 1);
    const delivery = await claimDelivery(store);
    await request(store, 'b.test');
    const before = await store.exportAll();
    await store.close();

    const second = await again();
    assert.deepEqual(await second.exportAll(), before);
    assert.equal(await second.announce({ topic: TOPIC, hash: 'a', ordinal: 1 }, NOW), 'unchanged');
    await second.settle([acknowledged(delivery, 1)]);
    assert.equal((await only(second)).acknowledged, 1);
  });

  test('several that open a store at once all succeed', async ({ store, again }) => {
    const stores = await Promise.all([1, 2, 3, 4].map(again));
    for (const [index, one] of stores.entries()) await request(one, `${index}.test`);
    assert.equal((await store.exportAll()).requests.length, 4);
  });

  test('a restart makes claims free; what nobody has claimed keeps its time', async ({ store }) => {
    await request(store, 'a.test');
    const { id } = await claimOne(store, 'a.test');
    assert.equal(await store.nextVerificationAt(), NOW + MINUTE);
    await store.releaseClaims();
    assert.equal(await store.nextVerificationAt(), NOW);
    assert.equal((await store.claimVerifications(claiming())).length, 1);
    await store.postpone(id, { attempts: 1, readyAt: NOW + MINUTE }, 0, NOW);
    await store.releaseClaims();
    assert.equal(await store.nextVerificationAt(), NOW + MINUTE);
  });

  test('leases that ended, and requests that nobody verified, are forgotten after a while', async ({
    store,
  }) => {
    for (const [host, expiresAt] of [['a.test', NOW - 2] as const, ['b.test', NOW - 1] as const]) {
      await perform(store, host, {}, { expiresAt });
    }
    for (const [before, purged] of [[NOW - 2, 0] as const, [NOW - 1, 1] as const]) {
      assert.equal(await store.purge(before, NOW - DAY, NOW), purged);
    }
    assert.equal(await store.purge(NOW - 1, NOW - DAY, NOW), 0);
    assert.equal((await only(store)).host, 'b.test');
    await request(store, 'old.test', {}, NOW - 5);
    await request(store, 'new.test');
    await store.purge(NOW - 6, NOW - 4, NOW);
    assert.deepEqual(hostsOf(await store.claimVerifications(claiming())), ['new.test']);
    const [ended] = await store.listEnded({});
    assert.deepEqual(
      [ended?.host, ended?.reason, ended?.endedAt, ended?.fault?.kind],
      ['old.test', 'refused', NOW, 'local'],
    );
  });

  test('a request that waited too long ends with its last fault', async ({ store }) => {
    await request(store, 'a.test', {}, NOW - DAY);
    const { id } = await claimOne(store, 'a.test');
    await store.postpone(id, { attempts: 1, readyAt: NOW, fault: FAULT }, 0, NOW);
    await store.purge(NOW, NOW, NOW + 1);
    const [ended] = await store.listEnded({});
    assert.deepEqual([ended?.reason, ended?.fault], ['refused', FAULT]);
  });

  test('what ends while other sidecars renew it is kept, and notified', async ({
    store,
    again,
  }) => {
    const other = await again();
    for (let round = 0; round < 20; round++) {
      const host = `${round}.test`;
      const { callback } = intent(host);
      await perform(store, host);
      await request(store, host);
      const { id } = await claimOne(store, host);
      const [confirmation, [subscriptions]] = await Promise.all([
        other.confirm(id, NOW + 2 * DAY, NOW),
        remove(store, { callback }),
      ]);
      assert.deepEqual(await store.listSubscriptions({ callback }), []);
      const [ended] = await store.listEnded({ callback });
      const expiresAt = NOW + (confirmation === 'renewed' ? 2 * DAY : DAY);
      assert.deepEqual([subscriptions, ended?.noticeUntil], [1, expiresAt], confirmation);
    }
  });

  test('counts are of topics, states and what is due', async ({ store }) => {
    assert.deepEqual(await store.count(NOW), []);
    await announce(store, 'a', 1, NOW - 5);
    for (const host of ['a.test', 'b.test', 'c.test']) await perform(store, host);
    await announce(store, 'b', 2, NOW - 3);
    await store.settle([failed(await claimDelivery(store, { hash: 'b', limit: 1 }))]);
    await perform(store, 'current.test');
    await perform(store, 'expired.test', {}, { now: NOW - DAY, expiresAt: NOW });
    await perform(store, 'long-ago.test', {}, { now: NOW - DAY, expiresAt: NOW - DAY });
    await request(store, 'new.test');
    await request(store, 'a.test', { mode: 'unsubscribe' });
    await request(store, 'x.test', { topic: OTHER_TOPIC });
    assert.deepEqual(await store.count(NOW), [
      {
        ...{ topic: TOPIC, hash: 'b', announcedAt: NOW - 3 },
        ...{ active: 4, pendingVerification: 1, pendingRemoval: 1, expired: 1 },
        ...{ due: 3, failing: 1 },
      },
      {
        ...{ topic: OTHER_TOPIC, hash: undefined, announcedAt: undefined },
        ...{ active: 0, pendingVerification: 1, pendingRemoval: 0, expired: 0 },
        ...{ due: 0, failing: 0 },
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
    const [listed] = await store.listSubscriptions({ callback, topic: TOPIC });
    assert.deepEqual(listed, subscription('a.test', { secret: 's' }));
  });

  test('an operator removes subscriptions together with what is pending of them', async ({
    store,
  }) => {
    const { callback } = intent('a.test');
    await perform(store, 'a.test');
    await perform(store, 'a.test', { topic: OTHER_TOPIC });
    await perform(store, 'b.test');
    await request(store, 'a.test');
    assert.deepEqual(await remove(store, { callback, topic: TOPIC }), [1, 1]);
    assert.equal(await store.nextVerificationAt(), undefined);
    assert.equal((await store.listSubscriptions({})).length, 2);
    await request(store, 'a.test');
    assert.deepEqual(await remove(store, { callback }), [1, 1]);
    assert.deepEqual(await remove(store, { callback }), [0, 0]);
    assert.equal((await only(store)).host, 'b.test');
  });

  test('whoever is removed is notified until the lease would have ended, or not at all', async ({
    store,
  }) => {
    await perform(store, 'loud.test', { secret: 's' });
    await perform(store, 'quiet.test');
    await perform(store, 'expired.test', {}, { now: NOW - DAY, expiresAt: NOW });
    await request(store, 'new.test');
    assert.deepEqual(await remove(store, { host: 'loud.test' }), [1, 0]);
    assert.deepEqual(await remove(store, { host: 'quiet.test' }, false), [1, 0]);
    assert.deepEqual(await remove(store, { host: 'expired.test' }), [1, 0]);
    assert.deepEqual(await remove(store, { host: 'new.test' }), [0, 1]);
    const rows = await store.listEnded({});
    const notices = rows.map(({ host, reason, endedAt, subscribedAt, noticeUntil }) => {
      assert.deepEqual([reason, endedAt], ['removed', NOW]);
      return [host, subscribedAt, noticeUntil];
    });
    assert.deepEqual(notices, [
      ['new.test', undefined, undefined],
      ['expired.test', NOW - DAY, undefined],
      ['quiet.test', NOW, undefined],
      ['loud.test', NOW, NOW + DAY],
    ]);
    assert.deepEqual(hostsOf(await store.claimNotices(claiming())), ['loud.test']);
  });

  test('a silent end does not undo a notice that is owed', async ({ store }) => {
    await perform(store, 'a.test');
    await remove(store, { host: 'a.test' });
    await request(store, 'a.test');
    assert.deepEqual(await remove(store, { host: 'a.test' }, false), [0, 1]);
    assert.equal((await store.claimNotices(claiming())).length, 1);
  });

  test('a host goes with all below it, and no other that looks like it', async ({ store }) => {
    const hosts = ['b_r.test', 'x.b_r.test', 'y.x.b_r.test', '%.test', 'a.%.test'];
    const others = ['bar.test', 'x.bar.test', 'xb_r.test', 'test', 'b_r.test.x', 'a\\.test'];
    for (const host of [...hosts, ...others]) {
      await perform(store, host);
      await request(store, `new.${host}`);
    }
    assert.deepEqual(await remove(store, { host: 'b_r.test' }), [3, 3]);
    assert.deepEqual(await remove(store, { host: '%.test' }), [2, 2]);
    assert.deepEqual(await remove(store, { host: '\\.test' }), [0, 0]);
    assert.deepEqual(hostsOf(await store.listSubscriptions({})), others);
    assert.equal((await store.listRequests({})).length, others.length);
  });

  test('a blocked host may not ask for anything, nor any below it', async ({ store }) => {
    await perform(store, 'a.b.test');
    assert.equal(await store.block('b.test', NOW), true);
    assert.equal(await store.block('b.test', NOW + 1), false);
    assert.equal(await store.block('198.51.100.7', NOW + 2), true);
    const blocked = [
      { host: '198.51.100.7', blockedAt: NOW + 2 },
      { host: 'b.test', blockedAt: NOW },
    ];
    assert.deepEqual(await store.listBlocked(), blocked);
    for (const host of ['b.test', 'a.b.test', 'x.y.b.test', '198.51.100.7']) {
      assert.equal(await request(store, host), 'blocked', host);
    }
    assert.equal(await request(store, 'a.b.test', { mode: 'unsubscribe' }), 'blocked');
    for (const host of ['xb.test', 'test', 'b.test.x', '198.51.100.77']) {
      assert.equal(await request(store, host), 'accepted', host);
    }
    assert.equal(await store.unblock('a.b.test'), false);
    assert.equal(await store.unblock('b.test'), true);
    assert.equal(await store.unblock('b.test'), false);
    assert.equal(await request(store, 'a.b.test'), 'accepted');
    assert.deepEqual(hostsOf(await store.listBlocked()), ['198.51.100.7']);
  });
}
