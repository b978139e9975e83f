import assert from 'node:assert/strict';
import { once } from 'node:events';
import { createServer } from 'node:http';
import { test } from 'node:test';
import { ask } from '../../../../../scripts/lab/bench/load/ask.ts';
import { ownGenerator } from '../../../../../scripts/lab/bench/load/load-own.ts';
import { atEnd } from '../../../../support/at-end.ts';

test('every request of the own generator reaches the server, each with a head of its own', async (t) => {
  const heads = new Set<string | undefined>();
  let answered = 0;
  const server = createServer((request, response) => {
    heads.add(request.headers['user-agent']);
    answered++;
    response.end('hello');
  }).listen(0, '127.0.0.1');
  atEnd(t, () => server.close());
  await once(server, 'listening');
  const address = server.address();
  assert.ok(typeof address === 'object' && address);
  const request = { url: `http://127.0.0.1:${address.port}/`, headers: { Accept: 'a/b' } };
  const { wireBytes, status } = await ask({
    ...request,
    headers: { ...request.headers, 'User-Agent': 'ask' },
  });
  assert.equal(status, 200);
  const settings = { request, expectedStatus: 200, connections: 2, seconds: 0.2 };
  const load = await ownGenerator.run({ ...settings, headsDiffer: true });
  assert.equal(load.failures, 0);
  assert.equal(load.requests, answered - 1);
  assert.equal(heads.size, answered);
  assert.equal(load.bytes, wireBytes * load.requests);
  assert.ok(load.p50Milliseconds > 0 && load.p99Milliseconds >= load.p50Milliseconds);
});

test('an answer of another status fails the generator', async (t) => {
  const server = createServer((_request, response) => response.writeHead(404).end()).listen(
    0,
    '127.0.0.1',
  );
  atEnd(t, () => server.close());
  await once(server, 'listening');
  const address = server.address();
  assert.ok(typeof address === 'object' && address);
  const request = { url: `http://127.0.0.1:${address.port}/`, headers: {} };
  const settings = { request, expectedStatus: 200, connections: 1, seconds: 0.2 };
  await assert.rejects(ownGenerator.run({ ...settings, headsDiffer: false }), /not 200/);
});
