import assert from 'node:assert/strict';
import {
  announce,
  claim,
  confirmed,
  DAY,
  failed,
  hostsOf,
  intent,
  NOW,
  OTHER_TOPIC,
  perform,
  request,
  settle,
  TOPIC,
} from './store-actions.ts';
import type { Rule } from './store-subject.ts';

const end = { reason: 'removed', isNotified: true } as const;

/** What operators and subscribers are told. */
export function testLookups(test: Rule): void {
  test('counts are of topics, states and what is due', async ({ store }) => {
    assert.deepEqual(await store.count(NOW), []);
    await announce(store, 1, NOW - 5);
    for (const host of ['a.test', 'b.test', 'c.test']) await perform(store, host);
    await announce(store, 2, NOW - 3);
    const [row] = await claim(store, 'active', { version: 2, limit: 1 });
    assert.ok(row);
    await settle(store, row, failed());
    for (const host of ['current.test', 'owed.test']) await perform(store, host);
    await store.end({ host: 'owed.test' }, end, NOW);
    await perform(store, 'swept.test', {}, confirmed(NOW - DAY, NOW - 1));
    await store.sweep(0, NOW);
    await perform(store, 'expired.test', {}, confirmed(NOW - DAY));
    await perform(store, 'long-ago.test', {}, confirmed(NOW - 2 * DAY));
    await request(store, 'new.test');
    await request(store, 'a.test', { mode: 'unsubscribe' });
    await request(store, 'x.test', { topic: OTHER_TOPIC });
    assert.deepEqual(await store.count(NOW), [
      {
        ...{ topic: TOPIC, announcedAt: NOW - 3, active: 4, pendingVerification: 1 },
        ...{ pendingRemoval: 1, expired: 2, due: 3, failing: 1, notices: 1 },
      },
    ]);
  });

  test('rows are listed and found by what names them, of ends the last', async ({ store }) => {
    const pair = { topic: TOPIC, callback: intent('a.test').callback };
    const nothing = { pending: undefined, active: undefined, ended: undefined };
    assert.deepEqual(await store.find(pair), nothing);
    await perform(store, 'b.test');
    await perform(store, 'a.test', { topic: OTHER_TOPIC });
    await perform(store, 'a.test');
    await request(store, 'a.test', { secret: 's' });
    const rows = await store.list();
    assert.deepEqual(hostsOf(rows), ['a.test', 'a.test', 'b.test', 'a.test']);
    const [active, pending, b, other] = rows;
    assert.deepEqual(await store.list({ id: b?.id ?? 0 }), [b]);
    assert.deepEqual(await store.list({ callback: pair.callback }), [active, pending, other]);
    assert.deepEqual(await store.list(pair), [active, pending]);
    assert.deepEqual(await store.find(pair), { ...nothing, active, pending });

    // Of both that end at the same time, the subscription counts.
    await store.end(pair, end, NOW);
    assert.equal((await store.find(pair)).ended?.id, active?.id);
    await request(store, 'a.test');
    await store.end(pair, { reason: 'blocked', isNotified: false }, NOW + 1);
    const last = (await store.list(pair)).at(-1);
    assert.deepEqual(await store.find(pair), { ...nothing, ended: last });
  });
}
