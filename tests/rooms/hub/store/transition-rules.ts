import assert from 'node:assert/strict';
import type { HubStore, Outcome } from '../../../../sidecar/hub/store/hub-store.ts';
import {
  acknowledged,
  announce,
  claim,
  claimOne,
  confirmed,
  DAY,
  FAULT,
  failed,
  MINUTE,
  NOW,
  only,
  perform,
  request,
  rowsOf,
  settle,
  subscribeMany,
} from './store-actions.ts';
import type { Rule } from './store-subject.ts';

const AT = NOW + 7;
const LATER = AT + MINUTE;
const LEASE_END = AT + 2 * DAY;
const REFUSAL = { kind: 'challenge', status: 200, code: 'EMPTY' } as const;
const none = undefined;

const agreed = confirmed(AT, LEASE_END + 0.4);
const again = failed({ at: AT, attempts: 3, failures: 2, countedAt: AT, nextAt: LATER + 0.4 });
const refused = { kind: 'ended', at: AT, reason: 'refused', fault: REFUSAL } as const;
const over = { kind: 'ended', at: AT, reason: 'failed', fault: FAULT } as const;

/** How a store comes to claimed work. */
const BEFORE = {
  'a request': async (store: HubStore) => {
    await announce(store, 1);
    await request(store, 'a.test', { secret: 's' });
    return claimOne(store, 'pending');
  },
  'a delivery': async (store: HubStore) => {
    await perform(store, 'a.test', { secret: 's' });
    await announce(store, 1);
    return claimOne(store, 'active');
  },
  'a delivery that has failed': async (store: HubStore) => {
    await settle(store, await BEFORE['a delivery'](store), failed({ nextAt: NOW }));
    return claimOne(store, 'active');
  },
  'a renewal': async (store: HubStore) => {
    await settle(store, await BEFORE['a delivery'](store), failed());
    await request(store, 'a.test', { secret: 'new' });
    return claimOne(store, 'pending');
  },
  'an unsubscription': async (store: HubStore) => {
    await perform(store, 'a.test', { secret: 's' });
    await request(store, 'a.test', { mode: 'unsubscribe' });
    return claimOne(store, 'pending');
  },
  'a notice': async (store: HubStore) => {
    await settle(store, await BEFORE['a delivery'](store), over);
    return claimOne(store, 'ended', { now: AT });
  },
} as const;

/** Claimed work, what became of it, and the one row after it, as far as it is named. */
const TRANSITIONS: readonly (readonly [keyof typeof BEFORE, Outcome, object])[] = [
  [
    'a request',
    agreed,
    {
      ...{ state: 'active', secret: 's', subscribedAt: AT, verifiedAt: AT, expiresAt: LEASE_END },
      // It waits for the next change.
      ...{ offered: 1, acknowledged: 1, failures: 0, attempts: 0, nextAt: none },
    },
  ],
  ['a request', again, { state: 'pending', attempts: 3, nextAt: LATER, fault: FAULT }],
  [
    'a request',
    refused,
    { state: 'ended', reason: 'refused', endedAt: AT, cause: REFUSAL, nextAt: none },
  ],
  ['a request', { kind: 'released', nextAt: LATER - 0.4 }, { state: 'pending', nextAt: LATER }],
  [
    'a renewal',
    agreed,
    {
      ...{ state: 'active', secret: 'new', subscribedAt: NOW, verifiedAt: AT, offered: 1 },
      ...{ expiresAt: LEASE_END, acknowledged: 0, failures: 0, countedAt: none, attempts: 0 },
      nextAt: AT,
    },
  ],
  [
    'a renewal',
    refused,
    {
      ...{ state: 'active', secret: 's', verifiedAt: NOW, failures: 1, nextAt: NOW + MINUTE },
      ...{ refusedAt: AT, refusal: REFUSAL },
    },
  ],
  ['an unsubscription', agreed, { state: 'ended', reason: 'unsubscribed', nextAt: none }],
  ['an unsubscription', refused, { state: 'active', refusedAt: AT, refusal: REFUSAL }],
  [
    'a delivery that has failed',
    { kind: 'acknowledged', at: AT, latencyMs: 11.6 },
    {
      ...{ state: 'active', acknowledged: 1, failures: 0, countedAt: none, attempts: 0 },
      ...{ nextAt: none, acknowledgedAt: AT, latencyMs: 12, failedAt: NOW, fault: FAULT },
    },
  ],
  [
    'a delivery that has failed',
    again,
    {
      ...{ state: 'active', acknowledged: 0, failures: 2, countedAt: AT, attempts: 3 },
      ...{ nextAt: LATER, failedAt: AT, fault: FAULT },
    },
  ],
  ['a delivery', failed({ nextAt: none }), { state: 'active', acknowledged: 0, nextAt: none }],
  [
    'a delivery that has failed',
    over,
    {
      ...{ state: 'ended', reason: 'failed', endedAt: AT, failedAt: none, cause: FAULT },
      ...{ subscribedAt: NOW, expiresAt: NOW + DAY, attempts: 0, fault: none, nextAt: AT },
    },
  ],
  ['a delivery', { ...over, reason: 'gone' }, { state: 'ended', reason: 'gone', nextAt: none }],
  ['a notice', { kind: 'notified', at: AT }, { state: 'ended', notifiedAt: AT, nextAt: none }],
  ['a notice', again, { state: 'ended', attempts: 3, nextAt: LATER, fault: FAULT }],
];

/** What becomes of claimed work. */
export function testTransitions(test: Rule): void {
  for (const [before, outcome, after] of TRANSITIONS) {
    const reason = 'reason' in outcome ? ` (${outcome.reason})` : '';
    test(`${before} that is ${outcome.kind}${reason} counts once`, async ({ store, run }) => {
      const row = await BEFORE[before](store);
      const held = await store.list();
      assert.equal(await settle(store, { ...row, claim: 'lost' }, outcome), false);
      assert.deepEqual(await store.list(), held);
      assert.equal(await settle(store, row, outcome), true);
      const list = await store.list();
      // The subscription's row, or the request's, goes on.
      assert.partialDeepStrictEqual(only(list), { ...after, id: held[0]?.id });
      assert.equal(await settle(store, row, outcome), false);
      assert.deepEqual(await store.list(), list);
      // Neither an end nor a subscription keeps what only a request needs.
      const kept = `SELECT id FROM testimony_subscriptions
        WHERE (state = 'ended' AND secret IS NOT NULL)
          OR (state <> 'pending' AND client IS NOT NULL)`;
      assert.deepEqual(await run(kept), []);
    });
  }

  test('an outcome that a renewal overtakes does not count, and its row is free again', async ({
    store,
  }) => {
    await BEFORE['a delivery'](store);
    for (const [round, outcome] of [acknowledged(AT), again, over].entries()) {
      const now = AT + round;
      await store.releaseClaims();
      const row = await claimOne(store, 'active', { now, until: LATER });
      await perform(store, 'a.test', {}, confirmed(now));
      const renewed = await store.list();
      // Until then there are never two deliveries at once.
      assert.deepEqual(await claim(store, 'active', { now }), []);
      assert.equal(await settle(store, row, outcome), false);
      assert.deepEqual(await store.list(), renewed);
      await claimOne(store, 'active', { now });
    }
  });

  test('what was announced between the end of a lease and its renewal, agreed to before, is due', async ({
    store,
  }) => {
    await perform(store, 'a.test', {}, confirmed(NOW, NOW + 10));
    await request(store, 'a.test');
    const renewal = await claimOne(store, 'pending');
    await announce(store, 1, NOW + 11);
    await settle(store, renewal, confirmed(NOW + 9, LATER));
    const { offered, acknowledged: known, nextAt } = only(await rowsOf(store, 'active'));
    assert.deepEqual([offered, known, nextAt], [1, 0, NOW + 9]);
  });

  test('several are settled together, and each counts or not', async ({ store }) => {
    await subscribeMany(store, { 'a.test': 3 });
    await announce(store, 1);
    const rows = (await claim(store, 'active')).toReversed();
    const settlements = rows.map((row, index) => {
      return { row: index === 1 ? { ...row, claim: 'lost' } : row, outcome: over };
    });
    assert.deepEqual(await store.settle(settlements), [true, false, true]);
    assert.equal(only(await rowsOf(store, 'active')).id, rows[1]?.id);
    assert.deepEqual(await store.settle([]), []);
  });
}
