import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { addressLines, formatTelephone } from '../../../site/ui/format/contact.ts';
import { formatDate } from '../../../site/ui/format/date.ts';
import { isSameLanguage, nameOfLanguage } from '../../../site/ui/format/language.ts';
import { licenseName } from '../../../site/ui/format/license.ts';
import {
  formatCount,
  formatNumber,
  formatScore,
  formatShare,
  scoreWords,
} from '../../../site/ui/format/number.ts';
import { excerptOf, paragraphsOf } from '../../../site/ui/format/plain-text.ts';

const STREET = { '@type': 'PostalAddress', streetAddress: '1 Street' } as const;
const AUSTIN = { addressLocality: 'Austin', addressRegion: 'TX', postalCode: '78701' };

for (const [what, written] of Object.entries({
  'a date is written as its language does': [
    [formatDate('2026-10-03', 'en'), 'October 3, 2026'],
    [formatDate('2026-01-01', 'en-GB'), '1 January 2026'],
    [formatDate('2024-02-29', 'de'), '29. Februar 2024'],
    [formatDate('0985-07-01', 'en'), 'July 1, 985'],
    // Written like a tag, but none.
    [formatDate('2026-10-03', 'en-abcd-efgh'), 'October 3, 2026'],
  ],
  'a number is written as its language does': [
    [formatNumber(10_204, 'en'), '10,204'],
    [formatNumber(4.31, 'de'), '4,31'],
    [formatNumber(-0.5, 'en'), '-0.5'],
    [formatCount(1, 'review', 'reviews', 'en'), '1 review'],
    [formatCount(1200, 'review', 'reviews', 'en'), '1,200 reviews'],
  ],
  'a share is a whole per cent, but never a nought for something': [
    [formatShare(105, 152, 'en'), '69%'],
    [formatShare(1, 10_000, 'en'), '< 1%'],
    [formatShare(0, 10, 'en'), '0%'],
    [formatShare(0, 0, 'en'), '0%'],
  ],
  'a score has its sign, unless it is nought': [
    [formatScore(0.316, 'en'), '+0.32'],
    [formatScore(-0.5, 'en'), '−0.5'],
    [formatScore(0, 'en'), '0'],
  ],
  'a score in words': [
    [scoreWords(0.5), 'mostly positive'],
    [scoreWords(0.499), 'rather positive'],
    [scoreWords(0.15), 'rather positive'],
    [scoreWords(0.149), 'about even'],
    [scoreWords(-0.15), 'rather negative'],
    [scoreWords(-1), 'mostly negative'],
  ],
  'an address is written as its country does, without gaps': [
    [
      addressLines({ ...STREET, ...AUSTIN, addressCountry: 'US' }, 'en').join('|'),
      '1 Street|Austin, TX 78701|United States',
    ],
    [
      addressLines(
        { ...STREET, addressLocality: 'Wien', postalCode: '1010', addressCountry: 'AT' },
        'de',
      ).join('|'),
      '1 Street|1010 Wien|Österreich',
    ],
    [
      addressLines({ ...STREET, addressLocality: 'Cork', addressCountry: 'IE' }, 'en').join('|'),
      '1 Street|Cork|Ireland',
    ],
  ],
  'telephone numbers of North America are grouped': [
    [formatTelephone('+15125550142'), '+1 512-555-0142'],
    [formatTelephone('+43151234567'), '+43151234567'],
  ],
  'a language is named in another': [
    [nameOfLanguage('ar', 'en'), 'Arabic'],
    [nameOfLanguage('en', 'es'), 'inglés'],
  ],
  'a licence has the name that people know': [
    [licenseName('https://creativecommons.org/licenses/by-sa/4.0/'), 'CC BY-SA 4.0'],
    [licenseName('https://creativecommons.org/publicdomain/zero/1.0/'), 'CC0 1.0'],
    [licenseName('https://example.org/terms/'), 'example.org/terms'],
  ],
  'an excerpt ends after a word, or between characters': [
    [excerptOf(' One.\n\nTwo. ', 40), 'One. Two.'],
    [excerptOf('They called back at once', 12), 'They called…'],
    [excerptOf('They called, twice even', 13), 'They called…'],
    [excerptOf('他们每天都给我打电话', 6), '他们每天都…'],
    [excerptOf('👩‍👩‍👧‍👧👩‍👩‍👧‍👧👩‍👩‍👧‍👧', 13), '👩‍👩‍👧‍👧…'],
  ],
})) {
  test(what, () => {
    for (const [shown, expected] of written) assert.equal(shown, expected);
  });
}

test('an excerpt is never longer than asked for, and never ends in half a character', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'grapheme', maxLength: 200 }), (text) => {
      const excerpt = excerptOf(text, 60);
      assert.ok(excerpt.length <= 60);
      assert.ok(excerpt.isWellFormed());
    }),
  );
});

test('paragraphs stand between blank lines', () => {
  for (const [text, expected] of [
    ['\n \n\n', []],
    ['One.\nTwo.', ['One.\nTwo.']],
    ['One.\n\nTwo.\n\n\n\n  Three.', ['One.', 'Two.', '  Three.']],
    ['One.\n \t\nTwo.', ['One.', 'Two.']],
    ['One.\r\n\r\nTwo.', ['One.', 'Two.']],
  ] as const) {
    assert.deepEqual(paragraphsOf(text), expected);
  }
});

test('regions do not make another language', () => {
  assert.ok(isSameLanguage('en', 'en-US') && isSameLanguage('EN', 'en'));
  assert.ok(!isSameLanguage('en', 'es'));
});
