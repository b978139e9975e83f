import assert from 'node:assert/strict';
import { test } from 'node:test';
import {
  announce,
  claimDelivery,
  claimingDue,
  intent,
  type MakePlace,
  MINUTE,
  NOW,
  OTHER_TOPIC,
  open,
  perform,
  subscribeMany,
  TOPIC,
} from './store-subject.ts';

/** What is announced, and who is to get it. */
export function testDelivery(makePlace: MakePlace): void {
  test('a change is what differs from the last version and belongs to a later release', async (t) => {
    const store = await open(t, await makePlace(t));
    const say = (hash: string, ordinal: number) =>
      store.announce({ topic: TOPIC, hash, ordinal }, NOW);
    assert.equal(await say('a', 5), 'announced');
    assert.equal(await say('a', 5), 'unchanged');
    assert.equal(await say('a', 6), 'unchanged');
    assert.equal(await say('b', 4), 'stale');
    assert.equal(await say('b', 5), 'stale');
    assert.equal(await say('b', 7), 'announced');
    assert.equal(await say('a', 8), 'announced');
    assert.equal(
      await store.announce({ topic: OTHER_TOPIC, hash: 'x', ordinal: 1 }, 7),
      'announced',
    );
  });

  test('a later release with the same content makes those between old', async (t) => {
    const store = await open(t, await makePlace(t));
    await announce(store, 'a', 5);
    assert.equal(await store.announce({ topic: TOPIC, hash: 'a', ordinal: 9 }, NOW), 'unchanged');
    assert.equal(await store.announce({ topic: TOPIC, hash: 'a', ordinal: 4 }, NOW), 'unchanged');
    assert.equal(await store.announce({ topic: TOPIC, hash: 'b', ordinal: 8 }, NOW), 'stale');
  });

  test('who had the last version before comes after it, whatever the ordinals say', async (t) => {
    const store = await open(t, await makePlace(t));
    await announce(store, 'a', 9);
    const say = (hash: string, ordinal: number, after: string) =>
      store.announce({ topic: TOPIC, hash, ordinal, after }, NOW);
    assert.equal(await say('b', 3, 'a'), 'announced');
    // Back, and forth again.
    assert.equal(await say('a', 4, 'b'), 'announced');
    assert.equal(await say('b', 5, 'a'), 'announced');
    // Ordinals still never go back.
    assert.equal(await store.announce({ topic: TOPIC, hash: 'z', ordinal: 9 }, NOW), 'stale');
    assert.equal(await store.announce({ topic: TOPIC, hash: 'z', ordinal: 10 }, NOW), 'announced');
  });

  test('who lags behind and goes through an earlier version is silent until it is something new', async (t) => {
    const store = await open(t, await makePlace(t));
    for (const [index, hash] of ['a', 'b', 'c'].entries()) await announce(store, hash, index);
    const say = (hash: string, ordinal: number, after: string) =>
      store.announce({ topic: TOPIC, hash, ordinal, after }, NOW);
    assert.equal(await say('b', 100, 'a'), 'stale');
    assert.equal(await say('c', 101, 'b'), 'unchanged');
    // Also where its clock is behind.
    assert.equal(await say('d', 1, 'b'), 'announced');
  });

  test('of versions long ago nothing is known', async (t) => {
    const store = await open(t, await makePlace(t));
    for (let index = 0; index < 102; index++) await announce(store, `${index}`, index);
    const say = (hash: string) =>
      store.announce({ topic: TOPIC, hash, ordinal: 1_000, after: 'other' }, NOW);
    assert.equal(await say('2'), 'stale');
    assert.equal(await say('1'), 'announced');
  });

  test('of many that announce the same change one is told so', async (t) => {
    const place = await makePlace(t);
    const stores = [await open(t, place), await open(t, place)];
    for (const ordinal of [1, 2, 3]) {
      const publication = { topic: TOPIC, hash: `${ordinal}`, ordinal };
      const answers = await Promise.all(
        Array.from({ length: 20 }, (_, at) => stores[at % 2]?.announce(publication, NOW)),
      );
      assert.equal(answers.filter((answer) => answer === 'announced').length, 1);
      assert.equal(answers.filter((answer) => answer === 'unchanged').length, 19);
    }
    const [topic] = (await stores[0]?.exportAll())?.topics ?? [];
    assert.equal(topic?.sequence, 3);
  });

  test('in any order all are handed out, too', async (t) => {
    const store = await open(t, await makePlace(t));
    await subscribeMany(store, { 'a.test': 40, 'b.test': 40 });
    await announce(store, 'a', 1);
    const claim = (limit: number) =>
      store.claimDeliveries(claimingDue({ order: 'random', limit, perHost: 40 }));
    const first = await claim(30);
    const rest = await claim(100);
    assert.deepEqual([first.length, rest.length], [30, 50]);
    assert.equal(new Set([...first, ...rest].map(({ id }) => id)).size, 80);
  });

  test('nothing is handed out for a version that is not the newest', async (t) => {
    const store = await open(t, await makePlace(t));
    await perform(store, intent('a.test'));
    assert.deepEqual(await store.claimDeliveries(claimingDue()), []);
    await announce(store, 'a', 1);
    await announce(store, 'b', 2);
    assert.deepEqual(await store.claimDeliveries(claimingDue({ hash: 'a' })), []);
    assert.equal(await store.nextDeliveryAt(TOPIC, 'a', NOW), undefined);
    assert.equal(await store.nextDeliveryAt(TOPIC, 'b', NOW), NOW);
    const other = claimingDue({ topic: OTHER_TOPIC, hash: 'b' });
    assert.deepEqual(await store.claimDeliveries(other), []);
    assert.equal((await claimDelivery(store, { hash: 'b' })).sequence, 2);
  });

  test('nothing is handed out from the end of a lease on', async (t) => {
    const store = await open(t, await makePlace(t));
    await perform(store, intent('a.test'), { expiresAt: NOW + 5 });
    await announce(store, 'a', 1);
    assert.deepEqual(await store.claimDeliveries(claimingDue({ now: NOW + 5 })), []);
    assert.equal(await store.nextDeliveryAt(TOPIC, 'a', NOW + 5), undefined);
    await claimDelivery(store, { now: NOW + 4 });
  });

  test('a delivery is handed out once, and taken over only after its time where that is asked for', async (t) => {
    const store = await open(t, await makePlace(t));
    await perform(store, intent('a.test'));
    await announce(store, 'a', 1);
    const first = await claimDelivery(store);
    assert.equal(await store.nextDeliveryAt(TOPIC, 'a', NOW), NOW + MINUTE);
    const at = (ms: number, takeOver: boolean) =>
      store.claimDeliveries(claimingDue({ now: NOW + ms, until: NOW + 9 * MINUTE, takeOver }));
    assert.deepEqual(await at(MINUTE - 1, true), []);
    assert.deepEqual(await at(MINUTE, false), []);
    const [second] = await at(MINUTE, true);
    assert.equal(second?.id, first.id);
    assert.notEqual(second?.claim, first.claim);
  });

  test('a restart makes all claims free', async (t) => {
    const store = await open(t, await makePlace(t));
    await perform(store, intent('a.test'));
    await announce(store, 'a', 1);
    const lost = await claimDelivery(store);
    await store.releaseClaims(NOW + 1);
    const { claim } = await claimDelivery(store, { now: NOW + 1 });
    assert.notEqual(claim, lost.claim);
  });

  test('those that failed are handed out apart from the others', async (t) => {
    const store = await open(t, await makePlace(t));
    await subscribeMany(store, { 'a.test': 1, 'b.test': 1, 'c.test': 1 });
    await announce(store, 'a', 1);
    const claimed = await store.claimDeliveries(claimingDue({ limit: 2 }));
    const failed = { outcome: 'retry', sequence: 1, readyAt: NOW } as const;
    await store.settle(
      claimed.map(({ id, claim }, index) => ({
        ...{ id, claim, ...failed },
        ...{ attempts: index, failures: 1 - index },
      })),
    );
    const others = await store.claimDeliveries(claimingDue());
    assert.deepEqual(
      others.map(({ host }) => host),
      ['c.test'],
    );
    const again = await store.claimDeliveries(claimingDue({ failing: true }));
    assert.deepEqual(
      again.map(({ host, tried, attempts, failures }) => [host, tried, attempts, failures]),
      [
        ['a.test', 1, 0, 1],
        ['b.test', 1, 1, 0],
      ],
    );
  });

  test('those that lack most come first', async (t) => {
    const store = await open(t, await makePlace(t));
    await subscribeMany(store, { 'a.test': 1, 'b.test': 1 });
    await announce(store, 'a', 1);
    const [first] = await store.claimDeliveries(claimingDue({ limit: 1 }));
    assert.ok(first);
    const { id, claim } = first;
    await store.settle([{ id, claim, outcome: 'acknowledged', sequence: 1, at: NOW - 5 }]);
    await announce(store, 'b', 2);
    const [behind, ahead] = await store.claimDeliveries(claimingDue({ hash: 'b' }));
    assert.deepEqual([behind?.host, ahead?.host], ['b.test', 'a.test']);
  });

  test('one host with thousands of subscriptions does not hide ten others', async (t) => {
    const store = await open(t, await makePlace(t));
    const others = Object.fromEntries(Array.from({ length: 10 }, (_, n) => [`${n}.test`, 1]));
    await subscribeMany(store, { 'huge.test': 5000, ...others });
    await announce(store, 'a', 1);
    const claimed = await store.claimDeliveries(claimingDue({ limit: 20, perHost: 2 }));
    assert.equal(claimed.length, 12);
    assert.equal(claimed.filter(({ host }) => host === 'huge.test').length, 2);
    const more = await store.claimDeliveries(
      claimingDue({ limit: 20, perHost: 2, busyHosts: ['huge.test'] }),
    );
    assert.deepEqual(more, []);
  });

  test('no more is handed out than was asked for', async (t) => {
    const store = await open(t, await makePlace(t));
    await subscribeMany(store, { 'a.test': 3, 'b.test': 300 });
    await announce(store, 'a', 1);
    assert.equal((await store.claimDeliveries(claimingDue({ limit: 100 }))).length, 100);
    assert.equal((await store.claimDeliveries(claimingDue({ limit: 0 }))).length, 0);
    assert.equal((await store.claimDeliveries(claimingDue())).length, 203);
  });

  test('two that claim at once never get the same', async (t) => {
    const place = await makePlace(t);
    const stores = [await open(t, place), await open(t, place)];
    const [store] = stores;
    assert.ok(store);
    await subscribeMany(store, { 'a.test': 100, 'b.test': 100 });
    await announce(store, 'a', 1);
    const got: number[] = [];
    // A claimer may find nothing while the other one looks at the same rows.
    for (let round = 0; round < 40 && got.length < 200; round++) {
      const claims = stores.map((one) => one.claimDeliveries(claimingDue({ limit: 20 })));
      got.push(...(await Promise.all(claims)).flat().map(({ id }) => id));
    }
    assert.equal(got.length, 200);
    assert.equal(new Set(got).size, 200);
  });
}
