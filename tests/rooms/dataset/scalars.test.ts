import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import type { z } from 'zod';
import {
  CalendarDate,
  HttpUrl,
  Instant,
  isCalendarDate,
  LanguageTag,
  Line,
  Prose,
  ReviewId,
  Slug,
  StarRating,
} from '#dataset/schema/scalars.ts';

const DATES = {
  accepted: '2026-02-28 2024-02-29 2000-02-29 0001-01-01 9999-12-31',
  refused:
    '2026-02-29 1900-02-29 2026-02-30 2026-04-31 2026-13-01 2026-00-10 2026-01-00 0000-01-01 2026-1-1 26-01-01',
};
const INSTANTS = '2026-02-30T10:00:00Z 2026-10-03T25:00:00Z 2026-10-03T14:02:11 2026-10-03';

const CASES: Readonly<Record<string, readonly [z.ZodType, accepted: unknown[], unknown[]]>> = {
  CalendarDate: [
    CalendarDate,
    DATES.accepted.split(' '),
    [...DATES.refused.split(' '), '2026-01-01T00:00:00Z', ' 2026-01-01', '2026-01-01\n', 20260101],
  ],
  Instant: [Instant, ['2026-10-03T14:02:11Z', '2026-10-03T14:02:11.5+02:00'], INSTANTS.split(' ')],
  Slug: [
    Slug,
    ['a', 'car-accident', '18-wheeler', 'a'.repeat(64)],
    ['', '-a', 'a-', 'a--b', 'Car', 'café', 'a b', 'a\n', 'a'.repeat(65), 5],
  ],
  ReviewId: [
    ReviewId,
    ['abcd', 'google-abfvoq1x', '0000', 'a'.repeat(64)],
    ['abc', 'a'.repeat(65), 'Abcd', 'ab_cd', 'abcd ', '../../etc'],
  ],
  StarRating: [StarRating, [1, 1.5, 4.5, 5], [0, 0.5, 5.5, 6, 4.7, 4.25, '5', Number.NaN, null]],
  LanguageTag: [LanguageTag, ['en', 'es-MX', 'zh-Hant-TW'], ['', 'e', 'english', 'en_US', 'en-']],
  HttpUrl: [
    HttpUrl,
    ['https://a.example/', 'http://a.example:8080/x?y#z'],
    ['a.example', '/x', 'ftp://a.example', 'javascript:alert(1)', ''],
  ],
  Line: [
    Line,
    ['a', 'O’Brien & <Sons> 👩‍⚖️', 'a'.repeat(500)],
    ['', '  ', 'a\nb', 'a\rb', 'a\u0000b', 'a\ud800b', 'a'.repeat(501)],
  ],
  Prose: [Prose, ['a', 'a\n\nb\tc'], ['', ' \n ', 'a\u000bb', 'a\u0007']],
};

for (const [name, [schema, accepted, refused]] of Object.entries(CASES)) {
  test(`${name} accepts what it names, and nothing else`, () => {
    for (const value of accepted) {
      assert.ok(schema.safeParse(value).success, `${JSON.stringify(value)} is accepted`);
    }
    for (const value of refused) {
      assert.ok(!schema.safeParse(value).success, `${JSON.stringify(value)} is refused`);
    }
  });
}

test('every day of the calendar is a calendar date', () => {
  const min = new Date('0001-01-01T00:00:00Z');
  const max = new Date('9999-12-31T00:00:00Z');
  const day = fc.date({ min, max, noInvalidDate: true });
  fc.assert(fc.property(day, (date) => isCalendarDate(date.toISOString().slice(0, 10))));
});

test('text is trimmed', () => {
  assert.equal(Line.parse('  a b '), 'a b');
  assert.equal(Prose.parse('\na\nb\n'), 'a\nb');
});
