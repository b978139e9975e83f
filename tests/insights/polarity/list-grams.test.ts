import assert from 'node:assert/strict';
import { test } from 'node:test';
import { gramValueOf, listGrams } from '#insights/polarity/list-grams.ts';
import { markNegation } from '#insights/polarity/mark-negation.ts';
import { tokenize } from '#insights/text/tokenize.ts';

function gramsOf(text: string): string[] {
  const tokens = tokenize(text);
  return listGrams(tokens, markNegation(tokens));
}

test('grams are words, marked where negated, and pairs of neighbours, never marked', () => {
  assert.deepEqual(gramsOf('Not good!'), ['not', '!good', 'not good', '!', 'good !']);
});

test('a gram counts once, and a negated word is another than the plain one', () => {
  assert.deepEqual(gramsOf('good good. not good'), [
    'good',
    'good good',
    '.',
    'good .',
    'not',
    '. not',
    '!good',
    'not good',
  ]);
  assert.deepEqual(gramsOf(''), []);
});

test('each gram counts whole up to eight words, then less, so that long texts gather less', () => {
  const valueIn = (words: number) => gramValueOf(tokenize('word '.repeat(words)));
  assert.deepEqual([0, 1, 8].map(valueIn), [1, 1, 1]);
  assert.equal(valueIn(32), 0.5);
  assert.equal(gramValueOf(tokenize(`one${' !'.repeat(50)}`)), 1);
});
