import assert from 'node:assert/strict';
import { createHmac } from 'node:crypto';
import { type TestContext, test } from 'node:test';
import type { Intent } from '../../../../sidecar/hub/store/rows.ts';
import { isPost, startSubscriber } from '../../../support/subscriber.ts';
import { LOOPBACK, resolveFrom, startClient } from '../../hub/callback/ask-callback.ts';
import { BASE_URL, createHub, FEED, JSON_FEED, NOW } from './world.ts';

const BODY = Buffer.from('{"items":["é"]}');
const TOPICS = [
  { topic: FEED, mediaType: 'application/atom+xml', body: [Buffer.from('<a/>')] },
  { topic: JSON_FEED, mediaType: 'application/json', body: [BODY] },
];
const resolve = resolveFrom({
  'well.subscriber.test': ['127.0.0.1'],
  'wrong.example': ['127.0.0.1'],
  'private.example': ['127.0.0.1', '10.0.0.1'],
});

/** Tests a callback against a store with these subscriptions; times and secrets read alike. */
async function run(
  t: TestContext,
  args: readonly string[],
  held: readonly Partial<Intent>[] = [],
  topics = TOPICS,
) {
  const { store, subscribe, run: runHub } = await createHub(t);
  for (const facts of held) await subscribe(facts, NOW);
  const before = await store.list();
  const client = startClient(t, { resolve });
  const trial = { client, rules: LOOPBACK, resolve, topics };
  const { code, out, errors } = await runHub(['test', ...args], () => trial);
  assert.deepEqual(await store.list(), before, 'nothing is stored');
  const [, secret = ''] = /with the secret (\w+)/.exec(out) ?? [];
  const lines = out
    .replaceAll(/\d+ ms/g, 'N ms')
    .replaceAll(/[\da-f]{32}/g, 'SECRET')
    .split('\n');
  return { code, lines, secret, errors };
}

/** A subscriber that the hub knows by name. */
async function start(t: TestContext) {
  const subscriber = await startSubscriber(t);
  const at = (host: string) => `https://${host}:${subscriber.port}/callback`;
  return { subscriber, at, callback: at('well.subscriber.test') };
}

const signatureOf = (secret: string, body: string | Buffer) =>
  `sha256=${createHmac('sha256', secret).update(body).digest('hex')}`;

const CONNECTED = [
  ...['URL   acceptable', 'Name  well.subscriber.test: 127.0.0.1 (allowed)'],
  'TCP   connected (N ms)',
  'TLS   TLSv1.3, certificate valid until 2126-10-27 12:22 UTC (N ms)',
];
const STRANGER =
  'Hub   no subscription exists, and none is created: /feed.xml is tried with the secret SECRET';
const ASKED = 'GET   verification for /feed.xml (N ms)';
const AGREES = `${ASKED}: it agreed by answering with the challenge alone`;
const SENT = 'POST  /feed.xml, 4 bytes, signed (N ms)';
const ACKNOWLEDGED = `${SENT}: 204, acknowledged`;

test('a callback that does all it has to is tried from the URL to a signed notification', async (t) => {
  const { subscriber, callback } = await start(t);
  const { code, lines, secret } = await run(t, [callback]);
  assert.deepEqual([code, lines], [0, [...CONNECTED, STRANGER, AGREES, ACKNOWLEDGED]]);
  const query = new URL(subscriber.verifications[0]?.url ?? '', BASE_URL).searchParams;
  assert.match(query.get('hub.challenge') ?? '', /^[\w-]{43}$/);
  assert.deepEqual([query.get('hub.topic'), query.get('hub.lease_seconds')], [FEED, '864000']);
  assert.equal(subscriber.deliveries[0]?.headers['x-hub-signature'], signatureOf(secret, '<a/>'));
});

test('each subscription gets what a delivery sends, or one by its id or topic', async (t) => {
  const { subscriber, callback } = await start(t);
  const held = [{ callback }, { callback, topic: JSON_FEED, secret: 'geheim' }];
  const first = [
    AGREES.replace('/feed.xml', '/api/feed.json'),
    'POST  /api/feed.json, 16 bytes, signed (N ms): 204, acknowledged',
  ];
  const second = [AGREES, 'POST  /feed.xml, 4 bytes, not signed (N ms): 204, acknowledged'];
  assert.deepEqual((await run(t, [callback], held)).lines, [...CONNECTED, ...first, ...second]);
  const { headers, body } = subscriber.deliveries[0] ?? assert.fail();
  assert.deepEqual([headers['content-type'], body], ['application/json', BODY]);
  for (const args of [['2'], [callback, '--topic', '/api/feed.json', '--secret', 'other']]) {
    assert.deepEqual((await run(t, args, held)).lines, [...CONNECTED, ...first]);
  }
  const signatures = subscriber.deliveries.map((one) => one.headers['x-hub-signature']);
  const [own, other] = [signatureOf('geheim', BODY), signatureOf('other', BODY)];
  assert.deepEqual(signatures, [own, undefined, own, other]);
});

test('a wrong answer is explained, and the trial goes on', async (t) => {
  const { subscriber, callback } = await start(t);
  subscriber.behave((one) => ({ status: isPost(one) ? 413 : 404 }));
  const { code, lines } = await run(t, [callback]);
  assert.deepEqual(lines.slice(CONNECTED.length), [
    STRANGER,
    `${ASKED}: it answered 404. Check the path of the callback. A verification may come twice: answer it the same way until the lease ends.`,
    '      this is the right answer if it has not just asked for this topic',
    `${SENT}: it answered 413. The body is too large for your server: subscribe to a feed instead of /reviews.json, or raise the limit.`,
  ]);
  assert.equal(code, 1);
});

for (const [host, ...expected] of [
  [
    'nowhere.example',
    'Name  nowhere.example: no address',
    'TCP   failed: its host name does not exist (ENOTFOUND). Check the spelling of the host and its DNS records.',
  ],
  [
    'private.example',
    'Name  private.example: 127.0.0.1 (allowed), 10.0.0.1 (not allowed)',
    'TCP   failed: callbacks may not have its URL or address. Use a public address and an allowed port, or allow more with HUB_ALLOW_CALLBACK_CIDRS and HUB_CALLBACK_PORTS.',
  ],
  [
    ...['wrong.example', 'Name  wrong.example: 127.0.0.1 (allowed)', 'TCP   connected'],
    'TLS   failed: its certificate is for another host (ERR_TLS_CERT_ALTNAME_INVALID). Use a certificate for this host.',
  ],
] as const) {
  test(`a failed connection ends the trial before anything is sent: ${host}`, async (t) => {
    const { subscriber, at } = await start(t);
    const { code, lines } = await run(t, [at(host)]);
    assert.deepEqual([code, lines.slice(1)], [1, expected]);
    assert.deepEqual(subscriber.received, []);
  });
}
