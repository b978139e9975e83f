import assert from 'node:assert/strict';
import { test } from 'node:test';
import { StoreUnavailableError } from '../../../../sidecar/hub/store/hub-store.ts';
import { Turns } from '../../../../sidecar/hub/store/turns.ts';

test('work is done one after the other, also after a failure', async () => {
  const turns = new Turns(10);
  const events: string[] = [];
  const work = (name: string, fails = false) =>
    turns.take(async () => {
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
  const turns = new Turns(2);
  const held = Promise.withResolvers<void>();
  const first = turns.take(() => held.promise);
  const second = turns.take(async () => 'second');
  await assert.rejects(
    turns.take(async () => 'third'),
    StoreUnavailableError,
  );
  held.resolve();
  await first;
  assert.equal(await second, 'second');
  assert.equal(await turns.take(async () => 'fourth'), 'fourth');
});
