import assert from 'node:assert/strict';
import { once } from 'node:events';
import { existsSync, readFileSync } from 'node:fs';
import { createServer as createHttpServer, type ServerResponse } from 'node:http';
import { createServer as createHttpsServer } from 'node:https';
import { createServer, type Socket } from 'node:net';
import { suite, type TestContext, test } from 'node:test';
import { ask } from '../../support/ask.ts';
import { atEnd } from '../../support/at-end.ts';
import type { Lifetime } from '../../support/lifetime.ts';
import { actOut, type Received, startSubscriber } from '../../support/subscriber.ts';
import { readCertificate } from '../../support/tls.ts';
import { waitUntil } from '../../support/wait-until.ts';
import { type LiveHub, startHubService, TOPIC } from '../../support/websub-hub.ts';

const MANY_HEADERS = Object.fromEntries(
  Array.from({ length: 20 }, (_, index) => [`X-Fill-${index}`, 'x'.repeat(1000)]),
);
const FLOOD_CHUNK = Buffer.alloc(64 * 1024, 'x');

/** What is done with a request once TLS stands. */
type Answer = (response: ServerResponse, received: Received) => void;
/** What is done with a connection before TLS. */
type Take = (socket: Socket) => void;

/** An answer without end, as fast as it is taken. */
function flood(response: ServerResponse, status: number): void {
  response.writeHead(status);
  const more = () => {
    while (!response.destroyed && response.write(FLOOD_CHUNK));
  };
  response.on('drain', more);
  more();
}

/** Whatever strangers' servers do to those who ask them. */
export const ANSWERS = {
  'never answers': () => {},
  'drips its head': (response, received) => actOut('drip-head', received, response),
  'fails and floods': (response) => flood(response, 500),
  'hangs up': (response) => response.socket?.destroy(),
  'sends 20 kB of headers': (response) => response.writeHead(200, MANY_HEADERS).end(),
  'speaks of another protocol': (response) => response.socket?.end('220 mail ready\r\n'),
} satisfies Readonly<Record<string, Answer>>;

const plain = createHttpServer((_request, response) => response.end('plain'));
const untrusted = createHttpsServer(readCertificate('untrusted'), (_request, response) => {
  response.end();
});

/** The same to those who connect to them. */
export const TAKES = {
  'is silent in the handshake': () => {},
  'closes in mid-handshake': (socket) => socket.once('data', () => socket.destroy()),
  'has an untrusted certificate': (socket) => untrusted.emit('connection', socket),
  'speaks plain HTTP': (socket) => plain.emit('connection', socket),
  'closes at once': (socket) => socket.destroy(),
} satisfies Readonly<Record<string, Take>>;

export type Turncoat = {
  readonly origin: string;
  readonly callback: string;
  /** POSTs that came while it was hostile, or connections where it takes none. */
  readonly attempts: () => number;
  /** From here on it is hostile. */
  readonly turn: (hostile: { readonly answer: Answer } | { readonly take: Take }) => void;
};

/** A subscriber on an address of loopback that is good until it is told to be otherwise. */
export async function startTurncoat(lifetime: Lifetime, address: string): Promise<Turncoat> {
  let answer: Answer = (response, received) => {
    actOut(received.method === 'POST' ? { status: 204 } : 'echo', received, response);
  };
  let take: Take = (socket) => good.emit('connection', socket);
  let attempts = 0;
  const good = createHttpsServer(readCertificate('subscriber'), (request, response) => {
    const { method = '', url = '', headers, rawHeaders } = request;
    request.resume();
    response.on('error', () => {});
    attempts++;
    answer(response, { method, url, headers, rawHeaders, body: Buffer.alloc(0) });
  });
  good.on('tlsClientError', () => {});
  const sockets = new Set<Socket>();
  const server = createServer((socket) => {
    sockets.add(socket.on('error', () => {}).once('close', () => sockets.delete(socket)));
    attempts++;
    take(socket);
  });
  server.listen(0, address);
  await once(server, 'listening');
  atEnd(lifetime, () => {
    server.close();
    for (const socket of sockets) socket.destroy();
  });
  const bound = server.address();
  if (bound === null || typeof bound === 'string') throw new Error('The server has no port.');
  const origin = `https://${address}:${bound.port}`;
  return {
    origin,
    callback: `${origin}/callback`,
    attempts: () => attempts,
    turn: (hostile) => {
      attempts = 0;
      // What is connected would go on as before.
      for (const socket of sockets) socket.destroy();
      if ('answer' in hostile) answer = hostile.answer;
      else take = hostile.take;
    },
  };
}

const GOOD = 20;
/** A hostile one can hold up a delivery for so long, and nobody else for a tenth of it. */
const TIMEOUT_SECONDS = '2';
/** What a process may need more while it is flooded. */
const MOST_MORE_KB = 150_000;
const DENIED = 'Callbacks may not use this address.';

const HOSTILE = [
  ...Object.entries(ANSWERS).map(([what, answer]) => ({ what, how: { answer } })),
  ...Object.entries(TAKES).map(([what, take]) => ({ what, how: { take } })),
];

async function startHostile(t: TestContext) {
  return await Promise.all(
    HOSTILE.map(async ({ what, how }, index) => {
      const turncoat = await startTurncoat(t, `127.0.0.${30 + index}`);
      return { what, turncoat, turn: () => turncoat.turn(how) };
    }),
  );
}

async function startGood(t: TestContext, hub: LiveHub) {
  const good = await Promise.all(
    Array.from({ length: GOOD }, (_, index) =>
      startSubscriber(t, { address: `127.0.0.${2 + index}` }),
    ),
  );
  await Promise.all(good.map(({ callback }) => hub.subscribe(callback())));
  return good;
}

/** The most memory that a process ever had, in kB; undefined where the system does not tell. */
function peakMemory(pid: number | undefined): number | undefined {
  const file = `/proc/${pid}/status`;
  if (!existsSync(file)) return undefined;
  return Number(/^VmHWM:\s*(\d+) kB$/m.exec(readFileSync(file, 'utf8'))?.[1]);
}

test('hostile subscribers delay nobody, cost little, are counted, and are gone after three', async (t) => {
  const env = { HUB_TIMEOUT_SECONDS: TIMEOUT_SECONDS, HUB_RETRY_DELAYS_SECONDS: 'none' };
  const hub = await startHubService(t, { env });
  const { service } = hub;
  const good = await startGood(t, hub);
  const hostile = await startHostile(t);
  await Promise.all(hostile.map(({ turncoat }) => hub.subscribe(turncoat.callback)));
  const flooding = await startSubscriber(t, { address: '127.0.0.60' });
  await hub.subscribe(flooding.callback());
  const inside = await startSubscriber(t, { address: '127.0.0.61' });
  const redirecting = await startSubscriber(t, { address: '127.0.0.62' });
  await hub.subscribe(redirecting.callback());
  assert.equal(await hub.active(), GOOD + HOSTILE.length + 2);

  for (const { turn } of hostile) turn();
  flooding.behave(() => 'flood');
  const headers = { Location: inside.callback() };
  redirecting.behave(() => ({ status: 307, headers }));
  const before = peakMemory(service.process.pid);
  for (const edition of [1, 2, 3]) {
    const startedAt = performance.now();
    await hub.announce(`Edition ${edition}.`);
    await Promise.all(good.map((one) => one.waitFor(edition, isPost)));
    const took = performance.now() - startedAt;
    const { topics } = await hub.status();
    const waiting = topics.find(({ topic }) => topic === TOPIC)?.undelivered ?? 0;
    assert.ok(waiting >= 2, 'the good ones have it while others still hang');
    assert.ok(took < 1000 * Number(TIMEOUT_SECONDS), `it took ${took} ms`);
    assert.equal((await ask(service.url, '/reviews.json')).status, 200);
    await hub.settled();
    const left = edition < 3 ? HOSTILE.length + 1 : 0;
    // Who acknowledges and then floods has acknowledged (WebSub §7).
    assert.equal(await hub.active(), GOOD + 1 + left, `after edition ${edition}`);
  }
  for (const { what, turncoat } of hostile) assert.ok(turncoat.attempts() >= 3, what);
  assert.equal(inside.connections, 0);
  assert.deepEqual(
    good.map(({ deliveries }) => deliveries.length),
    good.map(() => 3),
  );
  assert.equal(service.process.exitCode, null);
  const after = peakMemory(service.process.pid);
  if (before === undefined || after === undefined) {
    t.diagnostic('NOT TESTED: this system does not tell how much memory a process has');
    return;
  }
  assert.ok(after - before < MOST_MORE_KB, `it needed ${after - before} kB more`);
});

// Both wait for answers that never come.
suite('callbacks that are never subscribed', { concurrency: 2 }, () => {
  test('hostile callbacks are answered 202, and none is ever subscribed', async (t) => {
    const env = { HUB_TIMEOUT_SECONDS: '1', HUB_RETRY_DELAYS_SECONDS: '0.05,0.05' };
    const hub = await startHubService(t, { env });
    const inside = await startSubscriber(t, { address: '127.0.0.61' });
    const redirecting = await startSubscriber(t, { address: '127.0.0.62' });
    const headers = { Location: inside.callback('/?echo') };
    redirecting.behave(() => ({ status: 302, headers }));
    const flooding = await startSubscriber(t, { address: '127.0.0.63' });
    flooding.behave(() => 'flood');
    const dripping = await startSubscriber(t, { address: '127.0.0.64' });
    dripping.behave(() => 'drip');
    const hostile = await startHostile(t);
    for (const { turn } of hostile) turn();
    const callbacks = [
      ...hostile.map(({ turncoat }) => turncoat.callback),
      ...[redirecting, flooding, dripping].map(({ callback }) => callback()),
    ];
    for (const callback of callbacks) {
      const form = { 'hub.mode': 'subscribe', 'hub.topic': TOPIC, 'hub.callback': callback };
      assert.equal((await hub.post(form)).status, 202, callback);
    }
    const good = await startSubscriber(t);
    await hub.post({
      'hub.mode': 'subscribe',
      'hub.topic': TOPIC,
      'hub.callback': good.callback(),
    });
    await waitUntil('the good one is subscribed', async () => (await hub.active()) === 1);
    await hub.verified();
    assert.equal(await hub.active(), 1);
    for (const { what, turncoat } of hostile) assert.ok(turncoat.attempts() > 0, what);
    assert.equal(inside.connections, 0);
  });

  test('without an exception nothing on loopback is ever connected to, however it is spelled', async (t) => {
    // Names of such addresses: tests/rooms/hub/callback/hostile-callbacks.test.ts.
    const hub = await startHubService(t, { env: { HUB_ALLOW_CALLBACK_CIDRS: '' } });
    const v4 = await startSubscriber(t);
    const port = Number(new URL(v4.origin).port);
    const v6 = await startSubscriber(t, { address: '::1', port });
    const request = (host: string) =>
      hub.post({
        'hub.mode': 'subscribe',
        'hub.topic': TOPIC,
        'hub.callback': `https://${host}:${port}/callback`,
      });
    for (const host of [
      '127.0.0.1',
      '127.1',
      '2130706433',
      '0x7f.1',
      '0x7f000001',
      '0177.0.0.1',
      '127.0.0.1.',
      '%31%32%37.0.0.1',
      '0.0.0.0',
      '0',
      '[::1]',
      '[::]',
      '[0:0:0:0:0:0:0:1]',
      '[::ffff:127.0.0.1]',
      '[::ffff:7f00:1]',
      '[::127.0.0.1]',
      '[64:ff9b::7f00:1]',
      '[2002:7f00:1::]',
    ]) {
      const { status, text } = await request(host);
      assert.equal(status, 400, `${host}: ${text}`);
    }
    for (const host of ['localhost', 'LOCALHOST', 'localhost.']) {
      const from = hub.service.log.length;
      const { status, text } = await request(host);
      assert.equal(status, 202, `${host}: ${text}`);
      const { msg } = await hub.service.logged('did not agree', from);
      assert.ok(String(msg).endsWith(DENIED), String(msg));
    }
    assert.deepEqual([v4.connections, v6.connections], [0, 0]);
    assert.equal(await hub.active(), 0);
  });
});

function isPost({ method }: { readonly method: string }): boolean {
  return method === 'POST';
}
