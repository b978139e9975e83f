import assert from 'node:assert/strict';
import { type TestContext, test } from 'node:test';
import { MCP_LIMITS } from '#agents/mcp-limits.ts';
import { startInProcess } from '../../support/in-process.ts';
import { listen, openSessionStream } from '../../support/mcp-client-stream.ts';
import { message, resultOf } from '../../support/mcp-requests.ts';
import { openSession } from '../../support/mcp-session.ts';
import { askStateless } from '../../support/mcp-stateless.ts';
import { BASE_URL, makeRelease } from '../../support/release.ts';

const { release } = await makeRelease();
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
