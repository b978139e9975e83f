import assert from 'node:assert/strict';
import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { type TestContext, test } from 'node:test';
import { SessionIds } from '../../../sidecar/mcp/sessions.ts';
import { ask } from '../../support/ask.ts';
import { SESSION_SECRET, startInProcess } from '../../support/in-process.ts';
import { openSession, openSessionStream } from '../../support/mcp-client.ts';
import { headOf, openRaw } from '../../support/raw-http.ts';
import { makeRelease } from '../../support/release.ts';

const { release } = await makeRelease();
const IDS = new SessionIds({ secret: SESSION_SECRET, randomBytes, now: Date.now });
const newId = () => IDS.create('2025-06-18');

/** A service whose endpoint is being loaded until it is told to go on. */
async function startLoading(t: TestContext) {
  const going = Promise.withResolvers<void>();
  const started = await startInProcess(t, {
    release,
    mcpSource: (loader) => ({ load: () => going.promise.then(() => loader.load()) }),
  });
  return { ...started, goOn: () => going.resolve() };
}

test('before the address is known every method is 503, and says when to come back', async (t) => {
  const { url } = await startInProcess(t, { release, mcpSource: () => undefined });
  for (const method of ['GET', 'POST', 'DELETE', 'OPTIONS', 'PUT']) {
    const { status, headers } = await ask(url, '/mcp', { method });
    assert.deepEqual([status, headers['retry-after']], [503, '2']);
  }
});

test('what is asked while the endpoint is being loaded waits for it, and nothing else does', async (t) => {
  const { url, server, goOn } = await startLoading(t);
  const asked = Promise.all([openSession(url), openSession(url), ask(url, '/mcp')]);
  await once(server, 'request');
  assert.equal((await ask(url, '/reviews.json')).status, 200);
  goOn();
  const [one, other, refused] = await asked;
  assert.notEqual(one.id, other.id);
  assert.equal(refused.status, 406);
});

test('who goes away while the endpoint is being loaded takes no place', async (t) => {
  const { url, server, goOn } = await startLoading(t);
  for (let count = 0; count < 4; count++) {
    const connection = await openRaw(url);
    const received = once(server, 'request');
    await connection.send(
      headOf('/mcp', {
        Host: '127.0.0.1',
        Accept: 'text/event-stream',
        'Mcp-Session-Id': newId(),
      }),
    );
    const [request] = await received;
    const closed = once(request.socket, 'close');
    connection.socket.destroy();
    await closed;
  }
  goOn();
  const streams = Array.from({ length: 4 }, () => openSessionStream(url, newId()));
  for (const { status } of await Promise.all(streams)) assert.equal(status, 200);
});
