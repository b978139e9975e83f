import assert from 'node:assert/strict';
import { test } from 'node:test';
import { judgeTable } from '../../../../../scripts/import/columns/columns.ts';

test('recommendations that are all positive are stars, and rows without one have their rating', () => {
  const table = {
    ...({ name: 'data', kind: 'JSON', skipped: [], remarks: [], facts: new Map() } as const),
    header: ['created_time', 'recommendation_type', 'rating', 'review_text', 'reviewer.name'],
    rows: [
      { place: 'review 1', cells: ['2021-03-04', 'positive', '', 'Great firm', 'Jane Doe'] },
      { place: 'review 2', cells: ['2016-03-04', '', '4', 'They won', 'Al Bo'] },
    ],
  };
  const { map, remarks } = judgeTable(table, {}, {});
  assert.deepEqual(map?.columns.rating, ['recommendation_type', 'rating']);
  assert.match(remarks.join(), /"positive" is published as 5 of 5 stars.*: 1 of 2 rows/);
});
