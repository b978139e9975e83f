import assert from 'node:assert/strict';
import { createHmac } from 'node:crypto';
import { test } from 'node:test';
import { testCallback } from '../../../../scripts/hub/test-callback.ts';
import type { Answered, Unreached } from '../../../../sidecar/hub/callback/callback-answer.ts';
import type { Subscription } from '../../../../sidecar/hub/store/hub-store.ts';
import type { Lifetime } from '../../../support/lifetime.ts';
import { BASE_URL, CALLBACK, createStore, createWorld, NOW, subscription } from './world.ts';

const BODY = Buffer.from('{"items":["é"]}');
const JSON_TOPIC = `${BASE_URL}/api/feed.json`;
const TOPICS = [
  { topic: `${BASE_URL}/feed.xml`, mediaType: 'application/atom+xml', body: [Buffer.from('<a/>')] },
  { topic: JSON_TOPIC, mediaType: 'application/json', body: [BODY] },
];

async function trial(
  t: Lifetime,
  subscriptions: readonly Subscription[],
  circumstances: Parameters<typeof createWorld>[1] = {},
  callback = CALLBACK,
) {
  const store = await createStore(t, { subscriptions });
  const { world, printed, sent } = createWorld(store, { topics: TOPICS, ...circumstances });
  const before = await store.exportAll();
  const isWell = await testCallback(callback, world.createTrialDeps(store), world);
  assert.deepEqual(await store.exportAll(), before, 'nothing is stored');
  return { isWell, sent, lines: printed };
}

test('each subscription gets what a delivery sends', async (t) => {
  const { isWell, sent, lines } = await trial(t, [
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
    Link: `<${JSON_TOPIC}>; rel="self", <${BASE_URL}/api/websub/hub>; rel="hub"`,
    'X-Hub-Signature': `sha256=${createHmac('sha256', 'geheim').update(BODY).digest('hex')}`,
  });
  assert.deepEqual(sent[1]?.body, [BODY]);
});

const UNKNOWN = /^Name {3}me\.example cannot be resolved: queryA ENOTFOUND me\.example$/m;
const FORBIDDEN =
  /^Name {3}me\.example is 93\.184\.216\.34 \(allowed\), 10\.0\.0\.1 \(not allowed\)$/m;
const ENDED = subscription({ expiresAt: NOW });
const UNPUBLISHED = subscription({ topic: `${BASE_URL}/reviews.json` });

for (const [what, subscriptions, addresses, words] of [
  ['a name that nobody knows', [subscription()], [], UNKNOWN],
  ['an address that is not allowed', [subscription()], ['93.184.216.34', '10.0.0.1'], FORBIDDEN],
  ['a callback that never subscribed', [], undefined, /no subscription, so nothing was sent to it/],
  ['a lease that ended', [ENDED], undefined, /: the lease ended 2026-11-20 12:00 UTC$/],
  ['what no release holds', [UNPUBLISHED], undefined, /: no release on disk holds this topic$/],
] as const) {
  test(`nothing is sent to ${what}`, async (t) => {
    const { isWell, sent, lines } = await trial(t, subscriptions, addresses && { addresses });
    assert.deepEqual([isWell, sent], [false, []]);
    assert.match(lines.join('\n'), words);
  });
}

test('a URL that is refused is not looked up', async (t) => {
  const { isWell, sent, lines } = await trial(t, [], {}, 'http://me.example/push');
  assert.deepEqual([isWell, sent], [false, []]);
  assert.equal(lines.length, 1);
  assert.match(lines[0] ?? '', /^URL {4}refused: hub\.callback must be an absolute HTTPS URL, /);
});

const answered = (status: number, retryAfter?: string): Answered => ({
  kind: 'answered',
  status,
  retryAfter,
});
const unreached = (fault: Unreached['fault']): Unreached => ({
  kind: 'unreached',
  fault,
  code: 'CODE',
  message: 'CODE',
});

const OUTCOMES: readonly (readonly [Answered | Unreached, boolean, RegExp])[] = [
  [answered(200), true, /: 200, acknowledged \(31 ms\)$/],
  [answered(302), false, /: 302, a failure: redirects are not followed/],
  [answered(410), false, /: 410, which ends the subscription/],
  [answered(503, '120'), false, /: 503, a failure; Retry-After: 120 \(31 ms\)$/],
  [unreached('address'), false, /: nothing was sent: callbacks may not have its address \(CODE\)/],
  [unreached('local'), false, /: nothing was sent: this machine has no network/],
  [unreached('connection'), false, /: nobody took the connection/],
  [unreached('response'), false, /: something answered, but not in time/],
];

for (const [answer, expected, words] of OUTCOMES) {
  const what = answer.kind === 'answered' ? answer.status : answer.fault;
  test(`the outcome ${what} is reported in words`, async (t) => {
    const { isWell, lines } = await trial(t, [subscription()], { answer });
    assert.equal(isWell, expected);
    assert.match(lines.at(-1) ?? '', words);
  });
}
