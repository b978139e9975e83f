import assert from 'node:assert/strict';
import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { createServer } from 'node:http';
import { type TestContext, test } from 'node:test';
import { pino } from 'pino';
import { Clients } from '../../../sidecar/http/client.ts';
import { listen } from '../../../sidecar/http/http.ts';
import { RequestLimit } from '../../../sidecar/http/rate-limit.ts';
import type { McpEndpoint } from '../../../sidecar/mcp/endpoint.ts';
import { McpLoader, type McpSource } from '../../../sidecar/mcp/mcp.ts';
import { SessionIds } from '../../../sidecar/mcp/sessions.ts';
import { RebuildStatus } from '../../../sidecar/publish/rebuild-status.ts';
import { CurrentRelease } from '../../../sidecar/release/current-release.ts';
import { createApp } from '../../../sidecar/routes/routes.ts';
import { Supervisor } from '../../../sidecar/supervisor.ts';
import { ask } from '../../support/ask.ts';
import { atEnd } from '../../support/at-end.ts';
import { openSession, openSessionStream } from '../../support/mcp-client.ts';
import { startTinyPages } from '../../support/pages.ts';
import { headOf, openRaw } from '../../support/raw-http.ts';
import { BASE_URL, makeRelease } from '../../support/release.ts';

const SECRET = 'a secret of at least 32 characters';
const IDS = new SessionIds({ secret: SECRET, randomBytes, now: Date.now });
const newId = () => IDS.create('2025-06-18');

/** A service of which a test decides when it can be asked over MCP. */
async function startApp(t: TestContext, mcp: (current: CurrentRelease) => McpSource | undefined) {
  const current = new CurrentRelease();
  await current.swap((await makeRelease()).release);
  const log = pino({ level: 'silent' });
  const limits = { rateLimitPerMinute: 0, trustProxy: false } as const;
  const source = mcp(current);
  const app = createApp({
    current,
    pages: await startTinyPages({ current }),
    status: new RebuildStatus(),
    hub: () => undefined,
    mcp: () => source,
    supervisor: new Supervisor({ log }),
    log,
    clients: new Clients({ trustProxy: false, log }),
    limit: new RequestLimit({ perMinute: 0 }),
    ...limits,
  });
  const server = createServer(app);
  const url = `http://127.0.0.1:${await listen(server, 0, '127.0.0.1')}`;
  atEnd(t, () => {
    server.close();
    server.closeAllConnections();
  });
  return { url, server };
}

/** A service whose endpoint is being loaded until it is told to go on. */
async function startLoading(t: TestContext) {
  const going = Promise.withResolvers<void>();
  const { url, server } = await startApp(t, (current) => {
    const loader = new McpLoader({
      host: '127.0.0.1',
      stateDir: '',
      mcp: { sessionSecret: SECRET, allowedOrigins: [] },
      rateLimitPerMinute: 0,
      baseUrl: BASE_URL,
      current,
      log: pino({ level: 'silent' }),
    });
    atEnd(t, () => loader.close());
    return { load: (): Promise<McpEndpoint> => going.promise.then(() => loader.load()) };
  });
  return { url, server, goOn: () => going.resolve() };
}

test('before the address is known every method is 503, and says when to come back', async (t) => {
  const { url } = await startApp(t, () => undefined);
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
