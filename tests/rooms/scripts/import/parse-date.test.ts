import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createDayOf } from '#dataset/zoned-day.ts';
import { createParseDate } from '../../../../scripts/import/read/dates.ts';

const dayOf = createDayOf('America/Chicago');

const CLEAR = [
  ['2026-10-03', '2026-10-03'],
  ['2026/10/3', '2026-10-03'],
  ['2026-10-03 14:02:11', '2026-10-03'],
  ['2026-10-03T03:00:00Z', '2026-10-02'],
  ['2026-10-03 03:00 UTC', '2026-10-02'],
  ['2026-10-02T23:00:00-05:00', '2026-10-02'],
  ['25/12/2026', '2026-12-25'],
  ['12/25/2026', '2026-12-25'],
  ['03.03.2026', '2026-03-03'],
  ['3 October 2026', '2026-10-03'],
  ['3rd Oct 2026', '2026-10-03'],
  ['Oct. 3, 2026', '2026-10-03'],
  ['Saturday, October 3rd, 2026', '2026-10-03'],
  ['Sept 3, 2026, 2:30 PM', '2026-09-03'],
] as const;

for (const [text, date] of CLEAR) {
  test(`${text} is ${date}`, () => {
    const parsed = createParseDate(dayOf)(text);
    assert.equal('date' in parsed && parsed.date, date);
  });
}

const UNCLEAR = [
  ['', /is missing/],
  ['03/04/2026', /day or month first/],
  ['03.04.2026', /day or month first/],
  ['2026-02-30', /does not exist/],
  ['31/31/2026', /does not exist/],
  ['3 Brumaire 2026', /does not exist/],
  ['3 days ago', /cannot be read/],
  ['10/03/26', /cannot be read/],
  ['45567', /cannot be read/],
  ['2026-10-03T25:00:00Z', /time of .* does not exist/],
] as const;

for (const [text, fault] of UNCLEAR) {
  test(`"${text}" is not taken for a date`, () => {
    const parsed = createParseDate(dayOf)(text);
    assert.match('fault' in parsed ? parsed.fault : parsed.date, fault);
  });
}

const FORMATTED = [
  ['DD/MM/YYYY', '03/04/2026', '2026-04-03'],
  ['dd/mm/yyyy', '03/04/2026', '2026-04-03'],
  ['M/D/YY', '3/4/26', '2026-03-04'],
  ['D MMMM YYYY', '3 April 2026', '2026-04-03'],
  ['MMM Do, YYYY [at] h:mm A', 'Apr 3rd, 2026 at 2:30 PM', '2026-04-03'],
  ['YYYYMMDD', '20260403', '2026-04-03'],
  ['YYYY-MM-DDTHH:mm:ss.SSSZ', '2026-04-03T02:00:00.000Z', '2026-04-02'],
  ['unix', '1775181600', '2026-04-02'],
  ['unix-ms', '1775181600000', '2026-04-02'],
] as const;

for (const [format, text, date] of FORMATTED) {
  test(`${text} in the format ${format} is ${date}`, () => {
    const parsed = createParseDate(dayOf, format)(text);
    assert.equal('date' in parsed ? parsed.date : parsed.fault, date);
  });
}

test('a format without a month, or with a part twice, is refused', () => {
  assert.throws(() => createParseDate(dayOf, 'YYYY'), /must state year, month and day/);
  assert.throws(() => createParseDate(dayOf, '%d/%m/%Y'), /cannot be used/);
  assert.throws(() => createParseDate(dayOf, 'DD/MM/YYYY MM'), /states a part twice/);
});
