import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createDayOf } from '#dataset/zoned-day.ts';
import { createParseDate } from '../../../../scripts/import/read/table/dates.ts';
import { findScale, parseRating, toStars } from '../../../../scripts/import/read/table/ratings.ts';

const dayOf = createDayOf('America/Chicago');

/** The day that a text means, or why it is none. */
function read(text: string, format?: string): string {
  const parsed = createParseDate({ dayOf, format })(text);
  return 'date' in parsed ? parsed.date : parsed.fault;
}

const CLEAR = [
  ['2026-10-03', '2026-10-03'],
  ['2026-10-03 14:02:11', '2026-10-03'],
  ['2026-10-03T03:00:00Z', '2026-10-02'],
  ['2026-10-02T23:00:00-05:00', '2026-10-02'],
  ['25/12/2026', '2026-12-25'],
  ['12/25/2026', '2026-12-25'],
  ['03.03.2026', '2026-03-03'],
  ['3rd Oct 2026', '2026-10-03'],
  ['Oct. 3, 2026', '2026-10-03'],
  ['Saturday, October 3rd, 2026', '2026-10-03'],
  ['Sept 3, 2026, 2:30 PM', '2026-09-03'],
  ['10.01.2026', '2026-01-10'],
  ['10.13.2026', '2026-10-13'],
] as const;

for (const [text, date] of CLEAR) {
  test(`${text} is ${date}`, () => assert.equal(read(text), date));
}

const UNCLEAR = [
  ['', /is missing/],
  ['03/04/2026', /day or month first/],
  ['2026-02-30', /does not exist/],
  ['3 Brumaire 2026', /does not exist/],
  ['3 days ago', /cannot be read/],
  ['10/03/26', /cannot be read/],
  ['2026-10-03T25:00:00Z', /time of .* does not exist/],
] as const;

for (const [text, fault] of UNCLEAR) {
  test(`"${text}" is not taken for a date`, () => assert.match(read(text), fault));
}

const FORMATTED = [
  ['DD/MM/YYYY', '03/04/2026', '2026-04-03'],
  ['DD/MM/YYYY', '3-4-2026 10:00', '2026-04-03'],
  ['mm/dd/yyyy', '3/4/2026', '2026-03-04'],
  ['M/D/YY', '3/4/26', '2026-03-04'],
  ['MMM Do, YYYY [at] h:mm A', 'Apr 3rd, 2026 at 2:30 PM', '2026-04-03'],
  ['YYYYMMDD', '20260403', '2026-04-03'],
  ['YYYY-MM-DDTHH:mm:ss.SSSZ', '2026-04-03T02:00:00.000Z', '2026-04-02'],
  ['unix', '1775181600', '2026-04-02'],
  ['unix-ms', '1775181600000', '2026-04-02'],
] as const;

for (const [format, text, date] of FORMATTED) {
  test(`${text} in the format ${format} is ${date}`, () => assert.equal(read(text, format), date));
}

test('a format without a month, or with a part twice, is refused', () => {
  assert.throws(() => createParseDate({ dayOf, format: 'YYYY' }), /must have year, month and day/);
  assert.throws(() => createParseDate({ dayOf, format: '%d/%m/%Y' }), /cannot be used/);
  assert.throws(() => createParseDate({ dayOf, format: 'DD/MM/YYYY MM' }), /has a part twice/);
});

const WRITTEN = [
  ['5', { value: 5 }],
  ['4,5', { value: 4.5 }],
  ['8/10', { value: 8, outOf: 10 }],
  ['3 out of 5 stars', { value: 3, outOf: 5 }],
  ['85%', { value: 85, outOf: 100 }],
  ['5 star rating', { value: 5 }],
  ['5-star review', { value: 5 }],
  ['Rated 4.0 out of 5 stars', { value: 4, outOf: 5 }],
  ['★★★★☆', { value: 4, outOf: 5 }],
  ['⭐⭐', { value: 2 }],
  ['', undefined],
  ['-3', undefined],
] as const;

for (const [text, rating] of WRITTEN) {
  test(`"${text}" as a rating`, () => assert.deepEqual(parseRating(text), rating));
}

test('ratings that state their own scale need no other, unless they state two', () => {
  const ofTen = { place: 'line 2', rating: { value: 8, outOf: 10 } };
  const ofFive = { place: 'line 3', rating: { value: 4, outOf: 5 } };
  assert.equal(findScale('r', [ofTen]), 10);
  assert.throws(() => findScale('r', [ofTen, ofFive]), /its scale is unclear/);
});

test('ratings are carried to five stars in half steps', () => {
  assert.deepEqual(toStars({ value: 7 }, 10), { rating: 3.5, notes: [] });
  assert.deepEqual(toStars({ value: 3.25 }, 5), { rating: 3.5, notes: ['rating-rounded'] });
  assert.deepEqual(toStars({ value: 0 }, 100), { rating: 1, notes: ['rating-raised'] });
  assert.deepEqual(toStars({ value: 88 }, 100), { rating: 4.5, notes: ['rating-rounded'] });
});

test('ratings outside the scale, or on another one, have no stars', () => {
  for (const value of [0, 0.5, 5.5, 10]) assert.ok('fault' in toStars({ value }, 5));
  assert.ok('fault' in toStars({ value: 4, outOf: 5 }, 10));
});
