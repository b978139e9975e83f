import assert from 'node:assert/strict';
import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { Counts, groupByEach } from '#dataset/counts.ts';
import { tokenize } from '#insights/text/tokenize.ts';
import { readRows, readTexts } from '../../../../scripts/lab/labeled/labeled.ts';
import { readLexicon } from '../../../../scripts/lab/train/training-data.ts';

const ROOT = join(import.meta.dirname, '../../../..');
const MATERIALS = join(ROOT, 'scripts/lab/train');
const FILES = readdirSync(join(MATERIALS, 'sentences'))
  .filter((name) => name.endsWith('.tsv'))
  .map((name) => join(MATERIALS, 'sentences', name));
const texts = FILES.flatMap((file) => readRows(file).map(({ cells: [text = ''] }) => text));
const clauses = readTexts(join(ROOT, 'tests/fixtures/legal-clauses.tsv'));

/** Texts of fewer words may resemble each other by chance. */
const LEAST_WORDS = 4;
const ALIKE = 0.5;

const wordsOf = (text: string) =>
  new Set(tokenize(text).flatMap((token) => (token.isWord ? [token.text] : [])));

test('every line of our own sentences can be read, those about law with their aspects', () => {
  const ids = new Set(clauses.flatMap(({ says }) => says.map(({ aspect }) => aspect)));
  for (const file of FILES) {
    for (const { text, says } of readTexts(file)) {
      for (const { aspect } of says) assert.ok(ids.has(aspect), `${file}: ${text}`);
    }
    for (const { line, cells } of readRows(file)) {
      assert.equal(cells.length, file.includes('/law-') ? 3 : 2, `${file}:${line}`);
    }
  }
});

test('no text stands twice, or resembles a legal clause, on which the model is measured', () => {
  assert.equal(new Set(texts).size, texts.length);
  const lowerCased = new Set(clauses.map(({ text }) => text.toLowerCase()));
  const measured = clauses.map(({ text }) => ({ text, words: wordsOf(text) }));
  const withWord = groupByEach(measured, ({ words }) => [...words]);
  for (const text of texts) {
    assert.ok(!lowerCased.has(text.toLowerCase()), text);
    const words = wordsOf(text);
    const shared = new Counts<(typeof measured)[number]>();
    for (const word of words) for (const clause of withWord.get(word) ?? []) shared.add(clause);
    for (const [clause, both] of shared) {
      const isLong = Math.min(words.size, clause.words.size) >= LEAST_WORDS;
      const share = both / (words.size + clause.words.size - both);
      assert.ok(!isLong || share < ALIKE, `“${text}” resembles “${clause.text}”`);
    }
  }
});

test('every term of the lexicon has a valence, and stands once in each file', () => {
  assert.ok(readLexicon(MATERIALS).size > 0);
  for (const name of ['law.tsv', 'general.tsv']) {
    const terms = readRows(join(MATERIALS, 'lexicon', name)).map(({ cells: [term] }) => term);
    assert.equal(new Set(terms).size, terms.length, name);
  }
});
