import assert from 'node:assert/strict';
import { test } from 'node:test';
import { LADDER, saying, startHub, status } from './hub-in-process.ts';

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
const settings = { retryDelays: LADDER, maxSubscriptionsPerHost: 0 };

type World = Awaited<ReturnType<typeof startHub>>;

/** The callbacks that were sent a notice. */
const notified = ({ callbacks }: World) =>
  callbacks.asked
    .filter(({ parameters }) => parameters['hub.mode'] === 'denied')
    .map(({ callback }) => callback);

test('who was removed is notified, on the ladder of retries, until it answers', async (t) => {
  const world = await startHub(t, { settings });
  const { request, publish, callbacks, clock, rows } = world;
  await request();
  callbacks.script = { post: () => status(502), get: () => saying('', 502) };
  for (const text of ['one', 'two', 'three']) await publish(text);
  assert.equal(notified(world).length, 1);
  await clock.advance(HOUR / 2);
  assert.equal(notified(world).length, 5);
  callbacks.script = { get: () => saying('', 404) };
  await clock.advance(HOUR);
  assert.deepEqual([notified(world).length, callbacks.delivered.length], [6, 3]);
  const [row] = await rows();
  assert.ok(row?.state === 'ended' && row.notifiedAt !== undefined);
});
