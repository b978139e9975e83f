import assert from 'node:assert/strict';
import { test } from 'node:test';
import { visitPairs } from '#insights/topics/visit-pairs.ts';

const pairsIn = (text: string) => {
  const pairs: string[] = [];
  visitPairs(text, (first, second) => pairs.push(`${first} ${second}`));
  return pairs;
};

test('neighbours are words with white space or one hyphen between', () => {
  assert.deepEqual(pairsIn('One  two\tthree\nfour\u00a0five'), [
    'One two',
    'two three',
    'three four',
    'four five',
  ]);
  assert.deepEqual(pairsIn('rear-ended'), ['rear ended']);
  assert.deepEqual(pairsIn('José’s 2nd'), ['José’s 2nd']);
});

test('marks, pictures, dashes and paragraphs part words', () => {
  for (const between of [
    '. ',
    ', ',
    '…',
    ' – ',
    ' - ',
    '--',
    '- ',
    '/',
    '🙂',
    ' 🙂 ',
    '\n \n',
    '❤️',
  ]) {
    assert.deepEqual(pairsIn(`one${between}two`), [], between);
  }
});

test('an empty text and a single word have no pairs', () => {
  assert.deepEqual(pairsIn(''), []);
  assert.deepEqual(pairsIn(' word '), []);
});
