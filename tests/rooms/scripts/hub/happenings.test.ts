import assert from 'node:assert/strict';
import { test } from 'node:test';
import {
  BASE_URL,
  CALLBACK,
  createStore,
  DAY_MS,
  ended,
  MINUTE_MS,
  NOW,
  request,
  runHub,
  subscription,
} from './world.ts';

const FAULT = { kind: 'status', status: 503, message: 'it answered 503' } as const;
const UNREACHED = {
  kind: 'connection',
  code: 'ECONNREFUSED',
  message: 'nothing listens on its port',
} as const;
const OTHER = 'https://other.example/';
const SECRET = 'never to be shown';

const HELD = {
  topics: [
    {
      ...{ topic: `${BASE_URL}/feed.xml`, hash: 'ab'.repeat(32), ordinal: 7, sequence: 4 },
      announcedAt: NOW,
    },
  ],
  subscriptions: [
    subscription({
      ...{ secret: SECRET, verifiedAt: NOW - DAY_MS, refusedAt: NOW - 20_000, refusal: UNREACHED },
      ...{ failedAt: NOW - 10_000, fault: FAULT, attempts: 1 },
    }),
    subscription({ callback: OTHER, expiresAt: NOW - MINUTE_MS, acknowledged: 4 }),
  ],
  requests: [
    request({ verifyToken: SECRET, failedAt: NOW - 30_000, fault: UNREACHED, attempts: 1 }),
  ],
  ended: [
    ended({ fault: FAULT, notifiedAt: NOW - 50 * MINUTE_MS }),
    ended({
      ...{ callback: 'https://no.example/', subscribedAt: undefined, reason: 'refused' },
      ...{ endedAt: NOW - 2 * MINUTE_MS, fault: UNREACHED },
    }),
    ended({
      ...{
        callback: 'https://deaf.example/',
        reason: 'removed',
        endedAt: NOW - DAY_MS,
        fault: FAULT,
      },
      ...{ noticeUntil: NOW - 3 * MINUTE_MS, noticeFault: FAULT },
    }),
  ],
  blocked: [{ host: 'spam.example', blockedAt: NOW - 40 * MINUTE_MS }],
};

test('the log has what happened last, newest first, and ends with what it leaves out', async (t) => {
  const { status, error, out } = await runHub(['log'], await createStore(t, HELD));
  assert.deepEqual([status, error], [0, '']);
  assert.equal(
    out,
    `2026-11-20 11:59:50  delivery failed  /feed.xml  ${CALLBACK}: it answered 503
2026-11-20 11:59:40  renewal failed  /feed.xml  ${CALLBACK}: nothing listens on its port (ECONNREFUSED)
2026-11-20 11:59:30  verification failed  /feed.xml  https://new.example/push: nothing listens on its port (ECONNREFUSED)
2026-11-20 11:59:00  lease ended  /feed.xml  https://other.example/
2026-11-20 11:59:00  asked to subscribe  /feed.xml  https://new.example/push
2026-11-20 11:58:00  request refused  /feed.xml  https://no.example/: the callback did not agree: nothing listens on its port (ECONNREFUSED)
2026-11-20 11:57:00  notice given up  /feed.xml  https://deaf.example/: it answered 503
2026-11-20 11:20:00  host blocked  spam.example
2026-11-20 11:10:00  notified of the end  /feed.xml  https://gone.example/push
2026-11-20 11:00:00  ended  /feed.xml  https://gone.example/push: 3 notifications in a row failed: it answered 503
2026-11-19 12:00:00  renewed  /feed.xml  ${CALLBACK}
2026-11-19 12:00:00  ended  /feed.xml  https://deaf.example/: it was removed here
2026-11-11 12:00:00  subscribed  /feed.xml  ${CALLBACK}
2026-11-11 12:00:00  subscribed  /feed.xml  https://other.example/
14 entries, in UTC: of each kind the last of a subscription.`,
  );
});

test('a request that is asked again as we could not ask has not failed', async (t) => {
  for (const kind of ['crowded', 'local'] as const) {
    const fault = { kind, message: 'it was not asked' };
    const waiting = request({ failedAt: NOW - 10_000, fault });
    const store = await createStore(t, { requests: [waiting] });
    const { out } = await runHub(['log'], store);
    assert.match(out, /^2026-11-20 11:59:50 {2}verification postponed .*: it was not asked\n/);
    const { out: shown } = await runHub(['show', waiting.callback], store);
    assert.match(shown, /^ {4}Its verification was postponed on .*: it was not asked\.$/m);
    assert.doesNotMatch(out + shown, /failed/);
    const tried = await createStore(t, { requests: [{ ...waiting, attempts: 1 }] });
    const { out: later } = await runHub(['show', waiting.callback], tried);
    assert.match(later, /^ {4}Of .* 1 attempt failed, and the next was postponed on /m);
  }
});

test('the log is bounded, and says how much is older', async (t) => {
  const store = await createStore(t, HELD);
  const { out } = await runHub(['log', '--limit', '1'], store);
  assert.match(
    out,
    /^2026-11-20 11:59:50 .*\n1 entry, in UTC: of each kind the last of a subscription\. 13 are older; --limit shows more\.$/,
  );
  const many = Array.from({ length: 60 }, (_, number) =>
    subscription({ callback: `https://a.example/${number}` }),
  );
  const full = await runHub(['log'], await createStore(t, { subscriptions: many }));
  assert.match(full.out, /\n50 entries, .* 10 are older;/);
  assert.match((await runHub(['log'], await createStore(t))).out, /^0 entries/);
});

test('the log as JSON has the same, and no secret', async (t) => {
  const { out } = await runHub(['log', '--limit', '2', '--json'], await createStore(t, HELD));
  assert.ok(!out.includes(SECRET));
  assert.deepEqual(JSON.parse(out)[0], {
    at: '2026-11-20T11:59:50.000Z',
    what: 'delivery failed',
    topic: `${BASE_URL}/feed.xml`,
    callback: CALLBACK,
    why: 'it answered 503',
  });
});

test('the status says how full the queues are, what fails and what was refused', async (t) => {
  const store = await createStore(t, {
    ...HELD,
    ended: [...HELD.ended, ended({ callback: 'https://owed.example/', noticeUntil: NOW + DAY_MS })],
  });
  const limits = { pending: 9, pendingPerClient: 3, subscriptions: 9, subscriptionsPerHost: 9 };
  for (const number of [1, 2, 3]) {
    const intent = request({ callback: `https://fresh${number}.example/` });
    const origin = { client: number === 3 ? '192.0.2.2' : '192.0.2.1', network: 'ipv4 192.0.2' };
    assert.equal(await store.accept(intent, origin, limits, NOW), 'accepted');
  }
  await store.addRefusals(
    new Map([
      ['client-full', 1200],
      ['blocked', 2],
    ]),
    NOW,
  );
  const { status, out } = await runHub(['status'], store);
  assert.equal(status, 0);
  assert.equal(
    out,
    `/feed.xml: 1 active, 1 expired within a day; 1 delivery due, 1 failing; 4 requests to be verified
Requests to be verified: 4 of 1,000; 2 of the client that has most, 3 of the network that has most, of 30 each
Notices to be answered: 1
Refused today and yesterday (UTC):
  1,200 as their client had its share of the queue
  2 as their host is blocked
Blocked hosts: 1`,
  );
  const json = JSON.parse((await runHub(['status', '--json'], store)).out);
  assert.deepEqual(json.topics[0].announcedAt, '2026-11-20T12:00:00.000Z');
  assert.deepEqual([json.queue.waiting, json.queue.most, json.blockedHosts], [4, 1000, 1]);
});

test('the status of an empty store is short', async (t) => {
  assert.equal(
    (await runHub(['status'], await createStore(t))).out,
    `Requests to be verified: 0 of 1,000
Notices to be answered: 0
Refused today and yesterday (UTC): nothing
Blocked hosts: 0`,
  );
});
