import assert from 'node:assert/strict';
import { test } from 'node:test';
import { originalText } from '../../../../scripts/import/read/clean-text.ts';

test('the original is found in every arrangement', () => {
  for (const text of [
    '(Translated by Google) Good.\n\n(Original)\nGut.',
    '(Translated by Google) Good. (Original) Gut.',
    '(Translated by Google) Good (Original) it was.\n\n(Original)\nGut.',
    'Gut.\n\n(Translated by Google)\nGood.',
    'Gut. (Translated by Google) Good.',
  ]) {
    assert.deepEqual(originalText(text), { text: 'Gut.', note: 'translation-dropped' });
  }
});

test('a translation alone is kept and noted', () => {
  assert.deepEqual(originalText('(Translated by Google) Good.'), {
    text: 'Good.',
    note: 'only-translated',
  });
});

test('other texts stay as they are', () => {
  assert.deepEqual(originalText('The (Original) recipe'), { text: 'The (Original) recipe' });
  assert.deepEqual(originalText(''), { text: '' });
});
