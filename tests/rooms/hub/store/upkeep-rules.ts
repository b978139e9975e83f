import assert from 'node:assert/strict';
import type { HubStore, RowFilter } from '../../../../sidecar/hub/store/hub-store.ts';
import { MAX_REFUSED } from '../../../../sidecar/hub/store/upkeep.ts';
import {
  announce,
  claim,
  claimOne,
  confirmed,
  DAY,
  FAULT,
  failed,
  hostsOf,
  intent,
  NOW,
  OTHER_TOPIC,
  only,
  perform,
  request,
  rowsOf,
  settle,
  TOPIC,
} from './store-actions.ts';
import type { Rule } from './store-subject.ts';

/** Ends rows as an operator does; resolves to how many subscriptions and requests. */
async function remove(store: HubStore, filter: RowFilter, isNotified = true) {
  const end = { reason: 'removed', isNotified } as const;
  const { subscriptions, requests } = await store.end(filter, end, NOW);
  return [subscriptions, requests];
}

/** What operators see and do, and what time does. */
export function testUpkeep(test: Rule): void {
  test('leases and requests end when their time is over', async ({ store }) => {
    await perform(store, 'lease.test', {}, confirmed(NOW, NOW + DAY));
    await announce(store, 1);
    const row = await claimOne(store, 'active');
    await request(store, 'asked.test');
    await settle(store, await claimOne(store, 'pending'), failed());
    await request(store, 'new.test');
    await perform(store, 'longer.test', {}, confirmed(NOW, NOW + DAY + 1));
    await request(store, 'longer.test', {}, NOW + 1);
    await store.sweep(0, NOW + DAY);
    assert.deepEqual(hostsOf(await rowsOf(store, 'active')), ['longer.test']);
    assert.deepEqual(hostsOf(await rowsOf(store, 'pending')), ['longer.test']);
    const ended = (await rowsOf(store, 'ended')).map(({ host, reason, cause, ...rest }) => {
      assert.deepEqual([rest.endedAt, rest.nextAt], [NOW + DAY, undefined]);
      return [host, reason, cause];
    });
    assert.deepEqual(ended, [
      ['asked.test', 'refused', FAULT],
      ['lease.test', 'expired', undefined],
      // It was never tried.
      ['new.test', 'refused', undefined],
    ]);
    assert.equal(await settle(store, row, failed()), false);
  });

  test('ends are forgotten after a while, unless a notice is owed', async ({ store }) => {
    for (const host of ['told.test', 'quiet.test', 'owed.test']) await perform(store, host);
    for (const host of ['told.test', 'owed.test']) await remove(store, { host });
    await remove(store, { host: 'quiet.test' }, false);
    const [notice] = await claim(store, 'ended', { limit: 1 });
    assert.equal(notice?.host, 'told.test');
    await settle(store, notice, { kind: 'notified', at: NOW });
    for (const [before, now, left] of [
      [NOW, NOW + 1, ['owed.test', 'quiet.test', 'told.test']],
      [NOW + 1, NOW + DAY - 1, ['owed.test']],
      [NOW + 1, NOW + DAY, []],
    ] as const) {
      await store.sweep(before, now);
      assert.deepEqual(hostsOf(await store.list()), left);
    }
  });

  test('of requests that came to nothing the newest are kept, up to a limit', async ({
    store,
    run,
  }) => {
    await perform(store, 'a.test');
    await remove(store, { host: 'a.test' }, false);
    await run(
      `INSERT INTO testimony_subscriptions (pair, state, reason, topic, callback, host, ended_at)
        WITH RECURSIVE numbers (n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM numbers WHERE n < $1)
        SELECT CAST(n AS TEXT), 'ended', 'refused', 'topic', 'https://b.test/', 'b.test',
          CAST($2 AS BIGINT) + n FROM numbers`,
      ...[MAX_REFUSED + 2, NOW],
    );
    await store.sweep(0, NOW);
    const refused = await rowsOf(store, 'ended');
    assert.equal(refused.shift()?.host, 'a.test');
    assert.deepEqual([refused.length, refused[0]?.endedAt], [MAX_REFUSED, NOW + 3]);
  });

  test('an operator ends subscriptions and requests, and has callbacks notified or not', async ({
    store,
  }) => {
    for (const host of ['loud.test', 'quiet.test']) await perform(store, host);
    await perform(store, 'loud.test', { topic: OTHER_TOPIC });
    await perform(store, 'expired.test', {}, confirmed(NOW - DAY));
    await request(store, 'loud.test');
    await request(store, 'new.test');
    const { callback } = intent('loud.test');
    const { id } = only(await store.list({ host: 'expired.test' }));
    assert.deepEqual(await remove(store, { callback, topic: TOPIC }), [1, 1]);
    assert.deepEqual(await remove(store, { host: 'quiet.test' }, false), [1, 0]);
    assert.deepEqual(await remove(store, { id }), [1, 0]);
    assert.deepEqual(await remove(store, { host: 'new.test' }), [0, 1]);
    assert.equal(only(await rowsOf(store, 'active')).topic, OTHER_TOPIC);
    // Another end of the same pair does not undo a notice that is owed.
    await request(store, 'loud.test');
    assert.deepEqual(await remove(store, { callback, topic: TOPIC }, false), [0, 1]);
    assert.partialDeepStrictEqual(await claimOne(store, 'ended'), {
      ...{ host: 'loud.test', reason: 'removed', endedAt: NOW, subscribedAt: NOW, attempts: 0 },
      ...{ expiresAt: NOW + DAY, cause: undefined },
    });
  });

  test('what ends while it is renewed stays ended, and is notified', async ({ stores }) => {
    const [store, other] = stores;
    for (let round = 0; round < 20; round++) {
      const host = `${round}.test`;
      await perform(store, host);
      await request(store, host);
      const row = await claimOne(store, 'pending');
      const [hasCounted, [subscriptions]] = await Promise.all([
        settle(other, row, confirmed(NOW, NOW + 2 * DAY)),
        remove(store, { host }),
      ]);
      assert.equal(subscriptions, 1);
      const { active, ended } = await store.find(intent(host));
      const expiresAt = NOW + (hasCounted ? 2 * DAY : DAY);
      assert.deepEqual([active, ended?.expiresAt, ended?.nextAt], [undefined, expiresAt, NOW]);
    }
  });

  test('a host is listed and ends with all below it, and no other that looks like it', async ({
    store,
  }) => {
    const others = ['a\\.test', 'b_r.test.x', 'bar.test', 'test', 'x.bar.test', 'xb_r.test'];
    for (const host of ['b_r.test', 'x.b_r.test', 'y.x.b_r.test', '%.test', ...others]) {
      await perform(store, host);
    }
    for (const [host, count] of [
      ['b_r.test', 3],
      ['%.test', 1],
      ['\\.test', 0],
    ] as const) {
      assert.equal((await store.list({ host })).length, count);
      assert.deepEqual(await remove(store, { host }), [count, 0]);
    }
    assert.deepEqual(hostsOf(await rowsOf(store, 'active')).toSorted(), others);
  });
}
