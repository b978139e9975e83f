import assert from 'node:assert/strict';
import { test } from 'node:test';
import { RemovalReason } from '#dataset/stored-editorial.ts';
import { removalWords } from '../../../../site/ui/view/removal-words.ts';

for (const reason of RemovalReason.options) {
  test(`the reason "${reason}" is told in a sentence`, () => {
    assert.match(removalWords(reason), /^[A-Z][^.]+\.$/);
  });
}

test('every reason has words of its own', () => {
  const words = RemovalReason.options.map((reason) => removalWords(reason));

  assert.equal(new Set(words).size, words.length);
});
