import assert from 'node:assert/strict';
import { test } from 'node:test';
import { startInProcess } from '../../support/in-process.ts';
import { listen, openSessionStream } from '../../support/mcp-client.ts';
import { BASE_URL, makeRelease } from '../../support/release.ts';
import { openSession } from './open-session.ts';

const { release } = await makeRelease();
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

test('streams of both kinds are kept alive every 15 seconds and end well after 30 minutes', async (t) => {
  t.mock.timers.enable({ apis: ['setInterval'] });
  // A whole number, so that sums are exact.
  const begin = Math.ceil(performance.now());
  let passed = 0;
  t.mock.method(performance, 'now', () => begin + passed);
  const pass = (ms: number) => {
    passed += ms;
    t.mock.timers.tick(SWEEP_MS);
  };
  const { url } = await startInProcess(t, { release });
  const own = await openSessionStream(url, (await openSession(url)).id);
  const other = await listen(url, [`${BASE_URL}/reviews.json`]);
  await other.says('acknowledged');
  const before = [own, other].map(({ text }) => text().length);
  pass(LIFE_MS - 1);
  await Promise.all([own, other].map(({ says }) => says(': keepalive\n\n')));
  const said = [own, other].map(({ text }, index) => text().slice(before[index]));
  assert.deepEqual(said, [': keepalive\n\n', ': keepalive\n\n']);
  pass(1);
  for (const { ended } of [own, other]) assert.equal(await ended, true);
});
