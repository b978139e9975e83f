import assert from 'node:assert/strict';
import { join } from 'node:path';
import { test } from 'node:test';
import { isContrastAt } from '#insights/text/contrasts.ts';
import { readTable } from '#insights/text/read-table.ts';
import { tokenize } from '#insights/text/tokenize.ts';

/** The words of a text that set what follows against what went before. */
const contrastsIn = (text: string) => {
  const tokens = tokenize(text);
  return tokens.flatMap(({ text: word }, place) => (isContrastAt(tokens, place) ? [word] : []));
};

/** Texts, and the word of each that sets something against something. */
const rows = readTable(join(import.meta.dirname, '../../../fixtures/clauses/contrasts.tsv'));

for (const [text = '', word = ''] of rows) {
  test(`${word || 'nothing'} sets something against something: “${text}”`, () =>
    assert.equal(contrastsIn(text).join(), word));
}
