import assert from 'node:assert/strict';
import { test } from 'node:test';
import { SerialQueue } from '#dataset/serial-queue.ts';

test('a task begins when the one before it has ended, also after a failure', async () => {
  const queue = new SerialQueue();
  const events: string[] = [];
  const run = (name: string, fails = false) =>
    queue.run(async () => {
      events.push(`${name} begins`);
      await new Promise(setImmediate);
      events.push(`${name} ends`);
      if (fails) throw new Error(name);
      return name;
    });
  const results = await Promise.allSettled([run('a'), run('b', true), run('c')]);
  assert.deepEqual(
    results.map(({ status }) => status),
    ['fulfilled', 'rejected', 'fulfilled'],
  );
  assert.deepEqual(
    events,
    ['a', 'b', 'c'].flatMap((name) => [`${name} begins`, `${name} ends`]),
  );
});

test('the length counts the task that runs and those that wait', async () => {
  const queue = new SerialQueue();
  const { promise, resolve } = Promise.withResolvers<string>();
  const running = [queue.run(() => promise), queue.run(() => promise)];
  assert.equal(queue.length, 2);
  resolve('done');
  assert.deepEqual(await Promise.all(running), ['done', 'done']);
  assert.equal(queue.length, 0);
  await assert.rejects(
    queue.run(() => Promise.reject(new Error('It failed.'))),
    /It failed/,
  );
  assert.equal(queue.length, 0);
});
