import assert from 'node:assert/strict';
import { once } from 'node:events';
import { createServer } from 'node:http';
import { connect } from 'node:net';
import { join } from 'node:path';
import { type TestContext, test } from 'node:test';
import { pino } from 'pino';
import { listen } from '../../../sidecar/http/http.ts';
import { limitConnections } from '../../../sidecar/http/limit-connections.ts';
import { ask } from '../../support/ask.ts';
import { saveFiles } from '../../support/content-folder.ts';
import { atEnd } from '../../support/lifetime.ts';
import { headOf, openRaw, RawConnection } from '../../support/raw-http.ts';
import { SAMPLE_CONTENT, sampleReview } from '../../support/sample-content.ts';
import { startService } from '../../support/service.ts';
import { waitUntil } from '../../support/wait-until.ts';

type Settings = Partial<Parameters<typeof limitConnections>[1]>;

/** A limited server, with what it logs. It answers `/` at once, and all else never. */
function limited(settings: Settings = {}) {
  const log: Record<string, unknown>[] = [];
  const server = createServer(({ url }, response) => {
    if (url === '/') response.end('ok');
  });
  const most = limitConnections(server, {
    maxConnections: undefined,
    outgoing: 40,
    openFiles: undefined,
    log: pino({ level: 'info' }, { write: (line) => log.push(JSON.parse(line)) }),
    ...settings,
  });
  return { server, log, most };
}

/** The same, listening. */
async function startLimited(t: TestContext, settings: Settings) {
  const { server, log } = limited(settings);
  const port = await listen(server, 0, '127.0.0.1');
  atEnd(t, () => {
    server.close();
    server.closeAllConnections();
  });
  return { url: `http://127.0.0.1:${port}`, server, log };
}

for (const [openFiles, maxConnections, most, warning] of [
  [undefined, undefined, 10_000],
  [undefined, 50_000, 50_000],
  [1_048_576, undefined, 10_000],
  [1024, undefined, 1024 - 128 - 40],
  [1024, 100, 100],
  [200, undefined, 50],
  [3, undefined, 1],
  [1024, 5000, 856, /MAX_CONNECTIONS is 5000, .* 1024 open files leaves room for 856 .*ulimit -n/],
] as const) {
  test(`of ${openFiles} open files and MAX_CONNECTIONS=${maxConnections}, ${most} are for connections`, () => {
    const { log, ...made } = limited({ openFiles, maxConnections });
    assert.deepEqual([made.most, log.length], [most, warning ? 1 : 0]);
    if (warning) assert.match(String(log[0]?.msg), warning);
  });
}

/** Whether a connection answers. */
async function isServed(connection: RawConnection): Promise<boolean> {
  await connection.send(headOf('/'));
  return connection.answer().then(
    ({ status }) => status === 200,
    () => false,
  );
}

test('where all are busy, the next is refused, and that is logged rarely', async (t) => {
  let now = 0;
  const { url, server, log } = await startLimited(t, { maxConnections: 2, now: () => now });
  const kept = [await openRaw(url), await openRaw(url)];
  for (const { socket } of kept) {
    const begun = once(server, 'request');
    socket.write(headOf('/slow'));
    await begun;
  }
  const refuse = async () => assert.equal((await (await openRaw(url)).ended()).length, 0);
  for (let count = 0; count < 3; count++) await refuse();
  assert.equal(log.length, 1);
  assert.match(String(log[0]?.msg), /all 2 connections are taken \(MAX_CONNECTIONS\)/);
  now = 60_000;
  await refuse();
  assert.deepEqual([log.length, log[0]?.newcomers, log[1]?.newcomers], [2, 1, 3]);
  kept[0]?.socket.destroy();
  await waitUntil('its place is taken', async () => isServed(await openRaw(url)));
  assert.equal(kept[1]?.socket.closed, false);
});

test('the one that has been silent longest makes room, and busy ones never do', async (t) => {
  const { url, server } = await startLimited(t, { maxConnections: 4 });
  const [busy, silent] = [await openRaw(url), await openRaw(url)];
  const [idle, asking] = [await openRaw(url), await openRaw(url)];
  const begun = once(server, 'request');
  await busy.send(headOf('/slow'));
  await begun;
  for (const connection of [asking, idle]) assert.ok(await isServed(connection));
  const newcomers = [await openRaw(url)];
  await silent.ended();
  assert.ok(await isServed(asking));
  newcomers.push(await openRaw(url));
  await idle.ended();
  for (const one of [asking, ...newcomers]) assert.ok(await isServed(one));
  assert.equal(busy.socket.closed, false);
});

test('a connection that cannot be accepted is logged, and ends nothing', async (t) => {
  let now = 0;
  const { url, server, log } = await startLimited(t, { now: () => now });
  for (now of [0, 1, 59_999, 60_000]) {
    server.emit('error', Object.assign(new Error('accept EMFILE'), { code: 'EMFILE' }));
  }
  assert.deepEqual([log.length, log[0]?.failed, log[1]?.failed], [2, 1, 3]);
  assert.match(JSON.stringify(log[0]), /EMFILE.*lower MAX_CONNECTIONS or raise/);
  assert.equal((await ask(url, '/')).status, 200);
});

test('a service at its limit on open files serves whom it has, publishes edits, and recovers', async (t) => {
  // Enough for itself, and some for connections.
  const { url, folder } = await startService(t, { content: SAMPLE_CONTENT, openFiles: 160 });
  const tagOf = async () => (await ask(url, '/reviews.json')).headers.etag;
  const before = await tagOf();
  const { hostname, port } = new URL(url);
  // Not one after the other: some are never accepted.
  const sockets = Array.from({ length: 300 }, () => connect(Number(port), hostname));
  const connections = sockets.map((socket) => new RawConnection(socket));
  await Promise.all(sockets.map((socket) => once(socket, 'connect')));
  const countOpen = () => sockets.filter(({ closed }) => !closed).length;
  await waitUntil('most are ended', () => countOpen() <= 100);
  let served = 0;
  for (const connection of connections) if (await isServed(connection)) served++;
  assert.ok(served >= 20, `${served} have their connection`);
  saveFiles(join(folder, 'content'), sampleReview('review-new', '2026-11-02'));
  await waitUntil('the edit is published', async () => (await tagOf()) !== before);
  for (const socket of sockets) socket.destroy();
  const isHealthy = () => ask(url, '/healthz').then(({ status }) => status === 200);
  await waitUntil('others are served', () => isHealthy().catch(() => false));
});
