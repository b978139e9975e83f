import assert from 'node:assert/strict';
import { join } from 'node:path';
import { test } from 'node:test';
import { createConductReader } from '#insights/conduct/conduct.ts';
import { readTable } from '#insights/text/read-table.ts';
import { segmentText } from '#insights/text/segment-text.ts';

const OTHERS = [
  'adjuster',
  'insurance company',
  'insurer',
  'hospital',
  'driver',
  'judge',
  'State Farm',
];
const NAMES = ['Harbor Law', 'Maria Lopez', 'Ms. Lopez', 'Linda'];
const read = createConductReader({ others: OTHERS, names: NAMES, technicians: [] });

/** Texts, the letters of whose conduct each clause is about, and the rule. */
const rows = readTable(join(import.meta.dirname, '../../../fixtures/clauses/conduct.tsv'));

for (const [text = '', letters = '', rule = ''] of rows) {
  test(`${rule}: “${text}”`, () => {
    const found = read(segmentText(text), text).flat();
    assert.equal(found.map(({ whose }) => whose.charAt(0)).join(''), letters);
  });
}
