import assert from 'node:assert/strict';
import { join } from 'node:path';
import { test } from 'node:test';
import fc from 'fast-check';
import { readTable } from '#insights/text/read-table.ts';
import { segmentText } from '#insights/text/segment-text.ts';
import { tokenize } from '#insights/text/tokenize.ts';
import { FUNCTION_WORDS } from '#insights/text/word-lists.ts';
import { anyText } from './any-text.ts';

/** Words of contrast that carry no meaning, and are no function words. */
const isJoining = (word: string) => ['however', 'except', 'unfortunately'].includes(word);

/** The clauses of each sentence, as they are quoted. */
const cut = (text: string) =>
  segmentText(text).map(({ clauses }) => clauses.map(({ start, end }) => text.slice(start, end)));

/** Texts with // between sentences, | between clauses, brackets around what is not quoted; the rule. */
const rows = readTable(join(import.meta.dirname, '../../../fixtures/clauses/cuts.tsv'));

for (const [row = '', rule = ''] of rows) {
  test(`${rule}: ${row}`, () => {
    const text = row.replaceAll('\\n', '\n');
    const quoted = text.replaceAll(/\[[^\]]*\]/g, '');
    const sentences = quoted.split('//').filter((sentence) => sentence !== '');
    const expected = sentences.map((one) => one.split('|').map((clause) => clause.trim()));
    assert.deepEqual(cut(text.replaceAll(/\/\/|[[\]|]/g, '')), expected);
  });
}

test('clauses lie in order and apart, hold each word once, and are quoted without space', () => {
  fc.assert(
    fc.property(anyText, (text) => {
      let end = 0;
      const words: number[] = [];
      for (const { tokens, clauses } of segmentText(text)) {
        assert.ok(clauses.length > 0);
        const own = new Set(tokens);
        for (const clause of clauses) {
          assert.ok(clause.start >= end && clause.end > clause.start);
          const quote = text.slice(clause.start, clause.end);
          assert.equal(quote.trim(), quote);
          end = clause.end;
          for (const { start, isWord } of clause.tokens) if (isWord) words.push(start);
          assert.ok(clause.tokens.every((token) => own.has(token)));
        }
      }
      const said = new Set(words);
      assert.equal(said.size, words.length);
      const all = tokenize(text).filter(({ isWord }) => isWord);
      for (const { start, text: word } of all) {
        assert.ok(said.has(start) || FUNCTION_WORDS.has(word) || isJoining(word), word);
      }
    }),
  );
});

test('50,000 characters are cut, whether they hold no mark or nothing but', () => {
  for (const [text, count] of [
    ['word '.repeat(10_000), 100],
    ['b,'.repeat(25_000), 500],
    ['b; '.repeat(16_667), 16_667],
    [`not only ${'but good '.repeat(6_000)}`, 6_000],
    ['('.repeat(50_000), 0],
  ] as const) {
    assert.equal(segmentText(text).flatMap(({ clauses }) => clauses).length, count);
  }
});
