import assert from 'node:assert/strict';
import { once } from 'node:events';
import { createServer } from 'node:http';
import { type TestContext, test } from 'node:test';
import { ConditionalReader } from '../../../../../scripts/lab/bench/publish/conditional-reader.ts';
import { atEnd } from '../../../../support/at-end.ts';

const PATIENCE_MS = 10_000;

/** A server of one text, which `answered` may replace after each answer. */
async function serveText(t: TestContext, first: string, answered: (count: number) => string) {
  let text = first;
  const statuses: number[] = [];
  const sockets = new Set<unknown>();
  const server = createServer((request, response) => {
    const etag = `"${text}"`;
    const status = request.headers['if-none-match'] === etag ? 304 : 200;
    response.writeHead(status, { ETag: etag }).end(status === 200 ? text : undefined);
    statuses.push(status);
    text = answered(statuses.length);
  }).listen(0, '127.0.0.1');
  server.on('connection', (socket) => sockets.add(socket));
  atEnd(t, () => server.close());
  await once(server, 'listening');
  const address = server.address();
  assert.ok(typeof address === 'object' && address);
  return { url: `http://127.0.0.1:${address.port}/`, statuses, sockets };
}

test('a reader asks on one connection until an answer has the edit', async (t) => {
  // A release without the edit comes between.
  const { url, statuses, sockets } = await serveText(t, 'old', (count) =>
    count < 3 ? 'old' : count < 5 ? 'other' : 'with the edit',
  );
  using reader = new ConditionalReader(url);
  await reader.open();
  const arrival = await reader.waitFor('the edit', performance.now(), PATIENCE_MS);
  assert.deepEqual(statuses, [200, 304, 304, 200, 304, 200]);
  assert.equal(sockets.size, 1);
  assert.ok(arrival.head > 0 && arrival.whole >= arrival.head);
});

test('an edit that is not served in time is an error that says so', async (t) => {
  const { url } = await serveText(t, 'old', () => 'old');
  using reader = new ConditionalReader(url);
  await reader.open();
  await assert.rejects(
    reader.waitFor('the edit', performance.now(), 50),
    /the edit was not served within 0\.05 s/,
  );
});

test('an answer that is neither 200 nor 304 is an error', async (t) => {
  const server = createServer((_, response) => response.writeHead(503).end());
  server.listen(0, '127.0.0.1');
  atEnd(t, () => server.close());
  await once(server, 'listening');
  const address = server.address();
  assert.ok(typeof address === 'object' && address);
  using reader = new ConditionalReader(`http://127.0.0.1:${address.port}/`);
  await assert.rejects(reader.open(), /answers 503/);
  await assert.rejects(reader.waitFor('x', performance.now(), PATIENCE_MS), /answers 503/);
});
