import assert from 'node:assert/strict';
import { createHmac } from 'node:crypto';
import { type TestContext, test } from 'node:test';
import type { Intent } from '../../../../sidecar/hub/store/rows.ts';
import {
  type Behavior,
  isPost,
  type Received,
  startSubscriber,
} from '../../../support/subscriber.ts';
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
  const { store, ...hub } = await createHub(t);
  for (const facts of held) await hub.subscribe(facts, NOW);
  const before = await store.list();
  const { status, out, error } = await hub.run(['test', ...args], {
    createTrial: () => ({ client: startClient(t, { resolve }), rules: LOOPBACK, resolve, topics }),
  });
  assert.deepEqual(await store.list(), before, 'nothing is stored');
  const [, secret = ''] = /with the secret (\w+)/.exec(out) ?? [];
  const lines = out.replaceAll(/\d+ ms/g, 'N ms').replaceAll(/[\da-f]{32}/g, 'SECRET');
  return { status, lines: lines.split('\n'), secret, error };
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
  'Hub   no subscription, and none is made: /feed.xml is tried with the secret SECRET';
const ASKED = 'GET   verification for /feed.xml (N ms)';
const AGREES = `${ASKED}: it answered with the challenge alone, which is an agreement`;
const SENT = 'POST  /feed.xml, 4 bytes, signed (N ms)';
const ACKNOWLEDGED = `${SENT}: 204, acknowledged`;

test('a callback that does all it has to is tried from the URL to a signed notification', async (t) => {
  const { subscriber, callback } = await start(t);
  const { status, lines, secret } = await run(t, [callback]);
  assert.deepEqual([status, lines], [0, [...CONNECTED, STRANGER, AGREES, ACKNOWLEDGED]]);
  const query = new URL(subscriber.verifications[0]?.url ?? '', BASE_URL).searchParams;
  assert.match(query.get('hub.challenge') ?? '', /^[\w-]{43}$/);
  assert.equal(query.get('hub.topic'), FEED);
  assert.equal(query.get('hub.lease_seconds'), '864000');
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

test('what fails is said in words, and the trial goes on', async (t) => {
  const { subscriber, callback } = await start(t);
  const fails = async (behave: (one: Received) => Behavior | undefined, ...lines: string[]) => {
    subscriber.behave(behave);
    const result = await run(t, [callback]);
    assert.deepEqual([result.status, result.lines], [1, [...CONNECTED, STRANGER, ...lines]]);
  };
  await fails(
    (one) => (isPost(one) ? undefined : { status: 404 }),
    `${ASKED}: it answered 404. Check the path of the callback. A verification may come twice: answer it the same way until the lease ends.`,
    '      this is the right answer if it has not just asked for this topic',
    ACKNOWLEDGED,
  );
  await fails(
    (one) => (isPost(one) ? { status: 413 } : undefined),
    AGREES,
    `${SENT}: it answered 413. The body is too large for your server: subscribe to a feed instead of /reviews.json, or raise the limit.`,
  );
});

test('a failed connection ends the trial before anything is sent', async (t) => {
  const { subscriber, at } = await start(t);
  const fails = async (host: string, ...lines: string[]) => {
    const result = await run(t, [at(host)]);
    assert.deepEqual([result.status, result.lines.slice(1)], [1, lines]);
  };
  await fails(
    'nowhere.example',
    'Name  nowhere.example: no address',
    'TCP   failed: its host name does not exist (ENOTFOUND). Check the spelling of the host and its DNS records.',
  );
  await fails(
    'private.example',
    'Name  private.example: 127.0.0.1 (allowed), 10.0.0.1 (not allowed)',
    'TCP   failed: callbacks may not have its URL or address. Use a public address and an allowed port, or allow more with HUB_ALLOW_CALLBACK_CIDRS and HUB_CALLBACK_PORTS.',
  );
  await fails(
    'wrong.example',
    'Name  wrong.example: 127.0.0.1 (allowed)',
    'TCP   connected',
    'TLS   failed: its certificate is for another host (ERR_TLS_CERT_ALTNAME_INVALID). Use a certificate for this host.',
  );
  assert.deepEqual(subscriber.received, []);
});

test('what cannot be tried is said', async (t) => {
  const refused = await run(t, ['http://me.example/push']);
  assert.match(
    refused.lines.join('\n'),
    /^URL {3}refused: hub\.callback must be an absolute HTTPS/,
  );
  const { subscriber, callback } = await start(t);
  const { lines } = await run(t, [callback], [], []);
  assert.match(lines.at(-1) ?? '', /^POST {2}\/feed\.xml: nothing was sent: no release on disk/);
  await subscriber.close();
  const closed = await run(t, [callback]);
  assert.match(closed.lines.at(-1) ?? '', /^TCP {3}failed: nothing listens .*\(ECONNREFUSED\)/);
  const long = await run(t, [callback, '--secret', 'é'.repeat(100)]);
  assert.match(long.error, /--secret must have at most 199 bytes\./);
  assert.match((await run(t, ['7'])).error, /There is no subscription or request for 7;/);
});
