import assert from 'node:assert/strict';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { type TestContext, test } from 'node:test';
import { pino } from 'pino';
import { MCP_LIMITS } from '#agents/server-info.ts';
import { currentSource } from '../../../sidecar/mcp/context.ts';
import { McpLoader } from '../../../sidecar/mcp/mcp.ts';
import { CurrentRelease } from '../../../sidecar/release/current-release.ts';
import { createFolder } from '../../support/content-folder.ts';
import { startInProcess } from '../../support/in-process.ts';
import {
  askStateless,
  listen,
  message,
  openSession,
  openSessionStream,
  resultOf,
} from '../../support/mcp-client.ts';
import { readTinyPage } from '../../support/pages.ts';
import { BASE_URL, makeRelease } from '../../support/release.ts';

const { release } = await makeRelease(undefined, { readPage: readTinyPage });
const URIS = [`${BASE_URL}/reviews.json`];
const SWEEP_MS = 15_000;
const LIFE_MS = 30 * 60_000;

/** A service whose intervals and clock are a test's; everything else takes its time. */
async function startWithClock(t: TestContext) {
  t.mock.timers.enable({ apis: ['setInterval'] });
  // A whole number, so that sums are exact.
  const start = Math.ceil(performance.now());
  let passed = 0;
  t.mock.method(performance, 'now', () => start + passed);
  const { url } = await startInProcess(t, { release });
  const { id } = await openSession(url);
  const pass = (ms: number) => {
    passed += ms;
    t.mock.timers.tick(SWEEP_MS);
  };
  return { url, id, pass };
}

test('streams of both kinds are kept alive every 15 seconds', async (t) => {
  const { url, id, pass } = await startWithClock(t);
  const streams = [await openSessionStream(url, id), await listen(url, URIS)];
  await streams[1]?.says('acknowledged');
  const before = streams.map(({ text }) => text().length);
  pass(SWEEP_MS);
  await Promise.all(streams.map(({ says }) => says(': keepalive\n\n')));
  assert.deepEqual(
    streams.map(({ text }, index) => text().slice(before[index])),
    [': keepalive\n\n', ': keepalive\n\n'],
  );
});

test('streams of both kinds end well after 30 minutes, and can be opened again', async (t) => {
  const { url, id, pass } = await startWithClock(t);
  const streams = [await openSessionStream(url, id), await listen(url, URIS)];
  pass(LIFE_MS - 1);
  await Promise.all(streams.map(({ says }) => says('keepalive')));
  pass(1);
  for (const { ended } of streams) assert.equal(await ended, true);
  assert.equal((await openSessionStream(url, id)).status, 200);
});

test('subscriptions that were ended leave no trace, however many there were', {
  timeout: 20_000,
}, async (t) => {
  const { url, pass } = await startWithClock(t);
  const four = Array.from({ length: MCP_LIMITS.streamsPerClient });
  for (let round = 0; round < MCP_LIMITS.streams / four.length; round++) {
    const streams = await Promise.all(four.map(() => listen(url, URIS)));
    for (const { status } of streams) assert.equal(status, 200);
    await Promise.all(streams.map(({ says }) => says('acknowledged')));
    pass(LIFE_MS);
    await Promise.all(streams.map(({ ended }) => ended));
  }
  assert.equal((await listen(url, URIS)).status, 200);
});

test('when streams were ended, requests of both eras that are on their way are answered', async (t) => {
  const { url, mcp, log } = await startInProcess(t, { release });
  const session = await openSession(url);
  const stream = await openSessionStream(url, session.id);
  await mcp.close();
  assert.equal(await stream.ended, true);
  assert.equal(resultOf(await session.send(message('tools/list'))).isError, undefined);
  assert.equal((await askStateless(url, 'tools/list')).status, 200);
  assert.deepEqual(log, []);
});

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

test('before there is a release the endpoint says when to come back', async () => {
  const current = new CurrentRelease();
  const expected = { status: 503, code: -32_000, headers: { 'Retry-After': '2' } };
  assert.throws(() => currentSource(current), expected);
  await current.swap(release);
  assert.equal(currentSource(current), release.source);
});

test('what agents are answered from is the release', async () => {
  const { source } = release;
  assert.equal(source.baseUrl, release.baseUrl);
  assert.equal(source.corpus, release.corpus);
  assert.equal(source.removed, release.removed);
  assert.equal(source.etag, (await source.file('/reviews.json'))?.etag);
  assert.match((await source.file('/reviews/review-a/'))?.mediaType ?? '', /^text\/html/);
  assert.equal(await source.file('/reviews/gone-2026/'), undefined);
  assert.equal(await source.file('/nothing'), undefined);
});
