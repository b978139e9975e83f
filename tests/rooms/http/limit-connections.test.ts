import assert from 'node:assert/strict';
import { once } from 'node:events';
import { connect } from 'node:net';
import { join } from 'node:path';
import { test } from 'node:test';
import { limitConnections } from '../../../sidecar/http/limit-connections.ts';
import { ask } from '../../support/ask.ts';
import { saveFiles } from '../../support/content-folder.ts';
import { startInProcess } from '../../support/in-process.ts';
import { headOf, RawConnection } from '../../support/raw-http.ts';
import { SAMPLE_CONTENT, sampleReview } from '../../support/sample-content.ts';
import { startService } from '../../support/service.ts';
import { waitUntil } from '../../support/wait-until.ts';

for (const [openFiles, maxConnections, most] of [
  [undefined, undefined, 10_000],
  [undefined, 50_000, 50_000],
  [1_048_576, undefined, 10_000],
  [1024, undefined, 1024 - 128 - 40],
  [1024, 100, 100],
  [200, undefined, 50],
  [3, undefined, 1],
  [1024, 5000, 856],
] as const) {
  test(`of ${openFiles} open files and MAX_CONNECTIONS=${maxConnections}, ${most} are for connections`, () => {
    assert.equal(limitConnections({ maxConnections, outgoing: 40, openFiles }), most);
  });
}

/** Whether a connection answers. */
async function isServed(connection: RawConnection): Promise<boolean> {
  await connection.send(headOf('/reviews.json'));
  return connection.answer().then(
    ({ status }) => status === 200,
    () => false,
  );
}

test('a connection that cannot be accepted is logged, once a minute at most, and ends nothing', async (t) => {
  const { url, server, log } = await startInProcess(t);
  for (let count = 0; count < 3; count++) server.emit('error', new Error('accept EMFILE'));
  assert.equal(log.length, 1);
  assert.match(JSON.stringify(log), /EMFILE.*lower MAX_CONNECTIONS or raise/);
  assert.equal((await ask(url, '/healthz')).status, 200);
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
