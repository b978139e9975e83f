import assert from 'node:assert/strict';
import { test } from 'node:test';
import { memoize } from '#dataset/memoize.ts';
import { retainedMemory } from '../../support/retained-memory.ts';

test('what was derived of an object is derived once', () => {
  let count = 0;
  const derive = memoize(({ name }: { readonly name: string }) => `${name} ${++count}`);
  const one = { name: 'one' };
  assert.equal(derive(one), 'one 1');
  assert.equal(derive(one), 'one 1');
  assert.equal(derive({ name: 'one' }), 'one 2');
});

test('null is remembered as well', () => {
  let count = 0;
  const derive = memoize(() => {
    count++;
    return null;
  });
  const subject = {};
  assert.equal(derive(subject), null);
  assert.equal(derive(subject), null);
  assert.equal(count, 1);
});

test('what is no longer in use is not held', () => {
  const derive = memoize((subject: { readonly text: string }) => [subject.text.repeat(10)]);
  const before = retainedMemory();
  for (let turn = 0; turn < 1000; turn++) derive({ text: `${turn}`.padEnd(1000) });
  assert.ok(retainedMemory() - before < 2_000_000);
});
