import assert from 'node:assert/strict';
import type { HubContent, HubStore } from '../../../../sidecar/hub/store/hub-store.ts';
import {
  announce,
  claimDelivery,
  claimingDue,
  claimOne,
  DAY,
  hostsOf,
  NOW,
  OTHER_TOPIC,
  perform,
  type Rule,
  request,
  subscribeMany,
} from './store-subject.ts';

/** A store after four versions: one subscriber has the newest, one lacks it, one awaits its lease. */
async function fill(store: HubStore): Promise<HubContent> {
  await perform(store, 'behind.test', { secret: 'ß"' });
  for (const [index, hash] of ['a', 'b', 'c', 'd'].entries()) await announce(store, hash, index);
  await perform(store, 'current.test');
  await perform(store, 'expired.test', {}, { expiresAt: NOW - 1 });
  await request(store, 'new.test', { secret: 's' }, NOW + 1);
  const { id } = await claimOne(store, 'new.test', NOW + 1);
  await store.postpone(id, 2, NOW + 5);
  await request(store, 'current.test', { mode: 'unsubscribe' }, NOW + 2);
  return store.exportAll();
}

/** How everything moves from one store to another. */
export function testTransfer(test: Rule): void {
  test('an empty store takes everything as it is, and a second import changes nothing', async ({
    store,
    another,
  }) => {
    const content = await fill(store);
    const { topics, subscriptions, requests } = content;
    assert.deepEqual([topics.length, subscriptions.length, requests.length], [1, 3, 2]);
    const target = await another();
    for (const counts of [
      { added: 5, kept: 0 },
      { added: 0, kept: 5 },
    ]) {
      assert.deepEqual(await target.importAll(content), counts);
      assert.deepEqual(await target.exportAll(), content);
    }
    assert.equal((await claimDelivery(target, { hash: 'd' })).host, 'behind.test');
    const { id, attempts } = await claimOne(target, 'new.test', NOW + 5);
    assert.equal(attempts, 2);
    assert.equal(await target.confirm(id, NOW + DAY, NOW + 5), 'subscribed');
  });

  test('what is there already stays as it is', async ({ store, another }) => {
    const content = await fill(store);
    const target = await another();
    await perform(target, 'current.test', { secret: 'own' }, { expiresAt: NOW + 7 });
    await request(target, 'new.test', { secret: 'own' });
    assert.deepEqual(await target.importAll(content), { added: 3, kept: 2 });
    const { subscriptions, requests } = await target.exportAll();
    const own = subscriptions.find(({ host }) => host === 'current.test');
    assert.deepEqual([own?.secret, own?.expiresAt], ['own', NOW + 7]);
    assert.equal(requests.find(({ host }) => host === 'new.test')?.secret, 'own');
  });

  test('where both know the topic, who has its newest version is up to date, all others are due', async ({
    store,
    another,
  }) => {
    const content = await fill(store);
    for (const [hash, due] of [
      ['d', ['behind.test']],
      ['other', ['behind.test', 'current.test']],
    ] as const) {
      const target = await another();
      await announce(target, 'x', 1);
      await announce(target, hash, 2);
      await target.importAll(content);
      const { topics, subscriptions } = await target.exportAll();
      const [topic] = topics;
      assert.equal(subscriptions.find(({ host }) => host === 'behind.test')?.settled, 1);
      assert.deepEqual([topic?.hash, topic?.sequence, topic?.ordinal], [hash, 2, 2]);
      const claimed = await target.claimDeliveries(claimingDue({ hash }));
      assert.deepEqual(hostsOf(claimed).toSorted(), due);
      assert.ok(claimed.every(({ sequence }) => sequence === 2));
    }
  });

  test('who waits for a topic that was never announced gets its first version', async ({
    store,
    another,
  }) => {
    await perform(store, 'a.test');
    await perform(store, 'b.test', { topic: OTHER_TOPIC });
    const target = await another();
    await announce(target, 'a', 1);
    await target.importAll(await store.exportAll());
    assert.equal((await claimDelivery(target)).host, 'a.test');
    await target.announce({ topic: OTHER_TOPIC, hash: 'b', ordinal: 1 }, NOW);
    assert.equal((await claimDelivery(target, { topic: OTHER_TOPIC, hash: 'b' })).host, 'b.test');
  });

  test('thousands move', async ({ store, another }) => {
    await subscribeMany(store, { 'a.test': 2500, 'b.test': 2500 });
    const target = await another();
    assert.deepEqual(await target.importAll(await store.exportAll()), { added: 5000, kept: 0 });
    assert.equal((await target.listSubscriptions({})).length, 5000);
  });
}
