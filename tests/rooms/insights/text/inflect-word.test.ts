import assert from 'node:assert/strict';
import { join } from 'node:path';
import { test } from 'node:test';
import { formsOf, inflectWord } from '#insights/text/inflect-word.ts';
import { readTable } from '#insights/text/read-table.ts';
import { IRREGULAR_WORDS } from '#insights/text/word-lists.ts';

/** Words, forms that they give, some that they do not, and the rule. */
const rows = readTable(join(import.meta.dirname, '../../../fixtures/clauses/forms.tsv'));

for (const [word = '', given = '', not = '', rule = ''] of rows) {
  test(`${rule}: ${word}`, () => {
    const forms = inflectWord(word);
    assert.ok(forms.isSupersetOf(new Set(given.split(' '))));
    for (const form of not.split(' ')) assert.ok(!forms.has(form), form);
  });
}

test('no form stands in two groups', () => {
  const groups = new Set(IRREGULAR_WORDS.values());
  const forms = [...groups].flat();
  assert.ok(groups.size > 50);
  assert.equal(new Set(forms).size, forms.length);
});

test('a word in all its forms has those of its base, whichever of them it is', () => {
  for (const [given, base, not] of [
    ['called', 'call calls called calling'],
    ['promising', 'promise promised'],
    ['dropped', 'drop dropping'],
    ["paralegals'", "paralegals'"],
    ['did', 'do done'],
    ['us', 'us', 'use used'],
    ['bed', 'bed', 'b be'],
    ['abogados', 'abogado'],
  ] as const) {
    const forms = formsOf(given);
    for (const form of base.split(' ')) assert.ok(forms.has(form), `${given}: ${form}`);
    for (const form of not?.split(' ') ?? []) assert.ok(!forms.has(form), `${given}: ${form}`);
  }
});
