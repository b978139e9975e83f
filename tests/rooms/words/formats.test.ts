import assert from 'node:assert/strict';
import { test } from 'node:test';
import {
  createFormats,
  directionOf,
  isSameLanguage,
  knownLanguage,
  primaryOf,
} from '#words/formats.ts';

const [en, de, es, ar] = ['en', 'de', 'es', 'ar'].map(createFormats);
if (!en || !de || !es || !ar) throw new Error('There are four.');
const isolated = (name: string) => `\u2068${name}\u2069`;

for (const [what, written] of Object.entries({
  'a date is written as its language does, and stays the same day': [
    [en.date('2026-10-03'), 'October 3, 2026'],
    [createFormats('en-GB').date('2026-01-01'), '1 January 2026'],
    [de.date('2024-02-29'), '29. Februar 2024'],
    [en.date('0985-07-01'), 'July 1, 985'],
    [ar.date('2026-10-03'), '3 أكتوبر 2026'],
    // Thai would count the years of another calendar.
    [createFormats('th').date('2026-10-03'), '3 ตุลาคม ค.ศ. 2026'],
    [en.month('2026-01'), 'January 2026'],
  ],
  'a number is written as its language does, and a mean with two decimals': [
    [en.number(10_204), '10,204'],
    [de.number(4.315), '4,32'],
    [en.mean(4.2), '4.20'],
  ],
  'a time zone has the name that it has today': [
    [en.zoneName('Europe/Kyiv'), 'Eastern European Time'],
    [en.zoneName('America/Chicago'), 'Central Time'],
  ],
  'a share is a whole per cent, but never a nought for something': [
    [en.share(105, 152), '69%'],
    [en.share(1, 10_000), '< 1%'],
    [en.share(0, 0), '0%'],
  ],
  'lists, languages and countries are written in a language, and what is none by its tag': [
    [es.list(['a', 'b', 'c']), 'a, b y c'],
    [en.languageName('ar'), 'Arabic'],
    [es.languageName('en-US'), 'inglés estadounidense'],
    [en.languageName('xx'), 'xx'],
    [de.regionName('AT'), 'Österreich'],
  ],
  'a name is isolated where it could run against the sentence around it': [
    [en.name('Zoë Müller'), 'Zoë Müller'],
    [en.name('محمد'), isolated('محمد')],
    [ar.name('Google'), isolated('Google')],
  ],
  'what is written like a tag of BCP 47, but is none, is English': [
    [knownLanguage('en-abcd-efgh'), 'en'],
    [createFormats('en-abcd-efgh').date('2026-10-03'), 'October 3, 2026'],
    [knownLanguage('ES-mx'), 'es-MX'],
  ],
  'a language runs as it is written, whatever its name': [
    [directionOf('ar-Latn'), 'ltr'],
    [directionOf('az-Arab'), 'rtl'],
    [ar.direction, 'rtl'],
  ],
})) {
  test(what, () => {
    for (const [shown, expected] of written) assert.equal(shown, expected);
  });
}

test('regions and scripts do not make another language', () => {
  assert.equal(primaryOf('es-419'), 'es');
  assert.ok(isSameLanguage('en', 'en-US') && isSameLanguage('EN', 'en'));
  assert.ok(isSameLanguage('zh-Hant', 'zh') && !isSameLanguage('en', 'es'));
});
