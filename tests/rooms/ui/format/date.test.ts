import assert from 'node:assert/strict';
import { test } from 'node:test';
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
