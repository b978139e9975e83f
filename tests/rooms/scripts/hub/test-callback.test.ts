import assert from 'node:assert/strict';
import { createHmac } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { type TestContext, test } from 'node:test';
import { gzipSync } from 'node:zlib';
import type { Trial } from '../../../../scripts/hub/test-callback.ts';
import { createCallbackClient } from '../../../../sidecar/hub/callback/callback-client.ts';
import { createCallbackRules } from '../../../../sidecar/hub/callback/callback-url.ts';
import type { Subscription } from '../../../../sidecar/hub/store/rows.ts';
import { CA_FILE } from '../../../fixtures/tls/certificates.ts';
import { type Behavior, isPost, startSubscriber } from '../../../support/subscriber.ts';
import { BASE_URL, createStore, NOW, runHub, subscription } from './world.ts';

const BODY = Buffer.from('{"items":["é"]}');
const JSON_TOPIC = `${BASE_URL}/api/feed.json`;
const TOPICS = [
  { topic: `${BASE_URL}/feed.xml`, mediaType: 'application/atom+xml', body: [Buffer.from('<a/>')] },
  { topic: JSON_TOPIC, mediaType: 'application/json', body: [BODY] },
];

const ADDRESSES: Readonly<Record<string, readonly string[]>> = {
  'well.subscriber.test': ['127.0.0.1'],
  'wrong.example': ['127.0.0.1'],
  'private.example': ['127.0.0.1', '10.0.0.1'],
};

function createTrial(): Trial {
  const ports = [{ first: 1, last: 65_535 }];
  const rules = createCallbackRules({ allowedCidrs: ['127.0.0.0/8'], callbackPorts: ports });
  const resolve: Trial['resolve'] = async (name) => {
    const addresses = ADDRESSES[name];
    if (!addresses) throw new Error(`queryA ENOTFOUND ${name}`);
    return addresses.map((address) => ({ address, family: 4 }));
  };
  const times = { timeoutMs: 2000 };
  const more = { userAgent: 'Testimony/0', connectionsPerHost: 1, ca: readFileSync(CA_FILE) };
  const client = createCallbackClient({ rules, resolve, ...times, ...more });
  return { client, rules, resolve, topics: TOPICS, monotonic: () => performance.now() };
}

type Held = {
  readonly subscriptions?: readonly Subscription[];
  readonly blocked?: readonly string[];
  readonly topics?: Trial['topics'];
};

/**
 * Tests a callback against a store that holds this; times and the secret that is made up read
 * alike.
 */
async function run(
  t: TestContext,
  args: readonly string[],
  { subscriptions = [], blocked = [], topics = TOPICS }: Held = {},
) {
  const store = await createStore(t, {
    subscriptions,
    blocked: blocked.map((host) => ({ host, blockedAt: NOW })),
  });
  const before = await store.exportAll();
  const { status, out, error } = await runHub(['test', ...args], store, {
    createTrial: () => ({ ...createTrial(), topics }),
  });
  assert.deepEqual(await store.exportAll(), before, 'nothing is stored');
  assert.equal(error, '');
  const [, secret = ''] = /signed with the secret (\w+)/.exec(out) ?? [];
  const lines = out
    .replaceAll(/\d+ ms/g, 'N ms')
    .replaceAll(/[\da-f]{32}/g, 'SECRET')
    .split('\n');
  return { status, lines, secret };
}

/** A subscriber that the hub knows by name. */
async function start(t: TestContext, options: Parameters<typeof startSubscriber>[1] = {}) {
  const subscriber = await startSubscriber(t, options);
  const at = (host: string) => `https://${host}:${subscriber.port}/callback`;
  return { ...subscriber, subscriber, at, callback: at('well.subscriber.test') };
}

const CONNECTED = [
  'URL   acceptable',
  'Name  well.subscriber.test is 127.0.0.1 (allowed) (N ms)',
  'TCP   connected (N ms)',
  'TLS   TLSv1.3, certificate valid until 2126-10-27 12:22 UTC (N ms)',
];
const STRANGER = 'Hub   no subscription; what is sent is signed with the secret SECRET';
const SENT = 'POST  /feed.xml: 4 bytes, signed';
const NOTHING = `This subscribed it to nothing: that takes a request of its own to ${BASE_URL}/api/websub/hub.`;

test('a callback that does all it has to is tried from the URL to a signed notification', async (t) => {
  const { subscriber, callback } = await start(t);
  const { status, lines, secret } = await run(t, [callback]);
  assert.deepEqual(lines, [
    ...CONNECTED,
    STRANGER,
    'GET   verification for /feed.xml: 200 with the challenge alone, which agrees (N ms)',
    `${SENT}: 204, acknowledged (N ms)`,
    NOTHING,
  ]);
  assert.equal(status, 0);
  const [asked] = subscriber.verifications;
  const query = new URL(asked?.url ?? '', BASE_URL).searchParams;
  assert.match(query.get('hub.challenge') ?? '', /^[\w-]{43}$/);
  query.delete('hub.challenge');
  assert.deepEqual(Object.fromEntries(query), {
    'hub.mode': 'subscribe',
    'hub.topic': `${BASE_URL}/feed.xml`,
    'hub.lease_seconds': '864000',
  });
  const signature = createHmac('sha256', secret).update('<a/>').digest('hex');
  assert.equal(subscriber.deliveries[0]?.headers['x-hub-signature'], `sha256=${signature}`);
});

test('each subscription gets what a delivery sends, and is asked with what its lease has left', async (t) => {
  const { subscriber, callback } = await start(t);
  const { status, lines } = await run(t, [callback], {
    subscriptions: [
      subscription({ callback, expiresAt: NOW - 1 }),
      subscription({ callback, topic: JSON_TOPIC, secret: 'geheim', expiresAt: NOW + 60_000 }),
    ],
  });
  assert.deepEqual(lines.slice(CONNECTED.length), [
    'Hub   2 subscriptions, 1 with a lease that has ended',
    'GET   verification for /feed.xml: 200 with the challenge alone, which agrees (N ms)',
    'POST  /feed.xml: 4 bytes, not signed: 204, acknowledged (N ms)',
    'GET   verification for /api/feed.json: 200 with the challenge alone, which agrees (N ms)',
    'POST  /api/feed.json: 16 bytes, signed: 204, acknowledged (N ms)',
  ]);
  assert.equal(status, 0);
  assert.match(subscriber.verifications[1]?.url ?? '', /&hub\.lease_seconds=60$/);
  const [, delivery] = subscriber.deliveries;
  assert.deepEqual(delivery?.body, BODY);
  assert.equal(delivery?.headers['content-type'], 'application/json');
  assert.match(
    String(delivery?.headers.link),
    /<https:\/\/reviews\.example\/api\/feed\.json>; rel="self"/,
  );
  assert.equal(
    delivery?.headers['x-hub-signature'],
    `sha256=${createHmac('sha256', 'geheim').update(BODY).digest('hex')}`,
  );
});

test('--topic and --secret choose what is sent', async (t) => {
  const { subscriber, callback } = await start(t);
  const subscriptions = [subscription({ callback })];
  const args = [callback, '--topic', '/api/feed.json', '--secret', 'geheim'];
  const { status, lines } = await run(t, args, { subscriptions });
  assert.equal(status, 0);
  assert.equal(
    lines[CONNECTED.length],
    'Hub   no subscription to /api/feed.json; what is sent is signed with the secret geheim',
  );
  assert.equal(
    subscriber.deliveries[0]?.headers['x-hub-signature'],
    `sha256=${createHmac('sha256', 'geheim').update(BODY).digest('hex')}`,
  );
  const store = await createStore(t);
  const long = await runHub(['test', callback, '--secret', 'é'.repeat(100)], store, {
    createTrial,
  });
  assert.equal(long.status, 2);
  assert.match(long.error, /--secret must have at most 199 bytes\./);
});

const challengeOf = (url: string) => new URL(url, BASE_URL).searchParams.get('hub.challenge') ?? '';

for (const [what, answer, words] of [
  [
    'a line feed behind the challenge',
    (challenge) => ({ status: 200, body: `${challenge}\n` }),
    /GET .*: 200 with a line feed behind the challenge; send the value of hub\.challenge alone, without a line end \(N ms\)$/m,
  ],
  [
    'a challenge that is compressed',
    (challenge) => ({ status: 200, body: gzipSync(challenge) }),
    /: 200 with a body compressed by gzip, which was not asked for; send it as it is/,
  ],
  [
    'a page',
    () => ({ status: 200, headers: { 'Content-Length': '5000' }, body: 'x'.repeat(5000) }),
    /: 200 with an empty body, or one of more than 4096 bytes; send the value of/,
  ],
  [
    'a redirect',
    () => ({ status: 302, headers: { Location: '/elsewhere' } }),
    /: 302, a failure: redirects are not followed; a 2xx with the challenge alone would agree/,
  ],
  ['500', () => ({ status: 500 }), /: 500, a failure; a 2xx with the challenge alone would agree/],
  [
    '404',
    () => ({ status: 404 }),
    /: 404, a failure; .*\n {6}it is right to answer so where it has not just asked for this topic$/m,
  ],
  [
    'a connection that is cut',
    () => 'reset',
    /: it gave no valid HTTP answer \((?:ECONNRESET|UND_ERR_SOCKET)\); a 2xx/,
  ],
] as const satisfies readonly (readonly [string, (challenge: string) => Behavior, RegExp])[]) {
  test(`${what} does not agree, and what would have is said; a notification is sent all the same`, async (t) => {
    const { subscriber, callback } = await start(t);
    subscriber.behave((one) => (isPost(one) ? undefined : answer(challengeOf(one.url))));
    const { status, lines } = await run(t, [callback]);
    assert.equal(status, 1);
    assert.match(lines.join('\n'), words);
    assert.equal(lines.at(-2), `${SENT}: 204, acknowledged (N ms)`);
  });
}

for (const [answer, words] of [
  [{ status: 302 }, /: 302, a failure: redirects are not followed \(N ms\)$/],
  [{ status: 410 }, /: 410, which ends the subscription when it answers a delivery/],
  [
    { status: 503, headers: { 'Retry-After': '120' } },
    /: 503, a failure; Retry-After: 120 \(N ms\)$/,
  ],
] as const) {
  test(`a notification that is answered ${answer.status} fails in words`, async (t) => {
    const { subscriber, callback } = await start(t);
    subscriber.behave((one) => (isPost(one) ? answer : undefined));
    const { status, lines } = await run(t, [callback]);
    assert.equal(status, 1);
    assert.match(lines.at(-2) ?? '', words);
  });
}

test('a certificate that nobody vouches for, or for another host, ends the trial at TLS', async (t) => {
  const untrusted = await start(t, { certificate: 'untrusted' });
  const own = await run(t, [untrusted.callback]);
  assert.equal(own.status, 1);
  assert.deepEqual(own.lines.slice(2, 3), ['TCP   connected']);
  assert.match(own.lines[3] ?? '', /^TLS {3}failed: .*certificate.* \([A-Z_]+\)$/);
  assert.equal(own.lines.length, 4);

  const wrong = await start(t);
  const { lines } = await run(t, [wrong.at('wrong.example')]);
  assert.equal(
    lines.at(-1),
    'TLS   failed: its certificate is for another host; use one for this host (ERR_TLS_CERT_ALTNAME_INVALID)',
  );
  assert.deepEqual(wrong.received, []);
});

test('a closed port ends it at TCP', async (t) => {
  const { subscriber, callback } = await start(t);
  await subscriber.close();
  const { status, lines } = await run(t, [callback]);
  assert.equal(status, 1);
  assert.deepEqual(lines.slice(2), ['TCP   failed: nothing listens on its port (ECONNREFUSED)']);
});

for (const [what, host, words] of [
  [
    'a name that nobody knows',
    'nobody.example',
    [/^Name {2}nobody\.example cannot be resolved: queryA ENOTFOUND nobody\.example$/],
  ],
  [
    'an address that is not allowed',
    'private.example',
    [
      /^Name {2}private\.example is 127\.0\.0\.1 \(allowed\), 10\.0\.0\.1 \(not allowed\) \(N ms\)$/,
      /^ {6}nothing is sent: every address of a name must be allowed$/,
    ],
  ],
] as const) {
  test(`${what} ends it before a connection is made`, async (t) => {
    const { subscriber, at } = await start(t);
    const { status, lines } = await run(t, [at(host)]);
    assert.equal(status, 1);
    assert.equal(lines.length, 1 + words.length);
    for (const [index, expected] of words.entries()) assert.match(lines[index + 1] ?? '', expected);
    assert.equal(subscriber.connections, 0);
  });
}

test('a URL that is refused is not looked up', async (t) => {
  const { status, lines } = await run(t, ['http://me.example/push']);
  assert.equal(status, 1);
  assert.equal(lines.length, 1);
  assert.match(lines[0] ?? '', /^URL {3}refused: hub\.callback must be an absolute HTTPS URL, /);
});

test('a host that is blocked, and a topic that no release holds, are said', async (t) => {
  const { subscriber, callback } = await start(t);
  const blocked = ['subscriber.test'];
  const { status, lines } = await run(t, [callback], { blocked, topics: [] });
  assert.equal(status, 1);
  assert.equal(
    lines[CONNECTED.length],
    'Hub   subscriber.test is blocked: what it asks for is refused',
  );
  assert.equal(
    lines.at(-2),
    'POST  /feed.xml: nothing was sent: no release on disk holds this topic',
  );
  assert.deepEqual(subscriber.deliveries, []);
});
