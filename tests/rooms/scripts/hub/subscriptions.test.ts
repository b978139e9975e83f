import assert from 'node:assert/strict';
import { test } from 'node:test';
import { stripVTControlCharacters } from 'node:util';
import type { Lifetime } from '../../../support/lifetime.ts';
import {
  BASE_URL,
  CALLBACK,
  createStore,
  DAY_MS,
  ended,
  FEED,
  MINUTE_MS,
  NOW,
  request,
  runHub,
  subscription,
} from './world.ts';

const SECRET = 'never to be shown';
const JSON_TOPIC = `${BASE_URL}/api/feed.json`;
const LONG = `https://subscriber.example/${'a'.repeat(60)}/end`;
const LOCAL = { kind: 'local', message: 'the hub has no network' } as const;
const FAULT = { kind: 'status', status: 500, message: 'it answered 500' } as const;
const EXPIRED = {
  kind: 'tls',
  code: 'CERT_HAS_EXPIRED',
  message: 'its certificate has expired; renew it',
} as const;

const WELL = [
  subscription({ callback: LONG, topic: `${BASE_URL}/reviews.json` }),
  subscription({ secret: SECRET, acknowledgedAt: NOW - MINUTE_MS }),
  subscription({ topic: 'https://old.example/feed.xml', expiresAt: NOW }),
];
const FAILING = subscription({
  ...{ callback: 'https://failing.example/', failures: 2, attempts: 1, fault: FAULT },
  ...{ failedAt: NOW - MINUTE_MS, readyAt: NOW + 5 * MINUTE_MS },
});
const TOPIC = { topic: FEED, hash: 'ab'.repeat(32), ordinal: 7, sequence: 4, announcedAt: NOW };

async function list(
  t: Lifetime,
  subscriptions = WELL,
  circumstances: Parameters<typeof runHub>[2] = {},
  ...args: string[]
) {
  const requests = [request({ topic: JSON_TOPIC }), request({ mode: 'unsubscribe' })];
  const store = await createStore(t, { topics: [TOPIC], subscriptions, requests });
  const { status, error, out } = await runHub(['list', ...args], store, circumstances);
  assert.deepEqual([status, error], [0, '']);
  return out;
}

test('the list is aligned, by topic and callback, and ends with counts', async (t) => {
  const pad = (text: string) => text.padEnd(LONG.length);
  assert.deepEqual((await list(t)).split('\n'), [
    `Topic                         ${pad('Callback')}  State    Lease ends (UTC)  Acknowledged (UTC)`,
    `https://old.example/feed.xml  ${pad(CALLBACK)}  expired  2026-11-20 12:00  never`,
    `/feed.xml                     ${pad(CALLBACK)}  active   2026-11-21 12:00  2026-11-20 11:59`,
    `/reviews.json                 ${LONG}  active   2026-11-21 12:00  never`,
    '3 subscriptions: 2 active (0 failing), 1 expired; 1 delivery due; 2 requests to be verified',
  ]);
  const { out } = await runHub(['list'], await createStore(t));
  assert.match(out, /^0 subscriptions: 0 active \(0 failing\), 0 expired; 0 deliveries due; 0 req/);
});

test('where something failed, the list says what, when, and when it is tried again', async (t) => {
  const retried = { attempts: 1, failures: 1, failedAt: NOW, fault: EXPIRED };
  const local = { fault: LOCAL, failedAt: NOW };
  const lines = (
    await list(t, [
      subscription({ callback: 'https://a.example/' }),
      subscription({ callback: 'https://b.example/', ...retried, readyAt: NOW + 10_000 }),
      subscription({ callback: 'https://c.example/', ...retried, readyAt: NOW + DAY_MS }),
      subscription({ callback: 'https://d.example/', ...local }),
      FAILING,
    ])
  ).split('\n');
  assert.deepEqual(lines, [
    'Topic      Callback                  State           Lease ends (UTC)  Acknowledged (UTC)  Next try (UTC)    Last failure (UTC)',
    '/feed.xml  https://a.example/        active          2026-11-21 12:00  never',
    '/feed.xml  https://b.example/        failing 1 of 3  2026-11-21 12:00  never               2026-11-20 12:00  2026-11-20 12:00 tls CERT_HAS_EXPIRED',
    // Without a ladder nothing is tried again.
    '/feed.xml  https://c.example/        failing 1 of 3  2026-11-21 12:00  never                                 2026-11-20 12:00 tls CERT_HAS_EXPIRED',
    '/feed.xml  https://d.example/        active          2026-11-21 12:00  never                                 2026-11-20 12:00 local',
    '/feed.xml  https://failing.example/  failing 2 of 3  2026-11-21 12:00  never               2026-11-20 12:05  2026-11-20 11:59 500',
    '5 subscriptions: 5 active (3 failing), 0 expired; 5 deliveries due; 2 requests to be verified',
  ]);
});

test('on a terminal a long callback loses its middle, and colors change nothing else', async (t) => {
  const lines = (await list(t, WELL, { columns: 130 })).split('\n');
  for (const line of lines) assert.ok(line.length <= 130, line);
  assert.match(lines[3] ?? '', /https:\/\/subscriber\.exam…?.*a+\/end /);
  const colored = await list(t, WELL, { hasColours: true });
  assert.notEqual(colored, await list(t));
  assert.equal(stripVTControlCharacters(colored), await list(t));
});

test('the list as JSON has all that is known, and of the secret that there is one', async (t) => {
  const subscriptions = [subscription({ secret: SECRET }), FAILING];
  const text = await list(t, subscriptions, { columns: 40, hasColours: true }, '--json');
  assert.ok(!text.includes(SECRET));
  const [failing, active] = JSON.parse(text);
  assert.deepEqual([active.state, active.hasSecret, active.nextTryAt], ['active', true, null]);
  assert.deepEqual(failing, {
    topic: FEED,
    callback: 'https://failing.example/',
    host: 'failing.example',
    hasSecret: false,
    state: 'failing',
    subscribedAt: '2026-11-11T12:00:00.000Z',
    verifiedAt: '2026-11-11T12:00:00.000Z',
    expiresAt: '2026-11-21T12:00:00.000Z',
    acknowledgedAt: null,
    latencyMs: null,
    failures: 2,
    attempts: 1,
    acknowledged: 3,
    tried: 0,
    fault: FAULT,
    failedAt: '2026-11-20T11:59:00.000Z',
    readyAt: '2026-11-20T12:05:00.000Z',
    nextTryAt: '2026-11-20T12:05:00.000Z',
    countedAt: null,
    refusedAt: null,
    refusal: null,
  });
});

test('show says all in words, and never a secret', async (t) => {
  const renewed = { verifiedAt: NOW - 3000, expiresAt: NOW - 3000 + 10 * DAY_MS };
  const last = { acknowledgedAt: NOW - 31 * MINUTE_MS, latencyMs: 212 };
  const refused = { refusedAt: NOW - DAY_MS, refusal: EXPIRED };
  const { failures, attempts, fault, failedAt, readyAt } = FAILING;
  const failing = { failures, attempts, fault, failedAt, readyAt };
  const store = await createStore(t, {
    topics: [TOPIC],
    subscriptions: [
      subscription({ secret: SECRET, ...renewed, ...last, ...failing }),
      subscription({ topic: JSON_TOPIC, expiresAt: NOW - DAY_MS, ...refused }),
    ],
    requests: [
      request({ callback: CALLBACK, topic: `${BASE_URL}/reviews.json`, verifyToken: SECRET }),
    ],
    ended: [
      ended({
        ...{ callback: CALLBACK, topic: 'https://old.example/feed.xml', fault: FAULT },
        ...{ noticeUntil: NOW + DAY_MS, noticeAttempts: 2, noticeAt: NOW + MINUTE_MS },
        noticeFault: EXPIRED,
      }),
    ],
  });
  const { status, error, out } = await runHub(['show', CALLBACK], store);
  assert.deepEqual([status, error], [0, '']);
  assert.equal(
    out,
    `${CALLBACK}

  /feed.xml: failing 2 of 3
    Subscribed on 2026-11-11 12:00 UTC, 9 days ago; renewed on 2026-11-20 11:59 UTC, 3 seconds ago.
    The lease ends on 2026-11-30 11:59 UTC, in 10 days.
    Notifications are signed: it gave a secret.
    It acknowledged a notification last on 2026-11-20 11:29 UTC, 31 minutes ago, within 212 ms.
    The last failure was on 2026-11-20 11:59 UTC, 60 seconds ago: it answered 500.
    Of the notification that is due 1 attempt failed; the next is on 2026-11-20 12:05 UTC, in 5 minutes, or sooner if there is newer content.
    2 notifications in a row failed; the subscription ends with 3.
    The newest content is not delivered yet.

  /api/feed.json: expired
    Subscribed on 2026-11-11 12:00 UTC, 9 days ago.
    The lease ended on 2026-11-19 12:00 UTC, 24 hours ago; nothing is sent any more.
    The last request to renew or end it failed on 2026-11-19 12:00 UTC, 24 hours ago: its certificate has expired; renew it (CERT_HAS_EXPIRED).
    Notifications are not signed: it gave no secret.
    It has acknowledged no notification yet.

  /reviews.json: asked to subscribe, not verified yet
    It came on 2026-11-20 11:59 UTC, 60 seconds ago.
    It is verified next.

  https://old.example/feed.xml: ended on 2026-11-20 11:00 UTC, 60 minutes ago
    It was subscribed on 2026-11-11 12:00 UTC, 9 days ago.
    It ended as 3 notifications in a row failed: it answered 500.
    The callback is yet to be notified; 2 attempts failed, the last as its certificate has expired; renew it (CERT_HAS_EXPIRED); the next attempt is on 2026-11-20 12:01 UTC, in 60 seconds.`,
  );
  const { out: json } = await runHub(['show', CALLBACK, '--json'], store);
  assert.ok(!json.includes(SECRET));
  const { subscriptions, requests, ended: over } = JSON.parse(json);
  assert.deepEqual([subscriptions.length, requests.length, over.length], [2, 1, 1]);
  assert.deepEqual([subscriptions[0].isDue, subscriptions[1].isDue], [true, false]);
  assert.equal(over[0].noticeUntil, '2026-11-21T12:00:00.000Z');
});

for (const [what, facts, words] of [
  [
    'was notified',
    { notifiedAt: NOW - 2 * MINUTE_MS },
    /notified on 2026-11-20 11:58 UTC, 2 minutes ago\.$/,
  ],
  ['is not to be notified', {}, /The callback was not notified\.$/],
  [
    'never answered its notice',
    { noticeUntil: NOW, noticeAttempts: 4, noticeFault: FAULT },
    /was not notified; 4 attempts failed, the last as it answered 500\.$/,
  ],
  ['is notified next', { noticeUntil: NOW + 1 }, /is yet to be notified; it is next\.$/],
  [
    'only asked',
    { subscribedAt: undefined, reason: 'refused', fault: EXPIRED },
    /There was only a request\.\n.*ended as the callback did not agree: its certificate has expired/,
  ],
] as const) {
  test(`show says of a callback that ${what} what became of it`, async (t) => {
    const store = await createStore(t, { ended: [ended({ callback: CALLBACK, ...facts })] });
    assert.match((await runHub(['show', CALLBACK], store)).out, words);
  });
}

test('show says how the verification of a newcomer goes', async (t) => {
  const failed = { attempts: 2, failedAt: NOW, fault: EXPIRED, readyAt: NOW + MINUTE_MS };
  const store = await createStore(t, { requests: [request({ callback: CALLBACK, ...failed })] });
  assert.match(
    (await runHub(['show', CALLBACK], store)).out,
    /Of its verification 2 attempts failed, the last on 2026-11-20 12:00 UTC, 0 seconds ago: its certificate has expired; renew it \(CERT_HAS_EXPIRED\)\.\n {4}The next attempt is on 2026-11-20 12:01 UTC, in 60 seconds\.$/,
  );
});
