import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { parse } from 'yaml';
import { z } from 'zod';
import { ColumnMap } from '../../../../../scripts/import/columns/column-map.ts';
import { judgeTable } from '../../../../../scripts/import/columns/columns.ts';
import {
  listMaps,
  readColumnMap,
  recognizeMap,
} from '../../../../../scripts/import/columns/program-maps.ts';
import type { Table } from '../../../../../scripts/import/read/table.ts';

/** The columns of every review, before those that a case is about. */
const BASE = {
  author: ['Ann Vale', 'Bo Tarn'],
  rating: ['5', '1'],
  date: ['2026-01-01', '2026-01-02'],
};

const Cells = z.array(z.union([z.string(), z.number()]).transform(String));
const Case = z.strictObject({
  about: z.string(),
  columns: z.record(z.string(), Cells),
  base: z.boolean().default(false),
  source: z.literal('none').optional(),
  given: ColumnMap.optional(),
  said: ColumnMap.default({}),
  lines: ColumnMap,
  /** The answers to each question. */
  asks: z.record(z.string(), z.array(z.string())).default({}),
  remarks: z.array(z.string()).default([]),
});

function createTable(columns: Readonly<Record<string, readonly string[]>>): Table {
  const header = Object.keys(columns);
  const [first = []] = Object.values(columns);
  const rows = first.map((_, row) => ({
    place: `line ${row + 2}`,
    cells: header.map((name) => columns[name]?.[row] ?? ''),
  }));
  const rest = { skipped: [], remarks: [], facts: new Map<string, string>() };
  return { name: 'in.csv', kind: 'CSV', header, rows, ...rest };
}

const CASES = z
  .array(Case)
  .parse(parse(readFileSync(join(import.meta.dirname, 'judged.yaml'), 'utf8')));

const withoutValues = (label: string) => label.replace(/(?<!^None|^No|^Yes|^5): .*| \(.*\)$/, '');

for (const one of CASES) {
  test(`a table is judged: ${one.about}`, () => {
    const base = one.base ? { author: 'author', rating: 'rating', date: 'date' } : {};
    const source = one.source === 'none' ? {} : { source: 'Place' };
    const given = one.given && { given: { name: './map.yaml', map: one.given } };
    const table = createTable({ ...(one.base ? BASE : {}), ...one.columns });
    const judged = judgeTable(table, one.said, { country: 'US', ...source, ...given });
    const asks = judged.questions.map(({ key, choices }, at) => {
      const before = judged.questions.slice(0, at).filter((other) => other.key === key).length;
      return [
        before > 0 ? `${key} ${before + 1}` : key,
        choices.map(([label]) => withoutValues(label)),
      ];
    });
    assert.deepEqual(Object.fromEntries(asks), one.asks);
    const named = one.source === 'none' ? {} : { source: { constant: 'Place' } };
    assert.deepEqual(judged.lines, ColumnMap.parse({ ...base, ...one.lines, ...named }));
    assert.equal(judged.map === undefined, asks.length > 0);
    for (const remark of one.remarks)
      assert.ok(judged.remarks.includes(remark), judged.remarks.join('\n'));
  });
}

for (const name of listMaps()) {
  const map = readColumnMap(name);
  test(`the map ${name} says what it is, and is recognized by its columns`, () => {
    assert.ok(map.about && map.columnsFrom && map.rating && map.date && map.author);
    for (const marks of map.recognizedBy ?? []) {
      assert.equal(recognizeMap(marks)?.name, name);
    }
  });
}

for (const [what, map, message] of [
  [
    'a column that is not there',
    { text: 'Bod' },
    /text names the column "Bod".*did you mean "Body"\?/,
  ],
  ['an e-mail address', { author: 'Email' }, /e-?mail addresses are never imported/],
  ['a path', { author: 'Path' }, /author names a column that has something else \(Path: places/],
  ['the rating of the place', { rating: 'All' }, /rating names a column that .* \(All: 4\.6\)/],
] as const) {
  test(`a map that names ${what} is refused`, () => {
    const [Path, All] = [
      ['places/1/reviews/1', 'places/1/reviews/2'],
      ['4.6', '4.6'],
    ];
    const others = { Body: ['x', 'y'], Email: ['a@x.example', ''], Path, All };
    const table = createTable({ ...BASE, ...others });
    const given = { name: './map.yaml', map: ColumnMap.parse(map) };
    assert.throws(() => judgeTable(table, {}, { given }), message);
  });
}

test('recommendations that are all positive are stars, and rows without one have their rating', () => {
  const table = createTable({
    created_time: ['2021-03-04', '2016-03-04'],
    recommendation_type: ['positive', ''],
    rating: ['', '4'],
    review_text: ['Great firm', 'They won'],
    'reviewer.name': ['Jane Doe', 'Al Bo'],
  });
  const { map } = judgeTable(table, {}, {});
  assert.deepEqual(map?.rating, ['recommendation_type', 'rating']);
});

for (const [column, values, refusal] of [
  ['date', ['a month ago', 'a year ago'], /only dates such as "a month ago", which depend on the/],
  ['rating', ['', ''], /no column has the ratings of the reviews; add a column Rating/],
] as const) {
  test(`no answer settles a ${column} of ${values}`, () => {
    const table = createTable({ ...BASE, [column]: values });
    assert.throws(() => judgeTable(table, {}, {}), refusal);
  });
}
