import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { readJsonTable } from '../../../../../scripts/import/read/table/json-table.ts';
import { readTable } from '../../../../../scripts/import/read/table/table.ts';
import { FIXTURES } from '../run-in-folder.ts';

const WORKBOOK = { name: 'reviews.xlsx', bytes: readFileSync(join(FIXTURES, 'reviews.xlsx')) };

const LISTS = [
  ['an array', '[{"a":1,"b":{"c":"x","d":[1,2]}},{"a":null,"e":true}]'],
  ['the only array of an object', '{"n":2,"reviews":[{"a":1,"b":{"c":"x","d":[1,2]}},{"e":true}]}'],
  ['an object a line', '{"a":1,"b":{"c":"x","d":[1,2]}}\n\n{"e":true}\n'],
] as const;

for (const [what, text] of LISTS) {
  test(`${what} is a table, with the members of inner objects as columns`, () => {
    const { header, rows } = readJsonTable('in.json', text);
    assert.deepEqual(header, ['a', 'b.c', 'b.d', 'e']);
    assert.deepEqual(rows, [
      { place: 'entry 1', cells: ['1', 'x', '1, 2', ''] },
      { place: 'entry 2', cells: ['', '', '', 'true'] },
    ]);
  });
}

const manyColumns = JSON.stringify([
  Object.fromEntries(Array.from({ length: 1001 }, (_, n) => [`c${n}`, n])),
]);
for (const [what, text, message] of [
  ['no list', '{"a":1}', /contains no array of reviews/],
  ['two lists', '{"a":[{}],"b":[{}]}', /contains no array of reviews/],
  ['an empty list', '[]', /contains no array of reviews/],
  ['numbers', '[{"a":1},2]', /an entry 2 that is not an object/],
  ['keys that are values', manyColumns, /more than 1000 different members/],
  ['a broken line', '{"a":1}\n{"a":}\n', /in\.json, line 2 is not valid JSON/],
] as const) {
  test(`JSON with ${what} is refused`, () => {
    assert.throws(() => readJsonTable('in.json', text), { message });
  });
}

test('what lies deep in an object is kept as JSON', () => {
  const deep = `${'{"a":'.repeat(5000)}1${'}'.repeat(5000)}`;
  const { header } = readJsonTable('in.json', `[{"b":1,"c":${deep}}]`);
  assert.deepEqual(header, ['b', `c${'.a'.repeat(7)}`]);
});

test('the first sheet of a workbook is read, with its dates as such and the others named', async () => {
  const { kind, header, rows, remarks } = await readTable(WORKBOOK, undefined);
  assert.equal(kind, 'Excel');
  assert.deepEqual(header.slice(0, 4), ['Review Id', 'Posted By', 'Stars', 'Date']);
  assert.deepEqual(
    rows.map(({ place, cells }) => [place, ...cells.slice(0, 4)]),
    [
      ['row 2', '1001', 'Petra Vale', '5', '2026-01-02'],
      ['row 3', '1002', 'Olaf Tarn', '4.5', '2026-02-03 23:30:00'],
      ['row 5', '1003', 'Ines Roux', '1', '2026-04-16'],
    ],
  );
  assert.equal(rows[0]?.cells[4], 'Clear, kind.\nAnd fast.');
  assert.match(remarks.join(), /2 sheets \(Reviews, Totals\), and "Reviews" was read/);
});

test('a sheet is chosen by its name', async () => {
  const { header } = await readTable(WORKBOOK, 'Totals');
  assert.deepEqual(header, ['Stars', 'Count']);
  await assert.rejects(readTable(WORKBOOK, 'Sums'), {
    message: /has no sheet "Sums"; its sheets are Reviews, Totals/,
  });
});

test('a workbook whose parts are not as large as they say is refused', async () => {
  const bytes = Buffer.from(WORKBOOK.bytes);
  // The unpacked size of the first entry of the central directory (APPNOTE §4.3.12).
  const entry = bytes.indexOf(Buffer.of(0x50, 0x4b, 0x01, 0x02));
  bytes.writeUInt32LE(1, entry + 24);
  await assert.rejects(readTable({ name: 'lies.xlsx', bytes }, undefined), {
    message: /is a damaged zip archive/,
  });
  bytes.writeUInt32LE(0x7fffffff, entry + 24);
  await assert.rejects(readTable({ name: 'bomb.xlsx', bytes }, undefined), {
    message: /more than any export of reviews/,
  });
});
