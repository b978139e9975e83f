import assert from 'node:assert/strict';
import { join } from 'node:path';
import { test } from 'node:test';
import { atEnd } from '../../support/at-end.ts';
import { createFolder } from '../../support/content-folder.ts';
import { SESSION_SECRET, startInProcess } from '../../support/in-process.ts';
import {
  checkRefusal,
  type McpSession,
  message,
  openSession,
  resultOf,
  send,
} from '../../support/mcp-client.ts';
import { connectSessionClient } from '../../support/mcp-sdk-clients.ts';
import { makeRelease } from '../../support/release.ts';
import { freePort, startService } from '../../support/service.ts';

const { release } = await makeRelease();

/** What a service answers to a request of a session that began elsewhere. */
function askAt(url: string, { headers }: McpSession) {
  return send(url, { headers, body: message('ping') });
}

test('a client goes on in its session when the service was started again', async (t) => {
  const stateDir = join(createFolder(t), 'state');
  const port = await freePort();
  const start = (env: Readonly<Record<string, string>> = {}) =>
    startService(t, { env: { STATE_DIR: stateDir, PORT: String(port), ...env } });
  const first = await start();
  const { url } = first;
  const client = await connectSessionClient(url);
  atEnd(t, client.close);
  const before = await client.callTool('get_business', {});
  const id = client.sessionId();
  assert.ok(id);
  assert.equal(await first.stop(), 0);

  const second = await start();
  assert.deepEqual(await client.callTool('get_business', {}), before);
  assert.equal(client.sessionId(), id);

  const replica = await startInProcess(t, { release });
  const session = await openSession(replica.url);
  // They have two secrets.
  checkRefusal(await askAt(url, session), 404, -32_001);
  await second.stop();
  await start({ MCP_SESSION_SECRET: SESSION_SECRET });
  resultOf(await askAt(url, session));
  await assert.rejects(client.callTool('get_business', {}), { code: 404 });
});

test('replicas with one secret share their sessions, and each ends its own', async (t) => {
  const [one, other] = [await startInProcess(t, { release }), await startInProcess(t, { release })];
  const session = await openSession(one.url);
  resultOf(await askAt(other.url, session));
  const { headers } = session;
  assert.equal((await send(one.url, { method: 'DELETE', headers })).status, 200);
  checkRefusal(await askAt(one.url, session), 404, -32_001);
  // The id gives no right, so that others need not hear of its end.
  resultOf(await askAt(other.url, session));
});
