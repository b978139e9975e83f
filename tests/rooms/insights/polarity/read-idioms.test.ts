import assert from 'node:assert/strict';
import { join } from 'node:path';
import { test } from 'node:test';
import fc from 'fast-check';
import { readIdioms } from '#insights/polarity/read-idioms.ts';
import { readTable } from '#insights/text/read-table.ts';
import { tokenize } from '#insights/text/tokenize.ts';
import { anyText } from '../text/any-text.ts';

const read = (text: string) =>
  readIdioms(tokenize(text))
    .map((token) => token.text)
    .join(' ');

/** Texts, the words that they are read as, and the rule. */
const rows = readTable(join(import.meta.dirname, '../../../fixtures/clauses/read-idioms.tsv'));

for (const [written = '', expected = '', rule = ''] of rows) {
  test(`${rule}: “${written}”`, () => assert.equal(read(written), expected));
}

test('every word that is read stands where one was written', () => {
  fc.assert(
    fc.property(anyText, (text) => {
      const tokens = tokenize(text);
      const known = readIdioms(tokens);
      assert.ok(known.length <= tokens.length);
      for (const token of known) assert.ok(tokens.some(({ start }) => start === token.start));
    }),
  );
});
