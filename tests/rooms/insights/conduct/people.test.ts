import assert from 'node:assert/strict';
import { join } from 'node:path';
import { test } from 'node:test';
import { createConductReader } from '#insights/conduct/conduct.ts';
import { readTable } from '#insights/text/read-table.ts';
import { segmentText } from '#insights/text/segment-text.ts';

const person = (id: string, name: string, aliases: string[] = [], unambiguous = true) => {
  return { id, name, aliases, jobTitle: 'Lawyer', unambiguous };
};
const PEOPLE = [
  person('linda', 'Linda Cho', ['Ms. Cho']),
  person('tom', 'Tom Reyes', ['Mr. Reyes']),
  person('will', 'Will'),
  person('joy', 'Joy'),
  person('ana', 'Ana Cruz', [], false),
];
const NAMES = PEOPLE.flatMap(({ name, aliases }) => [name, ...aliases, name.split(' ')[0] ?? '']);
const read = createConductReader({
  others: ['adjuster', 'insurer', 'judge'],
  names: ['Harbor Law', ...NAMES.filter((name) => name !== 'Ana')],
  technicians: PEOPLE,
});

/** Whom the clauses of a text would praise, or blame, with a bar between clauses. */
const namedIn = (side: 'praise' | 'blame', text: string) =>
  read(segmentText(text), text)
    .flat()
    .map(({ people }) => people[side].toSorted().join(' '))
    .join(' | ');

/** Texts, whom they praise if they are praise, whom they blame if they are blame, and the rule. */
const rows = readTable(join(import.meta.dirname, '../../../fixtures/clauses/people.tsv'));

for (const [text = '', praise = '', blame = '', rule = ''] of rows) {
  test(`${rule}: “${text}”`, () => {
    assert.equal(namedIn('praise', text), praise);
    assert.equal(namedIn('blame', text), blame);
  });
}
