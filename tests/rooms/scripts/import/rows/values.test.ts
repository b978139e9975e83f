import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { parse } from 'yaml';
import { z } from 'zod';
import { createDayOf } from '#dataset/zoned-day.ts';
import { isRelativeDate } from '../../../../../scripts/import/rows/date-parts.ts';
import { createParseDate, findDayOrder } from '../../../../../scripts/import/rows/dates.ts';
import { holdsMarkup, readMarkup } from '../../../../../scripts/import/rows/html-text.ts';
import { parseRating, toStars } from '../../../../../scripts/import/rows/ratings.ts';

const Rating = z
  .array(z.number())
  .transform(([value, outOf]) =>
    value === undefined ? undefined : { value, ...(outOf !== undefined && { outOf }) },
  );
const VALUES = z
  .strictObject({
    dates: z.record(z.string(), z.string()),
    formats: z.array(z.tuple([z.string(), z.string(), z.string()])),
    ratings: z.record(z.string(), Rating),
    stars: z.array(
      z.tuple([Rating, z.literal([5, 10, 100]), z.union([z.number(), z.string()])], z.string()),
    ),
    html: z.record(z.string(), z.string()),
  })
  .parse(parse(readFileSync(join(import.meta.dirname, 'values.yaml'), 'utf8')));

const dayOf = createDayOf('America/Chicago');

/** Holds the day that a text states, and the instant if it states one, or its fault. */
function check(text: string, meant: string, format?: string): void {
  const parsed = createParseDate({ dayOf, format })(text);
  if ('date' in parsed) assert.equal([parsed.date, parsed.instant ?? []].flat().join(' '), meant);
  else assert.ok(parsed.fault.includes(meant), parsed.fault);
}

for (const [text, meant] of Object.entries(VALUES.dates)) {
  test(`the date "${text}": ${meant}`, () => {
    check(text, meant);
    assert.equal(isRelativeDate(text), meant.includes('is a relative date'));
  });
}

for (const [format, text, meant] of VALUES.formats) {
  test(`${text} in the format ${format}: ${meant}`, () => check(text, meant, format));
}

test('the time of a count of days is of the zone that is stated', () => {
  const there = createParseDate({ dayOf, timeZone: 'Europe/Berlin' })('45455.42');
  const [date, instant] = ['2024-06-12', '2024-06-12T08:04:48Z'];
  assert.deepEqual(there, { date, instant, written: date });
});

test('a format without a month is refused', () => {
  for (const format of ['YYYY', 'day, month, year']) {
    assert.throws(() => createParseDate({ dayOf, format }), /must have year, month and day/);
  }
});

test('the order of day and month is the one that other dates show', () => {
  const dates = ['2/6/2026', '4/16/2026 9:00', '3/3/2026', '10.01.2026', '5 May 2026'];
  const order = { shown: new Set(['MM/DD/YYYY']), unclear: ['2/6/2026'] };
  assert.deepEqual(findDayOrder(dates), order);
  assert.equal(findDayOrder(['4/16/2026', '16/4/2026']).shown.size, 2);
});

for (const [text, rating] of Object.entries(VALUES.ratings)) {
  test(`the rating "${text}"`, () => assert.deepEqual(parseRating(text), rating));
}

for (const [rating = { value: 0 }, scale, stars, ...notes] of VALUES.stars) {
  test(`${JSON.stringify(rating)} out of ${scale}: ${stars}`, () => {
    const meant = typeof stars === 'number' ? { rating: stars, notes } : { fault: stars };
    assert.deepEqual(toStars(rating, scale), meant);
  });
}

for (const [html, text] of Object.entries(VALUES.html)) {
  test(`the text of ${html}`, () => assert.equal(readMarkup(html), text));
}

test('one tag may be the reviewer’s, and several are a tool’s', () => {
  assert.ok(!holdsMarkup(['Ask for the <br> tag', 'AT&T; and a < b > c and <3']));
  assert.ok(holdsMarkup(['x<br>y', 'Thank&nbsp;you']));
  assert.ok(holdsMarkup(['It&#39;s great, and they called<br/>back']));
});

test('long values take no longer than their length', { timeout: 10_000 }, () => {
  assert.equal(parseRating(`5${' '.repeat(100_000)}x`), undefined);
  check(`5${' '.repeat(100_000)}x`, 'cannot be read');
  check(`${' 5 June'.repeat(14)}`, 'cannot be read');
  for (const part of [' ', '<p', '<p ', '<a b=', '<br>', '<p>\n']) {
    const long = part.repeat(50_000);
    assert.ok(readMarkup(`<p${long}x`).length <= long.length + 3);
  }
});
