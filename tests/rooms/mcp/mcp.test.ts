import assert from 'node:assert/strict';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { type TestContext, test } from 'node:test';
import { pino } from 'pino';
import { Clients } from '../../../sidecar/http/client.ts';
import { McpLoader } from '../../../sidecar/mcp/mcp.ts';
import { CurrentRelease } from '../../../sidecar/release/current-release.ts';
import { ask } from '../../support/ask.ts';
import { createFolder } from '../../support/content-folder.ts';
import { startInProcess } from '../../support/in-process.ts';
import { openSessionStream } from '../../support/mcp-client.ts';
import { headOf, openRaw } from '../../support/raw-http.ts';
import { makeRelease } from '../../support/release.ts';
import { openSession } from './open-session.ts';

const { release } = await makeRelease();

/** A service whose endpoint is being loaded until it is told to go on. */
async function startLoading(t: TestContext) {
  const going = Promise.withResolvers<void>();
  const started = await startInProcess(t, {
    release,
    mcpSource: (loader) => ({ load: () => going.promise.then(() => loader.load()) }),
  });
  return { ...started, goOn: () => going.resolve() };
}

test('what is asked while the endpoint is being loaded waits for it, and nothing else does', async (t) => {
  const { url, server, goOn } = await startLoading(t);
  const asked = Promise.all([openSession(url), ask(url, '/mcp')]);
  await once(server, 'request');
  assert.equal((await ask(url, '/reviews.json')).status, 200);
  goOn();
  const [, refused] = await asked;
  assert.equal(refused.status, 400);
});

test('who goes away while the endpoint is being loaded takes no place', async (t) => {
  const { id } = await openSession((await startInProcess(t, { release })).url);
  const { url, server, goOn } = await startLoading(t);
  const fields = { Accept: 'text/event-stream', 'Mcp-Session-Id': id };
  const connection = await openRaw(url);
  const received = once(server, 'request');
  await connection.send(headOf('/mcp', fields));
  const [request] = await received;
  const closed = once(request.socket, 'close');
  connection.socket.destroy();
  await closed;
  goOn();
  assert.equal((await openSessionStream(url, id)).status, 200);
});

test('an endpoint listens for releases until it ends, and keeps a secret where none is given', async (t) => {
  for (const sessionSecret of [undefined, 'a secret of at least 32 characters']) {
    const current = new CurrentRelease();
    const stateDir = createFolder(t);
    const log = pino({ level: 'silent' });
    const loader = new McpLoader({
      ...{ host: '127.0.0.1', baseUrl: 'http://reviews.test', stateDir, current, log },
      mcp: { sessionSecret, allowedOrigins: [], requestsPerMinute: 0, hasChatGptTools: false },
      clients: new Clients({ trustProxy: false, log }),
    });
    await loader.load();
    assert.equal(current.listenerCount('swapped'), 1);
    await loader.close();
    assert.equal(current.listenerCount('swapped'), 0);
    assert.equal(existsSync(join(stateDir, 'mcp-session-secret')), sessionSecret === undefined);
  }
});
