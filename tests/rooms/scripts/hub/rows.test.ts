import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Lifetime } from '../../../support/lifetime.ts';
import {
  CALLBACK,
  createHub,
  FEED,
  failure,
  JSON_FEED,
  LEASE_MS,
  MINUTE_MS,
  NOW,
  status,
} from './world.ts';

const SECRET = 'never to be shown';
const FAILING = 'https://failing.example/';
const DEAD = 'https://dead.example/';
const NEW = 'https://new.example/push';
const HOUR_MS = 60 * MINUTE_MS;

/**
 * A store with a subscription whose lease has ended, and of those to the feed one that is well, one
 * that failed twice, one that ended, whose notice failed, and a request that failed.
 */
async function createWorld(t: Lifetime) {
  const hub = await createHub(t);
  await hub.subscribe({ secret: SECRET });
  await hub.subscribe({ callback: FAILING });
  await hub.subscribe({ callback: DEAD });
  await hub.subscribe({ topic: JSON_FEED }, NOW - LEASE_MS);
  const third = NOW - HOUR_MS;
  for (const [failures, at] of [third - 2 * HOUR_MS, third - HOUR_MS, third].entries()) {
    const acknowledged = { kind: 'acknowledged', at, latencyMs: 212 } as const;
    const isLast = at === third;
    await hub.deliver(at, {
      [CALLBACK]: acknowledged,
      [FAILING]: failures === 0 ? acknowledged : failure(at, 'CERT_HAS_EXPIRED', failures),
      [DEAD]: isLast
        ? { kind: 'ended', at, reason: 'failed', fault: status(500) }
        : failure(at, 500, failures + 1),
    });
  }
  await hub.giveNotice(third + MINUTE_MS, failure(third + MINUTE_MS, 413));
  await hub.ask({ callback: NEW, verifyToken: SECRET });
  await hub.verify(NOW, failure(NOW, 'CERT_NOT_YET_VALID'));
  return hub;
}

test('the list is aligned, by topic and callback, and ends with counts', async (t) => {
  const { out } = await (await createWorld(t)).run(['list']);
  assert.deepEqual(out.split('\n'), [
    'ID  State           Topic           Lease ends        Acknowledged      Last failure                             Callback',
    `4   expired         /api/feed.json  2026-11-20 12:00                                                             ${CALLBACK}`,
    `2   failing 2 of 3  /feed.xml       2026-11-21 12:00  2026-11-20 09:00  2026-11-20 11:00 tls CERT_HAS_EXPIRED    ${FAILING}`,
    `1   active          /feed.xml       2026-11-21 12:00  2026-11-20 11:00                                           ${CALLBACK}`,
    `5   pending         /feed.xml                                           2026-11-20 12:00 tls CERT_NOT_YET_VALID  ${NEW}`,
    '3 subscriptions, 1 of them not up to date; 1 request to be verified; times are in UTC',
  ]);
});

test('without rows there is no table', async (t) => {
  const { out } = await (await createHub(t)).run(['list']);
  assert.match(out, /^0 subscriptions, 0 of them not up to date; 0 requests to be verified;/);
});

const WELL = `1  /feed.xml: active
    subscribed    2026-11-11 12:00
    agreed last   2026-11-11 12:00
    lease ends    2026-11-21 12:00
    signed        yes
    acknowledged  2026-11-20 11:00
    up to date    yes`;
const EXPIRED = `4  /api/feed.json: expired
    subscribed    2026-11-10 12:00
    agreed last   2026-11-10 12:00
    lease ends    2026-11-20 12:00
    signed        no: it gave no secret
    acknowledged  nothing yet
    up to date    yes`;
const FAILED = `2  /feed.xml: failing 2 of 3
    subscribed       2026-11-11 12:00
    agreed last      2026-11-11 12:00
    lease ends       2026-11-21 12:00
    signed           no: it gave no secret
    acknowledged     2026-11-20 09:00
    up to date       no
    failed attempts  1
    delivery failed  2026-11-20 11:00: its certificate has expired (CERT_HAS_EXPIRED). Renew the certificate.
    next delivery    2026-11-20 11:10`;
const ENDED = `3  /feed.xml: ended
    ended            2026-11-20 11:00: 3 consecutive deliveries failed
    cause            it answered 500. Your server failed, or a proxy could not reach it: see its log. Answer 2xx first, and do the work afterwards.
    subscribed       2026-11-11 12:00
    notified         not yet
    failed attempts  1
    notice failed    2026-11-20 11:01: it answered 413. The body is too large for your server: subscribe to a feed instead of /reviews.json, or raise the limit.
    next notice      2026-11-20 11:11`;
const PENDING = `5  /feed.xml: pending
    asked to subscribe   2026-11-20 11:59
    given up             2026-11-21 11:59
    failed attempts      1
    verification failed  2026-11-20 12:00: its certificate is not valid yet (CERT_NOT_YET_VALID). Check the dates of the certificate and the clock of the machine that issued it.
    next verification    2026-11-20 12:10`;

for (const [argument, callback, ...printed] of [
  ['1', CALLBACK, WELL],
  [CALLBACK, CALLBACK, EXPIRED, WELL],
  [FAILING, FAILING, FAILED],
  ['3', DEAD, ENDED],
  [NEW, NEW, PENDING],
]) {
  test(`show ${argument} prints all that is known, and no secret`, async (t) => {
    const { out } = await (await createWorld(t)).run(['show', `${argument}`]);
    const head = `${callback}\nTimes are in UTC; it is 2026-11-20 12:00.`;
    assert.equal(out, [head, ...printed].join('\n\n'));
  });
}

test('show says why a renewal failed, and of an end who knows of it', async (t) => {
  const hub = await createWorld(t);
  const fault = { kind: 'challenge', status: 200, code: 'LINE_FEED' } as const;
  await hub.ask({}, NOW);
  await hub.verify(NOW, { kind: 'ended', at: NOW, reason: 'refused', fault });
  assert.match(
    (await hub.run(['show', '1'])).out,
    /\n {4}renewal failed {2}2026-11-20 12:00: it answered 200 with a line feed after the challenge \(LINE_FEED\)\. Send/,
  );
  await hub.store.end({ id: 1 }, { reason: 'removed', isNotified: false }, NOW);
  assert.match((await hub.run(['show', '1'])).out, /\n {4}notified {6}no$/);
  await hub.giveNotice(NOW, { kind: 'notified', at: NOW });
  assert.match((await hub.run(['show', '3'])).out, /\n {4}notified {6,}2026-11-20 12:00\n/);
});

test('JSON has ids, times in ISO 8601, faults in words, and of a secret that there is one', async (t) => {
  const hub = await createWorld(t);
  const { out } = await hub.run(['list', '--json']);
  assert.doesNotMatch(out, new RegExp(SECRET));
  const rows: { id: number; hasSecret: boolean }[] = JSON.parse(out);
  const secrets = rows.map(({ id, hasSecret }) => `${id} ${hasSecret}`);
  assert.deepEqual(secrets, ['4 false', '2 false', '1 true', '5 false']);
  const [shown] = JSON.parse((await hub.run(['show', '2', '--json'])).out);
  const fault = { kind: 'tls', code: 'CERT_HAS_EXPIRED', message: 'its certificate has expired' };
  assert.deepEqual(shown, {
    ...{ id: 2, state: 'active', topic: FEED, callback: FAILING, host: 'failing.example' },
    ...{ hasSecret: false, subscribedAt: '2026-11-11T12:00:00.000Z', attempts: 1, failures: 2 },
    ...{ verifiedAt: '2026-11-11T12:00:00.000Z', expiresAt: '2026-11-21T12:00:00.000Z' },
    ...{ offered: 3, acknowledged: 1, acknowledgedAt: '2026-11-20T09:00:00.000Z', latencyMs: 212 },
    ...{ countedAt: '2026-11-20T11:00:00.000Z', failedAt: '2026-11-20T11:00:00.000Z' },
    fault: { ...fault, advice: 'Renew the certificate.' },
    ...{ nextAt: '2026-11-20T11:10:00.000Z', refusedAt: null, refusal: null },
  });
});
