import assert from 'node:assert/strict';
import { test } from 'node:test';
import { tokenize } from '#insights/text/tokenize.ts';
import { findNounPhrases } from '../../../../scripts/suggest-aspects/noun-phrases.ts';

for (const [text, found] of [
  ['The lobby was cold', ['lobby']],
  ['Lobby was cold', ['lobby']],
  ['our boarding pass.', ['boarding pass', 'pass']],
  ['the very friendly pharmacist smiled', ['pharmacist']],
  ['a very nice parking garage', ['parking garage', 'garage']],
  ['They lost my claim form twice', ['claim form', 'form']],
  ['no portal and no parrots', ['portal', 'parrots']],
  ['the great view of the harbor', ['view', 'harbor']],
  ['the staff helped us', ['staff']],
  ['We waited for an hour', []],
  ['this is the best in town', []],
  ['I quickly walked', []],
  ['', []],
] as const) {
  test(`the nouns of "${text}" are [${found.join(', ')}]`, () => {
    assert.deepEqual(findNounPhrases(tokenize(text)), found);
  });
}
