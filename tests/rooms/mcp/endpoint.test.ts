import assert from 'node:assert/strict';
import { Agent } from 'node:http';
import { type TestContext, test } from 'node:test';
import { startInProcess } from '../../support/in-process.ts';
import { type EventStream, listen, openSessionStream } from '../../support/mcp-client.ts';
import { BASE_URL, makeRelease } from '../../support/release.ts';
import { waitUntil } from '../../support/wait-until.ts';
import { openSession } from './open-session.ts';

const { release } = await makeRelease();
const URIS = [`${BASE_URL}/reviews.json`];
const SWEEP_MS = 15_000;
const LIFE_MS = 30 * 60_000;

test('requests of many clients with one id, at the same time, are answered each for itself', async (t) => {
  const { url } = await startInProcess(t, { release });
  const sessions = await Promise.all(Array.from({ length: 8 }, () => openSession(url)));
  const called = sessions.flatMap(({ call }) =>
    ['one', 'two', 'three'].map((id) => call('get_review', { id: `not-${id}` })),
  );
  for (const [index, { content }] of (await Promise.all(called)).entries()) {
    assert.match(JSON.stringify(content), [/not-one/, /not-two/, /not-three/][index % 3] ?? /^$/);
  }
});

/** A service, and its streams of both kinds. */
async function start(t: TestContext) {
  const service = await startInProcess(t, { release });
  const { url } = service;
  /** The stream of a session of its own. */
  const openOwn = async (agent?: Agent) =>
    openSessionStream(url, (await openSession(url)).id, agent && { agent });
  /** One stream of each kind. */
  const openBoth = async (): Promise<readonly EventStream[]> => {
    const streams = [await openOwn(), await listen(url, URIS)];
    for (const { status } of streams) assert.equal(status, 200);
    await streams[1]?.says('acknowledged');
    return streams;
  };
  return { ...service, openOwn, openBoth };
}

/** The same with intervals and a clock that are the test's; everything else takes its time. */
async function startWithClock(t: TestContext) {
  t.mock.timers.enable({ apis: ['setInterval'] });
  // A whole number, so that sums are exact.
  const begin = Math.ceil(performance.now());
  let passed = 0;
  t.mock.method(performance, 'now', () => begin + passed);
  const pass = (ms: number) => {
    passed += ms;
    t.mock.timers.tick(SWEEP_MS);
  };
  return { ...(await start(t)), pass };
}

test('streams of both kinds are kept alive every 15 seconds and end well after 30 minutes', async (t) => {
  const { openBoth, pass } = await startWithClock(t);
  const streams = await openBoth();
  const before = streams.map(({ text }) => text().length);
  pass(LIFE_MS - 1);
  await Promise.all(streams.map(({ says }) => says(': keepalive\n\n')));
  assert.deepEqual(
    streams.map(({ text }, index) => text().slice(before[index])),
    [': keepalive\n\n', ': keepalive\n\n'],
  );
  pass(1);
  for (const { ended } of streams) assert.equal(await ended, true);
});

test('a client has 20 streams of both kinds together; without one a session works, and a subscription is asked to wait', async (t) => {
  const { url, openOwn, openBoth } = await start(t);
  const open = await Promise.all(Array.from({ length: 10 }, openBoth));
  const [silent, told] = [await openOwn(), await listen(url, URIS)];
  for (const [refused, status, allow, retry] of [
    [silent, 405, 'POST, DELETE, OPTIONS', undefined],
    [told, 503, undefined, '15'],
  ] as const) {
    await refused.ended;
    const { headers } = refused;
    assert.deepEqual(
      [refused.status, headers.allow, headers['retry-after']],
      [status, allow, retry],
    );
    assert.equal(headers['content-type'], 'application/json');
    assert.equal(JSON.parse(refused.text()).error.code, -32_000);
  }
  // Another address of this machine.
  assert.equal((await openOwn(new Agent({ localAddress: '127.0.0.2' }))).status, 200);
  for (const stream of open.flat()) stream.close();
  await waitUntil('a place is free', async () => (await listen(url, URIS)).status === 200);
});
