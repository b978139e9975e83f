import assert from 'node:assert/strict';
import type { HubStore, Publication } from '../../../../sidecar/hub/store/hub-store.ts';
import {
  acknowledged,
  announce,
  claimDelivery,
  claimingDue,
  failed,
  hostsOf,
  MINUTE,
  NOW,
  OTHER_TOPIC,
  perform,
  type Rule,
  subscribeMany,
  TOPIC,
} from './store-subject.ts';

type Said = 'announced' | 'unchanged' | 'stale';

/** Announces versions of the topic, by hash, ordinal and what came before; the store says so. */
async function assertSaid(
  store: HubStore,
  ...said: readonly (readonly [string, number, Said, string?])[]
) {
  for (const [hash, ordinal, expected, after] of said) {
    const publication: Publication = { topic: TOPIC, hash, ordinal, after };
    assert.equal(await store.announce(publication, NOW), expected, `${hash} of ${ordinal}`);
  }
}

/** What is announced, and who is to get it. */
export function testDelivery(test: Rule): void {
  test('a change is what differs from the last version and belongs to a later release', async ({
    store,
  }) => {
    await assertSaid(
      store,
      ['a', 5, 'announced'],
      ['a', 5, 'unchanged'],
      ['a', 6, 'unchanged'],
      ['b', 4, 'stale'],
      ['b', 5, 'stale'],
      ['b', 7, 'announced'],
      ['a', 8, 'announced'],
      // A later release with the same content makes those between old.
      ['a', 12, 'unchanged'],
      ['a', 7, 'unchanged'],
      ['b', 11, 'stale'],
    );
    const other = { topic: OTHER_TOPIC, hash: 'x', ordinal: 1 };
    assert.equal(await store.announce(other, 7), 'announced');
  });

  test('who had the last version before comes after it, whatever the ordinals say', async ({
    store,
  }) => {
    await assertSaid(
      store,
      ['a', 9, 'announced'],
      ['b', 3, 'announced', 'a'],
      // Back, and forth again.
      ['a', 4, 'announced', 'b'],
      ['b', 5, 'announced', 'a'],
      // Ordinals still never go back.
      ['z', 9, 'stale'],
      ['z', 10, 'announced'],
    );
  });

  test('who lags behind and goes through an earlier version is silent until it is something new', async ({
    store,
  }) => {
    await assertSaid(
      store,
      ['a', 0, 'announced'],
      ['b', 1, 'announced'],
      ['c', 2, 'announced'],
      ['b', 100, 'stale', 'a'],
      ['c', 101, 'unchanged', 'b'],
      // Also where its clock is behind.
      ['d', 1, 'announced', 'b'],
    );
  });

  test('of versions long ago nothing is known', async ({ store }) => {
    for (let index = 0; index < 102; index++) await announce(store, `${index}`, index);
    await assertSaid(store, ['2', 1_000, 'stale', 'other'], ['1', 1_000, 'announced', 'other']);
  });

  test('of many that announce the same change one is the first', async ({ store, again }) => {
    const stores = [store, await again()];
    for (const ordinal of [1, 2, 3]) {
      const publication = { topic: TOPIC, hash: `${ordinal}`, ordinal };
      const answers = await Promise.all(
        Array.from({ length: 20 }, (_, at) => stores[at % 2]?.announce(publication, NOW)),
      );
      assert.equal(answers.filter((answer) => answer === 'announced').length, 1);
      assert.equal(answers.filter((answer) => answer === 'unchanged').length, 19);
    }
    assert.equal((await store.exportAll()).topics[0]?.sequence, 3);
  });

  test('as many are handed out as were asked for, and in the end all of them', async ({
    store,
  }) => {
    await subscribeMany(store, { 'a.test': 3, 'b.test': 300 });
    await announce(store, 'a', 1);
    const claim = (limit: number) => store.claimDeliveries(claimingDue({ limit }));
    const claims = [await claim(100), await claim(0), await claim(50), await claim(999)];
    assert.deepEqual(
      claims.map(({ length }) => length),
      [100, 0, 50, 153],
    );
    assert.equal(new Set(claims.flat().map(({ id }) => id)).size, 303);
  });

  test('nothing is handed out for a version that is not the newest', async ({ store }) => {
    await perform(store, 'a.test');
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

  test('nothing is handed out from the end of a lease on', async ({ store }) => {
    await perform(store, 'a.test', {}, { expiresAt: NOW + 5 });
    await announce(store, 'a', 1);
    assert.deepEqual(await store.claimDeliveries(claimingDue({ now: NOW + 5 })), []);
    assert.equal(await store.nextDeliveryAt(TOPIC, 'a', NOW + 5), undefined);
    await claimDelivery(store, { now: NOW + 4 });
  });

  test('a delivery is handed out once, and taken over only after its time where that is asked for', async ({
    store,
  }) => {
    await perform(store, 'a.test');
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
    // A restart makes all claims free.
    await store.releaseClaims();
    const { claim } = await claimDelivery(store, { now: NOW + 1 });
    assert.notEqual(claim, second?.claim);
  });

  test('those that failed are handed out apart from the others', async ({ store }) => {
    await subscribeMany(store, { 'a.test': 1, 'b.test': 1, 'c.test': 1 });
    await announce(store, 'a', 1);
    const claimed = await store.claimDeliveries(claimingDue({ limit: 2 }));
    await store.settle(
      claimed.map((one, index) => failed(one, { attempts: index, failures: 1 - index })),
    );
    assert.deepEqual(hostsOf(await store.claimDeliveries(claimingDue())), ['c.test']);
    const again = await store.claimDeliveries(claimingDue({ failing: true }));
    assert.deepEqual(
      again.map(({ host, attempts, failures }) => [host, attempts, failures]),
      [
        ['a.test', 0, 1],
        ['b.test', 1, 0],
      ],
    );
  });

  test('those that lack most come first', async ({ store }) => {
    await subscribeMany(store, { 'a.test': 1, 'b.test': 1 });
    await announce(store, 'a', 1);
    await store.settle([acknowledged(await claimDelivery(store, { limit: 1 }), 1, NOW - 5)]);
    await announce(store, 'b', 2);
    const claimed = await store.claimDeliveries(claimingDue({ hash: 'b' }));
    assert.deepEqual(hostsOf(claimed), ['b.test', 'a.test']);
  });

  test('one host with thousands of subscriptions does not hide ten others', async ({ store }) => {
    const others = Object.fromEntries(Array.from({ length: 10 }, (_, n) => [`${n}.test`, 1]));
    await subscribeMany(store, { 'huge.test': 5000, ...others });
    await announce(store, 'a', 1);
    const limits = { limit: 20, perHost: 2 };
    const claimed = await store.claimDeliveries(claimingDue(limits));
    assert.equal(claimed.length, 12);
    assert.equal(claimed.filter(({ host }) => host === 'huge.test').length, 2);
    const more = claimingDue({ ...limits, busyHosts: ['huge.test'] });
    assert.deepEqual(await store.claimDeliveries(more), []);
  });

  test('two that claim at once never get the same', async ({ store, again }) => {
    const stores = [store, await again()];
    await subscribeMany(store, { 'a.test': 100, 'b.test': 100 });
    await announce(store, 'a', 1);
    const got: number[] = [];
    // A claimer may find nothing while the other one looks at the same rows.
    for (let round = 0; round < 40 && got.length < 200; round++) {
      const claims = stores.map((one) => one.claimDeliveries(claimingDue({ limit: 20 })));
      got.push(...(await Promise.all(claims)).flat().map(({ id }) => id));
    }
    assert.deepEqual([got.length, new Set(got).size], [200, 200]);
  });
}
