import assert from 'node:assert/strict';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { pino } from 'pino';
import { McpLoader } from '../../../sidecar/mcp/mcp-loader.ts';
import { CurrentRelease } from '../../../sidecar/release/current-release.ts';
import { createFolder } from '../../support/content-folder.ts';

const SECRET = 'a secret of at least 32 characters';

function createLoader(stateDir: string, sessionSecret?: string, baseUrl = 'http://reviews.test') {
  const current = new CurrentRelease();
  const mcp = { sessionSecret, allowedOrigins: [] };
  const log = pino({ level: 'silent' });
  const address = { host: '127.0.0.1', baseUrl };
  const loader = new McpLoader({ ...address, stateDir, mcp, rateLimitPerMinute: 0, current, log });
  return { current, loader };
}

test('the endpoint is loaded once, whoever asks, and listens for releases until it ends', async (t) => {
  const { current, loader } = createLoader(createFolder(t), SECRET);
  const [one, other] = await Promise.all([loader.load(), loader.load()]);
  assert.equal(one, other);
  assert.equal(current.listenerCount('swapped'), 1);
  await loader.close();
  assert.equal(current.listenerCount('swapped'), 0);
});

test('what was never loaded ends without being loaded', async (t) => {
  const folder = createFolder(t);
  const { current, loader } = createLoader(folder);
  await loader.close();
  assert.equal(current.listenerCount('swapped'), 0);
  assert.ok(!existsSync(join(folder, 'mcp-session-secret')));
});

test('a secret is kept only where none is given', async (t) => {
  for (const secret of [undefined, SECRET]) {
    const folder = createFolder(t);
    const { loader } = createLoader(folder, secret);
    await loader.load();
    await loader.close();
    assert.equal(existsSync(join(folder, 'mcp-session-secret')), secret === undefined);
  }
});

test('an endpoint that is loaded after the end ends at once', async (t) => {
  const { current, loader } = createLoader(createFolder(t), SECRET);
  const loading = loader.load();
  await loader.close();
  await loading;
  assert.equal(current.listenerCount('swapped'), 0);
  const { current: late, loader: closed } = createLoader(createFolder(t), SECRET);
  await closed.close();
  await closed.load();
  assert.equal(late.listenerCount('swapped'), 0);
});

test('an endpoint that cannot be loaded is tried again, and ends without a fault', async (t) => {
  const { loader } = createLoader(createFolder(t), SECRET, 'no address');
  await assert.rejects(loader.load(), /Invalid URL/);
  await assert.rejects(loader.load(), /Invalid URL/);
  await loader.close();
});
