import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { HubContent } from '../../../../sidecar/hub/store/hub-store.ts';
import {
  announce,
  claimDelivery,
  claimingDue,
  claimOne,
  DAY,
  intent,
  type MakePlace,
  NOW,
  OTHER_TOPIC,
  open,
  perform,
  subscribeMany,
  TOPIC,
  UNLIMITED,
} from './store-subject.ts';

/** A store after four versions: one subscriber has the newest, one lacks it, one awaits its lease. */
async function fill(t: Parameters<MakePlace>[0], makePlace: MakePlace): Promise<HubContent> {
  const store = await open(t, await makePlace(t));
  await perform(store, intent('behind.test', { secret: 'ß"' }));
  for (const [index, hash] of ['a', 'b', 'c', 'd'].entries()) await announce(store, hash, index);
  await perform(store, intent('current.test'));
  await perform(store, intent('expired.test'), { expiresAt: NOW - 1 });
  await store.accept(intent('new.test', { secret: 's' }), UNLIMITED, NOW + 1);
  const { id } = await claimOne(store, intent('new.test').callback, NOW + 1);
  await store.postpone(id, 2, NOW + 5);
  await store.accept(intent('current.test', { mode: 'unsubscribe' }), UNLIMITED, NOW + 2);
  return store.exportAll();
}

/** How everything moves from one store to another. */
export function testTransfer(makePlace: MakePlace): void {
  test('an empty store takes everything as it is', async (t) => {
    const content = await fill(t, makePlace);
    assert.deepEqual(
      [content.topics.length, content.subscriptions.length, content.requests.length],
      [1, 3, 2],
    );
    const target = await open(t, await makePlace(t));
    assert.deepEqual(await target.importAll(content), { added: 5, kept: 0 });
    assert.deepEqual(await target.exportAll(), content);
    assert.equal((await claimDelivery(target, { hash: 'd' })).host, 'behind.test');
    const { id, attempts } = await claimOne(target, intent('new.test').callback, NOW + 5);
    assert.equal(attempts, 2);
    assert.equal(await target.confirm(id, NOW + DAY, NOW + 5), 'subscribed');
  });

  test('a second import changes nothing', async (t) => {
    const content = await fill(t, makePlace);
    const target = await open(t, await makePlace(t));
    await target.importAll(content);
    assert.deepEqual(await target.importAll(content), { added: 0, kept: 5 });
    assert.deepEqual(await target.exportAll(), content);
  });

  test('what is there already stays as it is', async (t) => {
    const content = await fill(t, makePlace);
    const target = await open(t, await makePlace(t));
    await perform(target, intent('current.test', { secret: 'own' }), { expiresAt: NOW + 7 });
    await target.accept(intent('new.test', { secret: 'own' }), UNLIMITED, NOW);
    assert.deepEqual(await target.importAll(content), { added: 3, kept: 2 });
    const { subscriptions, requests } = await target.exportAll();
    const own = subscriptions.find(({ host }) => host === 'current.test');
    assert.deepEqual([own?.secret, own?.expiresAt], ['own', NOW + 7]);
    assert.equal(requests.find(({ host }) => host === 'new.test')?.secret, 'own');
  });

  test('where both know the topic, who has its newest version is up to date, all others are due', async (t) => {
    const content = await fill(t, makePlace);
    for (const [hash, due] of [
      ['d', ['behind.test']],
      ['other', ['behind.test', 'current.test']],
    ] as const) {
      const target = await open(t, await makePlace(t));
      await announce(target, 'x', 1);
      await announce(target, hash, 2);
      await target.importAll(content);
      const { topics, subscriptions } = await target.exportAll();
      const [topic] = topics;
      assert.equal(subscriptions.find(({ host }) => host === 'behind.test')?.settled, 1);
      assert.deepEqual([topic?.hash, topic?.sequence, topic?.ordinal], [hash, 2, 2]);
      const claimed = await target.claimDeliveries(claimingDue({ hash }));
      assert.deepEqual(claimed.map(({ host }) => host).toSorted(), due);
      assert.ok(claimed.every(({ sequence }) => sequence === 2));
    }
  });

  test('who waits for a topic that was never announced gets its first version', async (t) => {
    const source = await open(t, await makePlace(t));
    await perform(source, intent('a.test'));
    await perform(source, intent('b.test', { topic: OTHER_TOPIC }));
    const target = await open(t, await makePlace(t));
    await announce(target, 'a', 1);
    await target.importAll(await source.exportAll());
    assert.equal((await claimDelivery(target)).host, 'a.test');
    await target.announce({ topic: OTHER_TOPIC, hash: 'b', ordinal: 1 }, NOW);
    assert.equal((await claimDelivery(target, { topic: OTHER_TOPIC, hash: 'b' })).host, 'b.test');
  });

  test('thousands move', async (t) => {
    const source = await open(t, await makePlace(t));
    await subscribeMany(source, { 'a.test': 2500, 'b.test': 2500 });
    const target = await open(t, await makePlace(t));
    assert.deepEqual(await target.importAll(await source.exportAll()), { added: 5000, kept: 0 });
    assert.equal((await target.listSubscriptions({ topic: TOPIC })).length, 5000);
  });
}
