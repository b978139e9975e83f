import assert from 'node:assert/strict';
import { test } from 'node:test';
import { readWord, singularOf, trimWord } from '#insights/topics/read-word.ts';

test('a word is folded, without quotes and possessive', () => {
  assert.deepEqual(readWord('Company’s'), { text: 'company', singular: 'company' });
  assert.deepEqual(readWord("'ATTORNEYS'"), { text: 'attorneys', singular: 'attorney' });
  assert.equal(readWord('José')?.text, 'jose');
  assert.equal(readWord('401k')?.text, '401k');
  assert.equal(trimWord('Muñoz’s'), 'Muñoz');
});

test('stop words, numbers, single letters and what is no English word are none', () => {
  for (const spelling of ['The', 'it’s', 'don’t', 'couldn’t', '2026', 'x', 'право', "'", '']) {
    assert.equal(readWord(spelling), undefined, spelling);
  }
  assert.equal(readWord('a'.repeat(31)), undefined);
});

test('a plain plural has its singular', () => {
  const words = 'accidents companies witnesses boxes fees process injuries';
  assert.deepEqual(
    words.split(' ').map(singularOf),
    'accident company witness box fee process injury'.split(' '),
  );
  for (const word of ['gas', 'status', 'analysis', 'business'])
    assert.equal(singularOf(word), word);
});
