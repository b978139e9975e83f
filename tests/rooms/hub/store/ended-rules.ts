import assert from 'node:assert/strict';
import { MAX_REFUSED } from '../../../../sidecar/hub/store/admin.ts';
import type { ClaimRequest, HubStore } from '../../../../sidecar/hub/store/hub-store.ts';
import {
  acknowledged,
  announce,
  claimDelivery,
  claiming,
  claimOne,
  DAY,
  ended,
  FAULT,
  hostsOf,
  intent,
  MINUTE,
  NOW,
  only,
  perform,
  type Rule,
  request,
  subscribeMany,
  TOPIC,
} from './store-subject.ts';

/** What is kept of a subscription that ended, and of its notice, where nothing else is known. */
const KEPT = {
  ...{ topic: TOPIC, subscribedAt: NOW, expiresAt: NOW + DAY, acknowledgedAt: undefined },
  ...{ noticeAttempts: 0, notifiedAt: undefined, noticeFault: undefined },
};

/** Ends the subscription of a host, after a failed delivery. */
async function end(store: HubStore, host: string, reason: 'failed' | 'gone' = 'failed') {
  await subscribeMany(store, { [host]: 1 });
  const [topic] = (await store.exportAll()).topics;
  if (!topic) await announce(store, 'a', 1);
  await store.settle([ended(await claimDelivery(store), reason)]);
  return { topic: TOPIC, callback: `https://${host}/0` };
}

async function claimNotice(store: HubStore, changes: Partial<ClaimRequest> = {}) {
  const [notice, ...others] = await store.claimNotices(claiming(changes));
  assert.ok(notice && others.length === 0, 'one notice is due');
  return notice;
}

/** The one row that is kept of what ended. */
async function onlyEnded(store: HubStore) {
  const [row, ...others] = await store.listEnded({});
  assert.ok(row && others.length === 0, 'one row is kept');
  return row;
}

const owes = async (store: HubStore, now = NOW) => (await store.countQueue(now)).notices;

/** What is kept of what ended, and who is notified of it. */
export function testEnds(test: Rule): void {
  test('with the end of a subscription its notice is stored, until the lease would have ended', async ({
    store,
  }) => {
    assert.equal(await store.nextNoticeAt(NOW), undefined);
    const { callback } = await end(store, 'a.test');
    assert.deepEqual(await onlyEnded(store), {
      ...{ ...KEPT, callback, host: 'a.test', reason: 'failed', endedAt: NOW, failedAt: NOW },
      ...{ fault: FAULT, noticeUntil: NOW + DAY, noticeAt: NOW },
    });
    assert.deepEqual([await owes(store), await store.nextNoticeAt(NOW)], [1, NOW]);
    assert.partialDeepStrictEqual(await claimNotice(store), {
      ...{ topic: TOPIC, callback, host: 'a.test', reason: 'failed' },
      ...{ attempts: 0, until: NOW + DAY },
    });
    assert.deepEqual(await store.claimNotices(claiming({ now: NOW + DAY, takeOver: true })), []);
    assert.equal(await store.nextNoticeAt(NOW + DAY), undefined);
    assert.equal(await owes(store, NOW + DAY), 0);
  });

  test('who ends it itself is not notified, by 410 or by unsubscribing', async ({ store }) => {
    await end(store, 'gone.test', 'gone');
    await perform(store, 'left.test');
    assert.equal(await perform(store, 'left.test', { mode: 'unsubscribe' }), 'unsubscribed');
    const rows = await store.listEnded({});
    assert.deepEqual(
      rows.map(({ host, reason, noticeUntil }) => [host, reason, noticeUntil]),
      [
        ['left.test', 'unsubscribed', undefined],
        ['gone.test', 'gone', undefined],
      ],
    );
    assert.equal(await store.nextNoticeAt(NOW), undefined);
    assert.deepEqual(await store.claimNotices(claiming()), []);
  });

  test('a notice is claimed once, tried again at its time, and over when it is answered', async ({
    store,
  }) => {
    await end(store, 'a.test');
    const first = await claimNotice(store);
    assert.deepEqual(await store.claimNotices(claiming()), []);
    assert.equal(await store.nextNoticeAt(NOW), NOW + MINUTE);
    const failure = { outcome: 'failed', attempts: 1, readyAt: NOW + 8.6, fault: FAULT } as const;
    await store.settleNotice({ ...first, claim: 'lost', ...failure });
    assert.equal((await onlyEnded(store)).noticeAttempts, 0);
    await store.settleNotice({ ...first, ...failure });
    assert.partialDeepStrictEqual(await onlyEnded(store), {
      ...{ noticeAttempts: 1, noticeAt: NOW + 9, noticeFault: FAULT, noticeUntil: NOW + DAY },
    });
    assert.equal(await store.nextNoticeAt(NOW), NOW + 9);
    assert.deepEqual(await store.claimNotices(claiming({ now: NOW + 8 })), []);

    const second = await claimNotice(store, { now: NOW + 9 });
    assert.equal(second.attempts, 1);
    await store.settleNotice({ ...second, outcome: 'released' });
    const third = await claimNotice(store, { now: NOW + 9 });
    await store.settleNotice({ ...third, outcome: 'answered', at: NOW + 10 });
    assert.partialDeepStrictEqual(await onlyEnded(store), {
      ...{ noticeUntil: undefined, notifiedAt: NOW + 10, noticeFault: undefined },
    });
    assert.equal(await store.nextNoticeAt(NOW), undefined);
  });

  test('a notice survives its claimer: after the time of the claim, or after a restart', async ({
    store,
  }) => {
    await end(store, 'a.test');
    const { id } = await claimNotice(store);
    const late = { now: NOW + MINUTE, until: NOW + 2 * MINUTE };
    assert.deepEqual(await store.claimNotices(claiming(late)), []);
    assert.equal((await claimNotice(store, { ...late, takeOver: true })).id, id);
    await store.releaseClaims();
    assert.equal((await claimNotice(store)).id, id);
  });

  test('a host gets no more notices at a time than its share', async ({ store }) => {
    await subscribeMany(store, { 'a.test': 30, 'b.test': 1, 'busy.test': 1 });
    for (const host of ['a.test', 'b.test', 'busy.test']) {
      await store.endRows({ host }, { reason: 'removed', isNotified: true }, NOW);
    }
    const limits = claiming({ perHost: 2, busyHosts: ['busy.test'] });
    const claimed = hostsOf(await store.claimNotices(limits));
    assert.deepEqual(claimed.toSorted(), ['a.test', 'a.test', 'b.test']);
  });

  test('who subscribes again is not notified of the end before', async ({ store }) => {
    const { callback } = await end(store, 'a.test');
    const notice = await claimNotice(store);
    await request(store, 'a.test', { callback });
    assert.equal(await owes(store), 1);
    await store.confirm((await claimOne(store, 'a.test')).id, NOW + DAY, NOW);
    await store.settleNotice({ ...notice, outcome: 'answered', at: NOW });
    assert.deepEqual([await store.listEnded({}), await owes(store)], [[], 0]);
  });

  test('a refused request is kept, and with it why; of an active subscription on its row', async ({
    store,
  }) => {
    const refuse = async (host: string, now: number) =>
      store.refuse((await claimOne(store, host, now)).id, 'refused', FAULT, now);
    await request(store, 'new.test');
    await refuse('new.test', NOW + 1);
    const { callback, host } = intent('new.test');
    assert.deepEqual(await onlyEnded(store), {
      ...{ ...KEPT, callback, host, subscribedAt: undefined, expiresAt: undefined },
      ...{ reason: 'refused', endedAt: NOW + 1, failedAt: NOW + 1, fault: FAULT },
      ...{ noticeUntil: undefined, noticeAt: NOW + 1 },
    });

    await perform(store, 'a.test');
    const before = await only(store);
    await request(store, 'a.test');
    await refuse('a.test', NOW + 2);
    assert.deepEqual(await only(store), { ...before, refusedAt: NOW + 2, refusal: FAULT });
    assert.deepEqual(hostsOf(await store.listEnded({})), ['new.test']);
    await perform(store, 'a.test', {}, { now: NOW + 3 });
    assert.partialDeepStrictEqual(await only(store), {
      ...{ refusedAt: undefined, refusal: undefined, verifiedAt: NOW + 3 },
    });
  });

  test('the last end of a pair is kept, but for one whose notice is owed', async ({ store }) => {
    const { callback } = await end(store, 'a.test');
    const refuse = async (now: number) => {
      await request(store, 'a.test', { callback }, now);
      const { id } = await claimOne(store, 'a.test', now);
      await store.refuse(id, 'refused', FAULT, now);
      const { reason, subscribedAt, noticeUntil } = await onlyEnded(store);
      return [reason, subscribedAt, noticeUntil];
    };
    assert.deepEqual(await refuse(NOW + 1), ['failed', NOW, NOW + DAY]);
    assert.deepEqual(await refuse(NOW + DAY), ['refused', undefined, undefined]);
    await end(store, 'a.test');
    assert.equal((await onlyEnded(store)).reason, 'failed');
    const notice = await claimNotice(store);
    await store.settleNotice({ ...notice, outcome: 'answered', at: NOW + 2 });
    assert.deepEqual(await refuse(NOW + 3), ['refused', undefined, undefined]);
    assert.equal((await onlyEnded(store)).notifiedAt, undefined);
  });

  test('what ended is forgotten after a while, but no notice that is owed', async ({ store }) => {
    await end(store, 'gone.test', 'gone');
    await end(store, 'owed.test');
    const purge = async (before: number, now: number) => {
      await store.purge(before, 0, now);
      return hostsOf(await store.listEnded({})).toSorted();
    };
    assert.deepEqual(await purge(NOW, NOW + 1), ['gone.test', 'owed.test']);
    assert.deepEqual(await purge(NOW + 1, NOW + DAY - 1), ['owed.test']);
    assert.deepEqual(await purge(NOW + 1, NOW + DAY), []);
  });

  test('of requests that came to nothing the newest are kept, up to a limit', async ({ store }) => {
    await end(store, 'a.test', 'gone');
    const refused = Array.from({ length: MAX_REFUSED + 2 }, (_, n) => ({
      ...{ ...KEPT, callback: `https://b.test/${n}`, host: 'b.test', reason: 'refused' as const },
      ...{ subscribedAt: undefined, expiresAt: undefined, endedAt: NOW + n, failedAt: NOW },
      ...{ fault: FAULT, noticeUntil: undefined, noticeAt: NOW },
    }));
    const none = { topics: [], subscriptions: [], requests: [], blocked: [] };
    await store.importAll({ ...none, ended: refused });
    await store.purge(NOW, NOW, NOW);
    const rows = await store.listEnded({});
    assert.equal(rows.length, MAX_REFUSED + 1);
    assert.equal(rows.at(-2)?.callback, 'https://b.test/2');
    assert.equal(rows.at(-1)?.host, 'a.test');
  });

  test('all that is known of a pair is found together', async ({ store }) => {
    const { callback } = intent('a.test');
    const pair = { topic: TOPIC, callback };
    const nothing = { request: undefined, subscription: undefined, ended: undefined };
    const none = { ...nothing, dueAt: undefined };
    assert.deepEqual(await store.findPair(pair), none);
    await perform(store, 'b.test');
    await perform(store, 'a.test');
    await request(store, 'a.test', { mode: 'unsubscribe' });
    const found = await store.findPair(pair);
    const [renewal] = await store.listRequests({ callback });
    const [subscription] = await store.listSubscriptions({ callback });
    assert.deepEqual(found, { ...none, request: renewal, subscription });
    assert.equal(renewal?.mode, 'unsubscribe');
    await announce(store, 'a', 1);
    assert.equal((await store.findPair(pair)).dueAt, 0);
    const [one] = (
      await store.claimDeliveries({ ...claiming(), topic: TOPIC, hash: 'a', failing: false })
    ).filter(({ host }) => host === 'a.test');
    assert.ok(one);
    await store.settle([acknowledged(one, 1)]);
    assert.equal((await store.findPair(pair)).dueAt, undefined);
    await store.endRows({ callback }, { reason: 'removed', isNotified: false }, NOW);
    assert.deepEqual(await store.findPair(pair), { ...none, ended: await onlyEnded(store) });
    assert.deepEqual(await store.listEnded({ callback: 'https://b.test/callback' }), []);
  });
}
