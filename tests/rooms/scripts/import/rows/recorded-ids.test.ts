import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createDayOf } from '#dataset/zoned-day.ts';
import { applyMap, ColumnMap } from '../../../../../scripts/import/columns/column-map.ts';
import { reviewIdOf } from '../../../../../scripts/import/plan/decide-review.ts';
import type { Table } from '../../../../../scripts/import/read/table.ts';
import { mapRows } from '../../../../../scripts/import/rows/rows.ts';
import recorded from './recorded-ids.json' with { type: 'json' };

const context = { source: 'Place', dayOf: createDayOf('America/Chicago'), technicians: [] };

for (const [index, { file, map, header, rows }] of recorded.entries()) {
  test(`the reviews of ${file} have the ids on record (${index + 1})`, () => {
    const table: Table = {
      ...{ name: file, kind: 'CSV', header, skipped: [], remarks: [], facts: new Map() },
      rows: rows.map(([id = '', ...cells]) => ({ place: id, cells })),
    };
    const columns = applyMap(file, ColumnMap.parse(map), header);
    const { reviews, skipped } = mapRows(table, columns, context);
    assert.deepEqual(skipped, []);
    for (const { place, sourceName, key } of reviews)
      assert.equal(reviewIdOf(sourceName, key), place);
  });
}
