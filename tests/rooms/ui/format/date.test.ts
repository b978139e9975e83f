import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { formatDate } from '../../../../site/ui/format/date.ts';

for (const [date, language, expected] of [
  ['2026-10-03', 'en', 'October 3, 2026'],
  ['2026-01-01', 'en-GB', '1 January 2026'],
  ['2026-10-03', 'es', '3 de octubre de 2026'],
  ['2024-02-29', 'de', '29. Februar 2024'],
  ['0985-07-01', 'en', 'July 1, 985'],
] as const) {
  test(`${date} in ${language} is ${expected}`, () => {
    assert.equal(formatDate(date, language), expected);
  });
}

test('a language that is written like a tag but is none falls back to English', () => {
  assert.equal(formatDate('2026-10-03', 'en-abcd-efgh'), 'October 3, 2026');
});

test('a date keeps its day, wherever the machine stands', () => {
  const days = fc.integer({ min: 0, max: 40_000 });
  fc.assert(
    fc.property(days, (day) => {
      const date = new Date(day * 86_400_000).toISOString().slice(0, 10);
      const [, month = '', dayOfMonth = ''] = /^(\S+) (\d+), /.exec(formatDate(date, 'en')) ?? [];
      assert.equal(Number(dayOfMonth), Number(date.slice(8)));
      assert.ok(month.length > 0);
    }),
  );
});
