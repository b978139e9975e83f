import assert from 'node:assert/strict';
import { test } from 'node:test';
import { startHub } from '../../support/hub-in-process.ts';

test('an older release than the one announced is never told', async (t) => {
  const first = await startHub(t);
  await first.request();
  await first.publish('new', 9);
  await first.stop();
  const stale = await startHub(t, { file: first.file, clock: first.clock });
  await stale.publish('old', 5);
  assert.equal(stale.callbacks.delivered.length, 0);
  assert.match(stale.log.map(({ message }) => message).join('\n'), /newer release was announced/);
});

test('what is due of a newer release is not answered with an older one', async (t) => {
  const first = await startHub(t);
  await first.request();
  first.callbacks.script = { post: () => new Promise(() => {}) };
  await first.publish('new', 9);
  await first.stop();
  const stale = await startHub(t, { file: first.file, clock: first.clock });
  await stale.publish('old', 5);
  await stale.clock.advance(600_000);
  assert.equal(stale.callbacks.delivered.length, 0);
  await stale.publish('new', 10);
  assert.deepEqual(
    stale.callbacks.delivered.map(({ body }) => body),
    ['/reviews.json: new'],
  );
});

test('from A to B and back to A: the last thing that everybody gets is A', async (t) => {
  const { request, publish, callbacks, clock } = await startHub(t);
  for (const name of ['quick', 'slow']) await request({ callback: `https://${name}.example/` });
  await publish('A');
  const slow = Promise.withResolvers<undefined>();
  callbacks.script = {
    post: ({ callback }) => (callback.includes('slow') ? slow.promise : undefined),
  };
  await publish('B');
  await publish('A');
  slow.resolve(undefined);
  await clock.advance(1_000);
  const heardBy = (name: string) =>
    callbacks.delivered
      .filter(({ callback }) => callback.includes(name))
      .map(({ body }) => body.split(' ')[1]);
  assert.deepEqual(heardBy('quick'), ['A', 'B', 'A']);
  assert.deepEqual(heardBy('slow'), ['A', 'B', 'A']);
});
