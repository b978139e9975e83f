import assert from 'node:assert/strict';
import { test } from 'node:test';
import { isCalendarDate } from '#dataset/schema/scalars.ts';
import { daysOfPeriod } from '../../../../site/ui/view/periods.ts';

const DAY_MS = 86_400_000;

test('the quarters of a year are all of its days, one after the other', () => {
  const quarters = [1, 2, 3, 4].map((number) => daysOfPeriod(`2024-Q${number}`));
  for (const { since, until } of quarters)
    assert.ok(isCalendarDate(since) && isCalendarDate(until));
  assert.deepEqual([quarters[0]?.since, quarters[3]?.until], ['2024-01-01', '2024-12-31']);
  for (const [index, { until }] of quarters.slice(0, 3).entries()) {
    const next = new Date(Date.parse(until) + DAY_MS).toISOString().slice(0, 10);
    assert.equal(quarters[index + 1]?.since, next);
  }
});

test('a year is the days of its quarters', () => {
  assert.deepEqual(daysOfPeriod('2024'), { since: '2024-01-01', until: '2024-12-31' });
});
