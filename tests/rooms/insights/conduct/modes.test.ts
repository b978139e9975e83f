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

test('a regret is read as the fact that it regrets', () => {
  for (const [text, fact] of [
    ['I wish they had called me.', 'unfortunately they had not called me'],
    ['I just wish it did not take so long', 'unfortunately it did take so long'],
    ["If only the receptionist wasn't rude", 'unfortunately the receptionist was rude'],
    ['I would have liked more updates', 'unfortunately not more updates'],
    ['It would have been nice to be told', 'unfortunately not be told'],
    ['I wish that I had been told', 'unfortunately i had not been told'],
    ['I wish I had found them sooner', undefined],
    ['I wish them well', undefined],
    ['I would have liked to thank them', undefined],
    ['They called me', undefined],
    ['I wish they’d called me back', 'unfortunately they had not called me back'],
    ['I wish I’d found them sooner', undefined],
    ['I wish the fees were lower', 'unfortunately the fees were not lower'],
    ['I wish all law firms were this honest', undefined],
    ['I wish there were more lawyers like them', undefined],
    ['I wish they had come into my life sooner', undefined],
    ['I wish it was possible to give ten stars', undefined],
    ['I wish words could express my thanks', undefined],
    ['I wish my mom was alive to see it', undefined],
    ['I wish we had been their client from the start', undefined],
    ['They respected my every wish and Linda was wonderful', undefined],
    ['They helped, if only because she was kind', undefined],
    ['I never wished they were faster', undefined],
    ['I would have liked nothing more', undefined],
  ] as const) {
    const read = readRegret(tokenize(text));
    assert.equal(read?.map((token) => token.text).join(' '), fact, text);
  }
});
