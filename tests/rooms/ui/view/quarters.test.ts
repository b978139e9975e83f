import assert from 'node:assert/strict';
import { test } from 'node:test';
import { isCalendarDate } from '#dataset/schema/scalars.ts';
import { daysOfQuarter } from '../../../../site/ui/view/quarters.ts';

const DAY_MS = 86_400_000;

test('the quarters of a year are all of its days, one after the other', () => {
  const quarters = [1, 2, 3, 4].map((number) => daysOfQuarter(`2024-Q${number}`));
  for (const { since, until } of quarters)
    assert.ok(isCalendarDate(since) && isCalendarDate(until));
  assert.deepEqual([quarters[0]?.since, quarters[3]?.until], ['2024-01-01', '2024-12-31']);
  for (const [index, { until }] of quarters.slice(0, 3).entries()) {
    const next = new Date(Date.parse(until) + DAY_MS).toISOString().slice(0, 10);
    assert.equal(quarters[index + 1]?.since, next);
  }
});
