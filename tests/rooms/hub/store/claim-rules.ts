import assert from 'node:assert/strict';
import type { HubStore } from '../../../../sidecar/hub/store/hub-store.ts';
import type { Row } from '../../../../sidecar/hub/store/rows.ts';
import {
  announce,
  claim,
  claimOne,
  DAY,
  hostsOf,
  MINUTE,
  NOW,
  only,
  perform,
  request,
  STATES,
  settle,
  subscribeMany,
} from './store-actions.ts';
import type { Rule } from './store-subject.ts';

const released = (nextAt: number) => ({ kind: 'released', nextAt }) as const;

/** Rows of a state with these hosts, whose work is due at a time each, until a day has passed. */
async function makeDue(
  store: HubStore,
  state: Row['state'],
  due: Readonly<Record<string, number>>,
) {
  for (const host of Object.keys(due)) {
    if (state === 'pending') await request(store, host);
    else await perform(store, host);
  }
  await announce(store, 1);
  const end = { reason: 'removed', isNotified: true } as const;
  if (state === 'ended') await store.end({ host: 'test' }, end, NOW);
  for (const row of await claim(store, state)) {
    await settle(store, row, released(due[row.host] ?? NOW));
  }
}

/** Which work is handed out, when, and to whom. */
export function testClaims(test: Rule): void {
  for (const state of STATES) {
    test(`${state} rows are handed out once each, when they are due, in that order`, async ({
      store,
    }) => {
      assert.equal(await store.nextAt(state, NOW), undefined);
      const due = { 'c.test': NOW + 1, 'a.test': NOW + 2, 'b.test': NOW + 3, 'd.test': NOW + 9 };
      await makeDue(store, state, due);
      assert.equal(await store.nextAt(state, NOW), NOW + 1);
      const at = { now: NOW + 8, until: NOW + MINUTE };
      assert.deepEqual(hostsOf(await claim(store, state, { ...at, limit: 2 })), [
        'c.test',
        'a.test',
      ]);
      assert.deepEqual(hostsOf(await claim(store, state, at)), ['b.test']);
      assert.deepEqual(await claim(store, state, at), []);
      assert.equal(await store.nextAt(state, NOW + 8), NOW + 9);
      assert.equal((await claim(store, state, { now: NOW + DAY - 1 })).length, 4);
      // Leases, requests and notices have an end.
      assert.deepEqual(await claim(store, state, { now: NOW + DAY }), []);
      assert.equal(await store.nextAt(state, NOW + DAY), undefined);
    });

    test(`${state} rows whose claim has ended are taken over, and the first claim is void`, async ({
      store,
    }) => {
      await makeDue(store, state, { 'a.test': NOW });
      const first = await claimOne(store, state);
      assert.equal(await store.nextAt(state, NOW), NOW + MINUTE);
      assert.deepEqual(await claim(store, state, { now: NOW + MINUTE - 1 }), []);
      const later = { now: NOW + MINUTE, until: NOW + 2 * MINUTE };
      const second = await claimOne(store, state, later);
      assert.equal(await settle(store, first, released(NOW + DAY)), false);
      assert.deepEqual(await claim(store, state, later), []);
      // A restart makes all claims free, and changes nothing else.
      await store.releaseClaims();
      assert.equal(await settle(store, second, released(NOW + DAY)), false);
      assert.equal((await claimOne(store, state)).id, first.id);
    });

    test(`of ${state} rows a host gets its share, with what is in flight`, async ({ store }) => {
      await makeDue(store, state, { 'busy.test': NOW, 'half.test': NOW, 'free.test': NOW });
      const inFlight = new Map(Object.entries({ 'busy.test': 2, 'half.test': 1, 'gone.test': 9 }));
      const claimed = await claim(store, state, { perHost: 2, inFlight });
      assert.deepEqual(hostsOf(claimed), ['half.test', 'free.test']);
    });
  }

  test('a host with hundreds of subscriptions does not hide ten others', async ({ store }) => {
    const others = Object.fromEntries(Array.from({ length: 10 }, (_, n) => [`${n}.test`, 1]));
    await subscribeMany(store, { 'huge.test': 300, ...others });
    await announce(store, 1);
    const claimed = hostsOf(await claim(store, 'active', { limit: 20, perHost: 2 }));
    assert.deepEqual(claimed, ['huge.test', 'huge.test', ...Object.keys(others)]);
  });

  test('of a topic whose newest version is not at hand nothing is handed out', async ({
    store,
  }) => {
    await perform(store, 'a.test');
    await announce(store, 1);
    await announce(store, 2);
    for (const changes of [{ version: 1 }, { topics: [] }]) {
      assert.deepEqual(await claim(store, 'active', changes), []);
    }
    const { claim: name, ...row } = await claimOne(store, 'active', { version: 2 });
    assert.partialDeepStrictEqual(only(await store.list()), row);
    assert.equal(name.length, 36);
  });

  test('two that claim at once never get the same', async ({ stores }) => {
    await subscribeMany(stores[0], { 'a.test': 100, 'b.test': 100 });
    await announce(stores[0], 1);
    const got: number[] = [];
    // A claimer may find nothing while the other one looks at the same rows.
    for (let round = 0; round < 40 && got.length < 200; round++) {
      const claims = stores.map((store) => claim(store, 'active', { limit: 20 }));
      got.push(...(await Promise.all(claims)).flat().map(({ id }) => id));
    }
    assert.deepEqual([got.length, new Set(got).size], [200, 200]);
  });
}
