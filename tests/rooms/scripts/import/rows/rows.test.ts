import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { parse } from 'yaml';
import { z } from 'zod';
import { createDayOf } from '#dataset/zoned-day.ts';
import {
  applyMap,
  COLUMN_KEYS,
  ColumnMap,
} from '../../../../../scripts/import/columns/column-map.ts';
import { reviewIdOf } from '../../../../../scripts/import/plan/decide-review.ts';
import type { Table } from '../../../../../scripts/import/read/table.ts';
import { mapRows } from '../../../../../scripts/import/rows/rows.ts';

const ROWS = z
  .record(
    z.string(),
    z.strictObject({
      cells: z.record(z.string(), z.string()).default({}),
      map: ColumnMap.default({}),
      source: z.string().default('Place'),
      review: z.record(z.string(), z.unknown()).default({}),
      lacks: z.array(z.string()).default([]),
      skipped: z.string().optional(),
    }),
  )
  .parse(parse(readFileSync(join(import.meta.dirname, 'rows.yaml'), 'utf8')));

const FACTS = { author: 'Ann Vale', rating: '5', date: '2026-01-02' };
const CONTEXT = {
  source: 'Place',
  dayOf: createDayOf('America/Chicago'),
  technicians: [
    { id: 'elena', name: 'Elena Muñoz, Esq.', aliases: [] },
    { id: 'tom', name: 'Tom Tarn', aliases: [] },
    { id: 'tim', name: 'Tarn', aliases: [] },
    { id: 'tam', name: 'Tarn', aliases: [] },
  ],
};

/** Maps rows of a table, which have a column for each of their cells. */
function read(
  rows: readonly Readonly<Record<string, string>>[],
  map: ColumnMap = {},
  { source = 'Place', ...more }: Partial<Table> & { readonly source?: string } = {},
) {
  const all = rows.map((cells): Record<string, string> => ({ ...FACTS, ...cells }));
  const header = Object.keys(all[0] ?? {});
  const table: Table = {
    ...{ name: 'in.csv', kind: 'CSV', header, skipped: [], remarks: [], facts: new Map() },
    rows: all.map((cells, row) => ({ place: `line ${row + 2}`, cells: Object.values(cells) })),
    ...more,
  };
  const keys = COLUMN_KEYS.filter((key) => header.includes(key)).map((key) => [key, key]);
  const lines = { ...ColumnMap.parse(Object.fromEntries(keys)), ...map };
  const context = { ...CONTEXT, source: source || undefined };
  return mapRows(table, applyMap('map', lines, header, true), context);
}

for (const [what, { cells, map, source, review, lacks, skipped }] of Object.entries(ROWS)) {
  test(what, () => {
    const input = read([cells], map, { source });
    if (skipped !== undefined) {
      assert.deepEqual(input.reviews, []);
      const { reason = '' } = input.skipped[0] ?? {};
      assert.ok(reason.startsWith(skipped), reason);
      return;
    }
    const [{ unreadable, ...found } = {}] = input.reviews;
    assert.deepEqual(input.skipped, []);
    const all = { unreadable: [...(unreadable ?? [])], ...found };
    assert.partialDeepStrictEqual(all, { unreadable: [], notes: [], ...review });
    for (const name of lacks) assert.equal(new Map(Object.entries(found)).get(name), undefined);
  });
}

test('a row that is skipped is known by its id', () => {
  const { skipped } = read([{ id: 'places/P/reviews/X', rating: '0' }]);
  assert.equal(skipped[0]?.id, reviewIdOf('Place', 'X'));
});

test('an export is partial where rows are left out that no id shows', () => {
  const map = { skipWhere: { status: ['spam'] } };
  assert.ok(read([{ status: 'spam' }], map).isPartial);
  assert.ok(!read([{ status: 'spam', id: 'X' }], map).isPartial);
  assert.ok(!read([{ status: 'ok' }], map).isPartial);
});

test('ids are made of cells as they were before they were mended', () => {
  const [cells, written] = ['Jürgen', 'JÃ¼rgen'].map((name) => [name, '5', '2026-01-02']);
  const rows = [{ place: 'line 2', cells: cells ?? [], written: written ?? [] }];
  const [review] = read([{}], {}, { rows }).reviews;
  assert.deepEqual([review?.authorName, review?.key], ['Jürgen', 'jã¼rgen\n2026-01-02\n']);
});

test('long cells take no longer than their length', { timeout: 10_000 }, () => {
  const [blanks, at] = [' '.repeat(200_000), 'a@'.repeat(100_000)];
  const cells = { id: at, author: at, title: `x${blanks}x`, url: at, technicians: blanks };
  const [review] = read([{ ...cells, text: `Good${blanks}(Original)` }]).reviews;
  assert.equal(review?.name, 'x x');
  assert.match(read([{ rating: `5${blanks}x` }]).skipped[0]?.reason ?? '', /cannot be read/);
});

test('a table speaks of the columns of its map, and JSON also of members that no review has', () => {
  const map = { reply: ['reply'], language: [{ constant: 'en' }] };
  const known = ['author', 'datePublished', 'dateCreated', 'rating', 'inLanguage'];
  assert.deepEqual([...read([{}], map).speaksOf], known);
  assert.deepEqual([...read([{}], map, { kind: 'JSON' }).speaksOf], [...known, 'ownerReply']);
});
