import assert from 'node:assert/strict';
import { test } from 'node:test';
import { OneAtATime } from '#agents/tools/one-at-a-time.ts';

test('a task begins when the one before it has ended', async () => {
  const line = new OneAtATime(3);
  const events: string[] = [];
  const run = (name: string) =>
    line.run(async () => {
      events.push(`${name} begins`);
      await new Promise(setImmediate);
      events.push(`${name} ends`);
      return name;
    });
  assert.deepEqual(await Promise.all([run('a'), run('b'), run('c')]), ['a', 'b', 'c']);
  assert.deepEqual(events, ['a begins', 'a ends', 'b begins', 'b ends', 'c begins', 'c ends']);
});

test('what is more than the limit is not run', async () => {
  const line = new OneAtATime(2);
  const { promise, resolve } = Promise.withResolvers<string>();
  const running = [line.run(() => promise), line.run(() => promise)];
  assert.equal(await line.run(() => assert.fail('It was run.')), undefined);
  resolve('done');
  assert.deepEqual(await Promise.all(running), ['done', 'done']);
  assert.equal(await line.run(async () => 'again'), 'again');
});

test('a task that fails is told to who asked for it, and the next one runs', async () => {
  const line = new OneAtATime(2);
  const failing = line.run(() => Promise.reject(new Error('It failed.')));
  const next = line.run(async () => 'next');
  await assert.rejects(failing, /It failed/);
  assert.equal(await next, 'next');
  assert.equal(await line.run(async () => 'last'), 'last');
});
