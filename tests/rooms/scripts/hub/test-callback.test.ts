import assert from 'node:assert/strict';
import { createHmac } from 'node:crypto';
import { test } from 'node:test';
import { testCallback } from '../../../../scripts/hub/test-callback.ts';
import type { Answered, Unreached } from '../../../../sidecar/hub/callback/callback-client.ts';
import type { Subscription } from '../../../../sidecar/hub/store/hub-store.ts';
import {
  BASE_URL,
  CALLBACK,
  createFakeStore,
  createFakeWorld,
  NOW,
  subscription,
} from './world.ts';

const BODY = Buffer.from('{"items":["é"]}');
const JSON_TOPIC = `${BASE_URL}/api/feed.json`;
const TOPICS = [
  { topic: `${BASE_URL}/feed.xml`, mediaType: 'application/atom+xml', body: [Buffer.from('<a/>')] },
  { topic: JSON_TOPIC, mediaType: 'application/json', body: [BODY] },
];

async function trial(
  subscriptions: readonly Subscription[],
  circumstances: Parameters<typeof createFakeWorld>[1] = {},
  callback = CALLBACK,
) {
  const fake = createFakeStore({ subscriptions });
  const { world, printed, sent } = createFakeWorld(fake.store, {
    topics: TOPICS,
    ...circumstances,
  });
  const isWell = await testCallback(callback, world.createTrialDeps(fake.store), world);
  assert.deepEqual(fake.held(), subscriptions, 'nothing is stored');
  return { isWell, sent, lines: printed };
}

test('each subscription gets what a delivery sends', async () => {
  const { isWell, sent, lines } = await trial([
    subscription(),
    subscription({ topic: JSON_TOPIC, secret: 'geheim' }),
  ]);

  assert.equal(isWell, true);
  assert.deepEqual(lines, [
    'URL    acceptable',
    'Name   me.example is 93.184.216.34 (allowed)',
    'Hub    2 subscriptions',
    'POST   /feed.xml: 4 bytes, not signed: 204, acknowledged (31 ms)',
    'POST   /api/feed.json: 16 bytes, signed: 204, acknowledged (31 ms)',
  ]);
  assert.deepEqual(
    sent.map((one) => one.callback),
    [CALLBACK, CALLBACK],
  );
  assert.deepEqual(sent[1]?.headers, {
    'Content-Type': 'application/json',
    Link: `<${BASE_URL}/api/websub/hub>; rel="hub", <${JSON_TOPIC}>; rel="self"`,
    'X-Hub-Signature': `sha256=${createHmac('sha256', 'geheim').update(BODY).digest('hex')}`,
  });
  assert.deepEqual(sent[1]?.body, [BODY]);
});

test('a URL that is refused is not looked up', async () => {
  const { isWell, sent, lines } = await trial([], {}, 'http://me.example/push');

  assert.deepEqual([isWell, sent], [false, []]);
  assert.deepEqual(lines, [
    'URL    refused: hub.callback must be an absolute HTTPS URL, such as https://example.com/callback.',
  ]);
});

test('nothing is sent where one address of the name is not allowed', async () => {
  const { isWell, sent, lines } = await trial([subscription()], {
    addresses: ['93.184.216.34', '10.0.0.1'],
  });

  assert.deepEqual([isWell, sent], [false, []]);
  assert.equal(lines[1], 'Name   me.example is 93.184.216.34 (allowed), 10.0.0.1 (not allowed)');
});

test('a name that nobody knows is told', async () => {
  const { isWell, sent, lines } = await trial([subscription()], { addresses: [] });

  assert.deepEqual([isWell, sent], [false, []]);
  assert.equal(lines[1], 'Name   me.example cannot be resolved: queryA ENOTFOUND me.example');
});

test('who never subscribed is sent nothing', async () => {
  const { isWell, sent, lines } = await trial([]);

  assert.deepEqual([isWell, sent], [false, []]);
  assert.match(lines[2] ?? '', /no subscription, so nothing was sent to it/);
});

test('neither is who has no lease, nor what no release holds', async () => {
  const { isWell, sent, lines } = await trial([
    subscription({ expiresAt: NOW }),
    subscription({ topic: `${BASE_URL}/reviews.json` }),
  ]);

  assert.deepEqual([isWell, sent], [false, []]);
  assert.deepEqual(lines.slice(3), [
    'POST   /feed.xml: nothing was sent: the lease ended 2026-11-20 12:00 UTC',
    'POST   /reviews.json: nothing was sent: no release on disk holds this topic',
  ]);
});

const answered = (status: number, retryAfter?: string): Answered => ({
  kind: 'answered',
  status,
  retryAfter,
});
const unreached = (fault: Unreached['fault']): Unreached => ({
  kind: 'unreached',
  fault,
  message: 'CODE',
});

const OUTCOMES: readonly (readonly [Answered | Unreached, boolean, RegExp])[] = [
  [answered(200), true, /: 200, acknowledged \(31 ms\)$/],
  [answered(302), false, /: 302, a failure: redirects are not followed/],
  [answered(410), false, /: 410, which ends the subscription/],
  [answered(503, '120'), false, /: 503, a failure; Retry-After: 120 \(31 ms\)$/],
  [unreached('blocked'), false, /: nothing was sent: callbacks may not have its address \(CODE\)/],
  [unreached('local'), false, /: nothing was sent: this machine has no network/],
  [unreached('silent'), false, /: nobody took the connection/],
  [unreached('broken'), false, /: something answered, but not in time, not over TLS/],
];

for (const [answer, expected, words] of OUTCOMES) {
  const what = answer.kind === 'answered' ? answer.status : answer.fault;
  test(`the outcome ${what} is told in words`, async () => {
    const { isWell, lines } = await trial([subscription()], { answer });

    assert.equal(isWell, expected);
    assert.match(lines.at(-1) ?? '', words);
  });
}
