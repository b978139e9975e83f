import assert from 'node:assert/strict';
import { createServer as createHttpServer } from 'node:http';
import { createServer as createHttpsServer } from 'node:https';
import type { Socket } from 'node:net';
import { type TestContext, test } from 'node:test';
import { readCertificate } from '../../fixtures/tls/certificates.ts';
import { ask } from '../../support/ask.ts';
import { type Behavior, isPost, startSubscriber } from '../../support/subscriber.ts';
import { waitUntil } from '../../support/wait-until.ts';
import { type LiveHub, startHubService, TOPIC } from '../../support/websub-hub.ts';

const MANY_HEADERS = Object.fromEntries(
  Array.from({ length: 20 }, (_, index) => [`X-Fill-${index}`, 'x'.repeat(1000)]),
);
const plain = createHttpServer((_request, response) => response.end('plain'));
const untrusted = createHttpsServer(readCertificate('untrusted'), (_request, response) => {
  response.end();
});
untrusted.on('tlsClientError', () => {});

/** Answers of hostile servers to requests and to connections. */
const HOSTILE: Readonly<Record<string, Behavior | ((socket: Socket) => unknown)>> = {
  'never answers': 'hang',
  'drips its head': 'drip-head',
  'fails and floods': 'fail-and-flood',
  'hangs up': 'reset',
  'sends 20 kB of headers': { status: 200, headers: MANY_HEADERS },
  'speaks of another protocol': { raw: '220 mail ready\r\n' },
  'is silent in the handshake': () => {},
  'closes in mid-handshake': (socket) => socket.once('data', () => socket.destroy()),
  'has an untrusted certificate': (socket) => untrusted.emit('connection', socket),
  'speaks plain HTTP': (socket) => plain.emit('connection', socket),
  'closes at once': (socket) => socket.destroy(),
};
const HOSTILE_COUNT = Object.keys(HOSTILE).length;

/** Subscribers that are good until they turn. */
async function startHostile(t: TestContext) {
  return await Promise.all(
    Object.entries(HOSTILE).map(async ([what, how], index) => {
      const subscriber = await startSubscriber(t, { address: `127.0.0.${30 + index}` });
      let before = 0;
      const turn = () => {
        before = subscriber.connections;
        if (typeof how === 'function') subscriber.take(how);
        else subscriber.behave(() => how);
      };
      /** Connections since: no connection is used for a second request. */
      const attempts = () => subscriber.connections - before;
      return { what, callback: subscriber.callback(), turn, attempts };
    }),
  );
}

const GOOD = 20;
/** The time that a hostile subscriber holds up its own delivery. The good ones have theirs meanwhile. */
const TIMEOUT_SECONDS = 5;

async function startGood(t: TestContext, hub: LiveHub) {
  return await Promise.all(
    Array.from({ length: GOOD }, async (_, index) => {
      const good = await startSubscriber(t, { address: `127.0.0.${2 + index}` });
      await hub.subscribe(good.callback());
      return good;
    }),
  );
}

test('hostile subscribers delay nobody, are counted, and are gone after three', async (t) => {
  const env = { HUB_TIMEOUT_SECONDS: `${TIMEOUT_SECONDS}`, HUB_RETRY_DELAYS_SECONDS: 'none' };
  const hub = await startHubService(t, { env });
  const { service } = hub;
  const good = await startGood(t, hub);
  const hostile = await startHostile(t);
  const flooding = await startSubscriber(t, { address: '127.0.0.60' });
  // Redirects to a listener that must not be connected to.
  const inside = await startSubscriber(t, { address: '127.0.0.61' });
  const redirecting = await startSubscriber(t, { address: '127.0.0.62' });
  const failing = [...hostile.map(({ callback }) => callback), redirecting.callback()];
  const callbacks = [...failing, flooding.callback()];
  await Promise.all(callbacks.map((callback) => hub.subscribe(callback)));
  assert.equal(await hub.active(), GOOD + HOSTILE_COUNT + 2);

  for (const { turn } of hostile) turn();
  const headers = { Location: inside.callback('/?echo') };
  redirecting.behave(() => ({ status: 307, headers }));
  flooding.behave(() => 'flood');
  for (const edition of [1, 2, 3]) {
    await hub.announce(`Edition ${edition}.`);
    await Promise.all(good.map((one) => one.waitFor(edition, isPost)));
    const { topics } = await hub.status();
    const waiting = topics.find(({ topic }) => topic === TOPIC)?.undelivered ?? 0;
    assert.ok(waiting >= 2, 'the good ones have it while others still hang');
    assert.equal((await ask(service.url, '/reviews.json')).status, 200);
    const left = edition < 3 ? failing : [];
    await waitUntil('all others have failed', async () => {
      const states = await Promise.all(left.map((callback) => hub.lookUp(callback)));
      return states.every(({ delivery }) => delivery?.failedNotifications === edition);
    });
    if (edition === 3) await hub.settled();
    // Who acknowledges and then floods has acknowledged (WebSub §7).
    assert.equal(await hub.active(), GOOD + 1 + left.length, `after edition ${edition}`);
  }
  for (const { what, attempts } of hostile) assert.ok(attempts() >= 3, what);
  assert.equal(inside.connections, 0);
  assert.ok(good.every(({ deliveries }) => deliveries.length === 3));
  assert.equal(service.process.exitCode, null);
});
