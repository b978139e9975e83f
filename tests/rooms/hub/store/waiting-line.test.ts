import assert from 'node:assert/strict';
import { test } from 'node:test';
import { StoreUnavailableError } from '../../../../sidecar/hub/store/hub-store.ts';
import { WaitingLine } from '../../../../sidecar/hub/store/waiting-line.ts';

test('work is done one after the other, also after a failure', async () => {
  const line = new WaitingLine(10);
  const events: string[] = [];
  const work = (name: string, fails = false) =>
    line.take(async () => {
      events.push(`${name} begins`);
      await Promise.resolve();
      events.push(`${name} ends`);
      if (fails) throw new Error(name);
      return name;
    });
  const answers = await Promise.allSettled([work('a'), work('b', true), work('c')]);
  assert.deepEqual(
    answers.map(({ status }) => status),
    ['fulfilled', 'rejected', 'fulfilled'],
  );
  assert.deepEqual(
    events,
    ['a', 'b', 'c'].flatMap((name) => [`${name} begins`, `${name} ends`]),
  );
});

test('more than may wait is refused, and there is room again after', async () => {
  const line = new WaitingLine(2);
  const held = Promise.withResolvers<void>();
  const first = line.take(() => held.promise);
  const second = line.take(async () => 'second');
  await assert.rejects(
    line.take(async () => 'third'),
    StoreUnavailableError,
  );
  held.resolve();
  await first;
  assert.equal(await second, 'second');
  assert.equal(await line.take(async () => 'fourth'), 'fourth');
});
