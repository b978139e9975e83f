import assert from 'node:assert/strict';
import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import { connect } from 'node:net';
import { join } from 'node:path';
import { type TestContext, test } from 'node:test';
import { pino } from 'pino';
import { listen } from '../../../sidecar/http/http.ts';
import { limitConnections, readOpenFilesLimit } from '../../../sidecar/http/limit-connections.ts';
import { ask } from '../../support/ask.ts';
import { atEnd } from '../../support/at-end.ts';
import { saveFiles } from '../../support/edit-content.ts';
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

for (const [openFiles, maxConnections, most] of [
  [undefined, undefined, 10_000],
  [undefined, 50_000, 50_000],
  [1_048_576, undefined, 10_000],
  [1_048_576, 20_000, 20_000],
  [1024, undefined, 1024 - 128 - 40],
  [1024, 100, 100],
  [200, undefined, 50],
  [100, undefined, 25],
  [3, undefined, 1],
] as const) {
  test(`of ${openFiles} open files and MAX_CONNECTIONS=${maxConnections}, ${most} are for connections`, () => {
    const { log, ...told } = limited({ openFiles, maxConnections });
    assert.equal(told.most, most);
    assert.deepEqual(log, []);
  });
}

test('more connections than files may be open are lowered, and the operator is told', () => {
  const { log, most } = limited({ openFiles: 1024, maxConnections: 5000 });
  assert.equal(most, 856);
  assert.equal(log.length, 1);
  assert.match(
    String(log[0]?.msg),
    /MAX_CONNECTIONS is 5000, but the limit of 1024 open files leaves room for 856 .*ulimit -n/,
  );
});

async function listenOn(t: TestContext, server: Server): Promise<string> {
  const port = await listen(server, 0, '127.0.0.1');
  atEnd(t, () => {
    server.close();
    server.closeAllConnections();
  });
  return `http://127.0.0.1:${port}`;
}

/** Whether a connection answers. */
async function isServed(connection: RawConnection): Promise<boolean> {
  await connection.send(headOf('/'));
  return connection.answer().then(
    ({ status }) => status === 200,
    () => false,
  );
}

/** Opens connections one after the other, all accepted. */
async function openMany(url: string, count: number): Promise<RawConnection[]> {
  const connections: RawConnection[] = [];
  while (connections.length < count) connections.push(await openRaw(url));
  return connections;
}

test('where all are busy, whoever comes is refused, and it is told rarely', async (t) => {
  let now = 0;
  const { server, log } = limited({ maxConnections: 2, now: () => now });
  const url = await listenOn(t, server);
  const kept = await openMany(url, 2);
  for (const { socket } of kept) {
    const heard = once(server, 'request');
    socket.write(headOf('/slow'));
    await heard;
  }
  const refuse = async () => assert.equal((await (await openRaw(url)).ended()).length, 0);
  for (let count = 0; count < 3; count++) await refuse();
  assert.equal(log.length, 1);
  assert.match(String(log[0]?.msg), /all 2 connections are taken \(MAX_CONNECTIONS\)/);
  now = 60_000;
  await refuse();
  assert.deepEqual([log.length, log[0]?.newcomers, log[1]?.newcomers], [2, 1, 3]);
  // Who goes leaves a place.
  kept[0]?.socket.destroy();
  await waitUntil('a connection is accepted', async () => isServed(await openRaw(url)));
  assert.equal(kept[1]?.socket.closed, false);
});

test('whoever has been silent longest makes room, and busy ones never do', async (t) => {
  const { server } = limited({ maxConnections: 4 });
  const url = await listenOn(t, server);
  const [busy, silent, idle, asking] = await openMany(url, 4);
  assert.ok(busy && silent && idle && asking);
  const heard = once(server, 'request');
  await busy.send(headOf('/slow'));
  await heard;
  for (const connection of [asking, idle]) assert.ok(await isServed(connection));
  const newcomers = [await openRaw(url)];
  await silent.ended();
  assert.ok(await isServed(asking));
  newcomers.push(await openRaw(url));
  await idle.ended();
  for (const one of [asking, ...newcomers]) assert.ok(await isServed(one));
  assert.equal(busy.socket.closed, false);
});

test('a service whose connections are all taken by silent clients serves whoever comes', async (t) => {
  const { url } = await startService(t, { env: { MAX_CONNECTIONS: '20' } });
  await openMany(url, 20);
  for (const target of ['/reviews.json', '/api/reviews/search', '/']) {
    const { status } = await ask(url, target);
    assert.equal(status, 200);
  }
});

test('a connection that cannot be accepted is told, and ends nothing', async (t) => {
  let now = 0;
  const { server, log } = limited({ now: () => now });
  const url = await listenOn(t, server);
  for (now of [0, 1, 59_999, 60_000]) {
    server.emit('error', Object.assign(new Error('accept EMFILE'), { code: 'EMFILE' }));
  }
  assert.deepEqual([log.length, log[0]?.failed, log[1]?.failed], [2, 1, 3]);
  assert.match(JSON.stringify(log[0]), /EMFILE.*lower MAX_CONNECTIONS or raise/);
  assert.equal((await ask(url, '/')).status, 200);
});

test('the limit on open files is that of this process', () => {
  const limit = readOpenFilesLimit();
  assert.ok(limit === undefined || limit >= 64, String(limit));
});

/** What a service needs for itself, and some for connections. */
const OPEN_FILES = 160;

/** Connects as often as is asked, whatever becomes of it. */
async function connectMany(t: TestContext, url: string, count: number): Promise<RawConnection[]> {
  const { hostname, port } = new URL(url);
  const connections = Array.from(
    { length: count },
    () => new RawConnection(connect(Number(port), hostname)),
  );
  atEnd(t, () => {
    for (const { socket } of connections) socket.destroy();
  });
  await Promise.all(connections.map(({ socket }) => once(socket, 'connect')));
  return connections;
}

test('a service at its limit on open files serves whom it has, publishes edits, and recovers', async (t) => {
  const service = await startService(t, {
    content: SAMPLE_CONTENT,
    openFiles: OPEN_FILES,
  });
  const { url, folder, log } = service;
  const before = (await ask(url, '/reviews.json')).headers.etag;
  const connections = await connectMany(t, url, 300);
  const countOpen = () => connections.filter(({ socket }) => !socket.closed).length;
  await waitUntil('most are ended', () => countOpen() <= 100);
  let served = 0;
  for (const connection of connections) if (await isServed(connection)) served++;
  assert.ok(served >= 20, `${served} have their connection`);
  saveFiles(join(folder, 'content'), sampleReview('review-new', '2026-11-02'));
  await waitUntil(
    'the edit is published',
    async () => (await ask(url, '/reviews.json')).headers.etag !== before,
  );
  const told = log.filter(({ msg }) => String(msg).includes('connections are taken'));
  assert.equal(told.length, 1);
  for (const { socket } of connections) socket.destroy();
  await waitUntil('others are served', () =>
    ask(url, '/healthz').then(
      ({ status }) => status === 200,
      () => false,
    ),
  );
  assert.equal(service.process.exitCode, null);
});
