import assert from 'node:assert/strict';
import { once } from 'node:events';
import { createServer } from 'node:http';
import { test } from 'node:test';
import { startLightLoad } from '../../../../../scripts/lab/bench/publish/light-load.ts';
import { atEnd } from '../../../../support/at-end.ts';
import { waitUntil } from '../../../../support/wait-until.ts';

test('readers search and revalidate, and every request is counted once', async (t) => {
  const seen = { searches: 0, conditional: 0, unconditional: 0, failed: 0 };
  const server = createServer((request, response) => {
    if (request.url?.startsWith('/api/reviews/search?')) {
      seen.searches++;
      if (seen.searches === 3) seen.failed++;
      response.writeHead(seen.searches === 3 ? 500 : 200).end('{}');
    } else if (request.headers['if-none-match'] === '"a"') {
      seen.conditional++;
      response.writeHead(304).end();
    } else {
      seen.unconditional++;
      response.writeHead(200, { ETag: '"a"' }).end('{}');
    }
  }).listen(0, '127.0.0.1');
  atEnd(t, () => server.close());
  await once(server, 'listening');
  const address = server.address();
  assert.ok(typeof address === 'object' && address);
  const load = await startLightLoad(`http://127.0.0.1:${address.port}`, 500);
  atEnd(t, () => load[Symbol.asyncDispose]());

  await waitUntil('some requests', () => seen.searches > 20 && seen.conditional > 20);
  const first = await load.take();
  assert.equal(first.failures, seen.failed);
  assert.ok(first.milliseconds.length > 40);
  assert.ok(first.milliseconds.every((milliseconds) => milliseconds > 0));
  assert.ok(seen.unconditional > 0 && seen.unconditional < seen.conditional);
  const second = await load.take();
  assert.equal(second.failures, 0);
  const answered = seen.searches + seen.conditional + seen.unconditional;
  assert.ok(first.milliseconds.length + second.milliseconds.length <= answered);
});

test('readers of some paths ask for each in turn, in brotli', async (t) => {
  const asked: string[] = [];
  const server = createServer(({ url, headers }, response) => {
    asked.push(`${url} ${headers['accept-encoding']}`);
    response.end();
  }).listen(0, '127.0.0.1');
  atEnd(t, () => server.close());
  await once(server, 'listening');
  const address = server.address();
  assert.ok(typeof address === 'object' && address);
  const load = await startLightLoad(`http://127.0.0.1:${address.port}`, 200, ['/a/', '/b/']);
  atEnd(t, () => load[Symbol.asyncDispose]());
  await waitUntil('some requests', () => asked.length >= 10);
  const { failures } = await load.take();
  assert.equal(failures, 0);
  const count = (path: string) => asked.filter((one) => one === `${path} br`).length;
  assert.equal(count('/a/') + count('/b/'), asked.length);
  assert.ok(Math.abs(count('/a/') - count('/b/')) <= 1);
});
