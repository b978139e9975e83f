import assert from 'node:assert/strict';
import { test } from 'node:test';
import { memoize } from '#dataset/edits/memoize.ts';
import { retainedMemory } from '../../support/measure.ts';

test('what is no longer in use is not held', () => {
  const derive = memoize((subject: { readonly text: string }) => [subject.text.repeat(10)]);
  const before = retainedMemory();
  for (let turn = 0; turn < 1000; turn++) derive({ text: `${turn}`.padEnd(1000) });
  assert.ok(retainedMemory() - before < 2_000_000);
});
