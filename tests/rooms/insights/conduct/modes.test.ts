import assert from 'node:assert/strict';
import { join } from 'node:path';
import { test } from 'node:test';
import { modesOf } from '#insights/conduct/modes.ts';
import { readRegret } from '#insights/conduct/read-regret.ts';
import { readTable } from '#insights/text/read-table.ts';
import { segmentText } from '#insights/text/segment-text.ts';
import { tokenize } from '#insights/text/tokenize.ts';

/** How the clauses of a text are meant. */
const modesIn = (text: string, rating = 3) =>
  segmentText(text).flatMap((sentence) => modesOf(sentence, rating));

/** Texts, and the mode in which a clause of each is meant. */
const rows = readTable(join(import.meta.dirname, '../../../fixtures/clauses/modes.tsv'));

for (const [text = '', mode = ''] of rows) {
  test(`“${text}” is meant as a ${mode}`, () => {
    assert.ok(modesIn(text).some((one) => one === mode));
  });
}

test('what follows from a condition is none, what does not stays a fact', () => {
  assert.deepEqual(modesIn('If they lied, I would report them.'), ['condition', 'condition']);
  assert.deepEqual(modesIn('If you need a kind lawyer, call this office.'), ['condition', 'fact']);
});

test('with four stars or five no praise is ironic', () => {
  for (const text of ['Great job losing the fear I had of courts.', 'Thanks for nothing.']) {
    assert.deepEqual([modesIn(text, 3), modesIn(text, 4)], [['irony'], ['fact']]);
  }
});

/** Texts, and the fact that each regrets, if it regrets one. */
const regrets = readTable(join(import.meta.dirname, '../../../fixtures/clauses/regrets.tsv'));

for (const [text = '', fact = ''] of regrets) {
  test(`“${text}” regrets ${fact === '' ? 'nothing' : `that ${fact}`}`, () => {
    const read = readRegret(tokenize(text)) ?? [];
    assert.equal(read.map((token) => token.text).join(' '), fact);
  });
}
