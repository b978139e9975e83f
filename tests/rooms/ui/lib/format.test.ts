import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { fold } from '#dataset/text/fold.ts';
import { createFormats } from '#words/formats.ts';
import { addressLines, formatTelephone } from '../../../../site/ui/lib/contact.ts';
import { meanOf } from '../../../../site/ui/lib/insight/sides-rows.ts';
import { licenseName } from '../../../../site/ui/lib/license.ts';
import { soughtText } from '../../../../site/ui/lib/list/sought-text.ts';
import { excerptAround, excerptOf, paragraphRanges } from '../../../../site/ui/lib/plain-text.ts';

const STREET = { '@type': 'PostalAddress', streetAddress: '1 Street' } as const;
const AUSTIN = { addressLocality: 'Austin', addressRegion: 'TX', postalCode: '78701' };
const WIEN = { addressLocality: 'Wien', postalCode: '1010' };

for (const [what, written] of Object.entries({
  'an address is written as its country does, without gaps': [
    [
      addressLines({ ...STREET, ...AUSTIN, addressCountry: 'US' }).join('|'),
      '1 Street|Austin, TX 78701',
    ],
    [addressLines({ ...STREET, ...WIEN, addressCountry: 'AT' }).join('|'), '1 Street|1010 Wien'],
    [
      addressLines({ ...STREET, addressLocality: 'Cork', addressCountry: 'IE' }).join('|'),
      '1 Street|Cork',
    ],
  ],
  'telephone numbers of North America are grouped': [
    [formatTelephone('+15125550142'), '+1 512-555-0142'],
    [formatTelephone('+43151234567'), '+43151234567'],
  ],
  'a mean of fewer than five ratings is not given in a table': [
    [meanOf(4.5, 5, createFormats('en')), '4.50'],
    [meanOf(4.5, 4, createFormats('en')), undefined],
    [meanOf(null, 0, createFormats('en')), undefined],
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

const anyText = fc.string({ unit: 'grapheme', maxLength: 200 });

test('an excerpt is never longer than asked for, and never ends in half a character', () => {
  fc.assert(
    fc.property(anyText, (text) => {
      const excerpt = excerptOf(text, 60);
      assert.ok(excerpt.length <= 60);
      assert.ok(excerpt.isWellFormed());
    }),
  );
});

/** An excerpt as it reads, with what is marked in brackets. */
function around(text: string, query: string | undefined, most: number, words?: string): string {
  return excerptAround(text, soughtText({ query, words }), most)
    .map((piece) => (piece.mark === undefined ? piece.text : `[${piece.text}]`))
    .join('');
}

test('what was searched for is marked wherever it stands, whatever its case and accents', () => {
  assert.equal(around('José asked. JOSE paid.', 'josé', 80), '[José] asked. [JOSE] paid.');
  assert.equal(around('Straße … so', 's', 80), '[S]tra[ß]e … [s]o');
  assert.equal(around('saßas', 'sas', 80), '[saßas]');
  assert.equal(around('So … on.', '.', 80), 'So […] on[.]');
  assert.equal(around('Straße and ﬁve', 'STRASSE', 80), '[Straße] and ﬁve');
  assert.equal(around('Ætna, Þór và Đã gọi', 'aetna, thor va da', 80), '[Ætna, Þór và Đã] gọi');
  assert.equal(around('mediæval', 'mediev', 80), 'mediæval');
  assert.equal(around('mediæval', 'media', 80), '[mediæ]val');
  assert.equal(around('No fee.\n\nNone', 'fee. none', 80), 'No [fee.\nNone]');
  assert.equal(around(` A\n\n${'b\n'.repeat(9)}`, 'b c', 80), 'A\nb\nb\nb\nb\nb\nb b b b');
  assert.equal(around('Nothing of it.', 'fees', 80), 'Nothing of it.');
  assert.equal(around('Nothing of it.', undefined, 80), 'Nothing of it.');
  assert.equal(around('', 'fees', 80), '');
});

test('words are marked in any form, as words of their own, and quoted parts as they are', () => {
  const marked = (text: string, words: string) => around(text, undefined, 80, words);
  assert.equal(
    marked('They lost. Losing hurts, a loser said.', 'lose'),
    'They [lost]. [Losing] hurts, a loser said.',
  );
  assert.equal(marked('José’s calls, recalled', 'did jose call?'), '[José’s] [calls], recalled');
  assert.equal(marked('Call me back, me. Back!', '"me back" call'), '[Call] [me back], me. Back!');
  assert.equal(around('No fees, no fee.', 'no', 80, 'fee'), '[No] [fees], [no] [fee].');
});

const onOneLine = (text: string) => text.replaceAll(/\s+/g, ' ').trim();

test('an excerpt around a match is a part of the text, in whole characters, with the match marked', () => {
  fc.assert(
    fc.property(anyText, fc.nat(199), fc.integer({ min: 1, max: 12 }), (text, at, length) => {
      const query = [...text].slice(at % (text.length || 1), length + at).join('');
      const pieces = excerptAround(text, soughtText({ query }), 60);
      const shown = pieces.map((piece) => piece.text).join('');
      assert.ok(shown.length <= 61 && shown.isWellFormed());
      const line = onOneLine(text);
      assert.ok(line.includes(onOneLine(shown).replaceAll(/^…|…$/g, '')) || line.includes(shown));
      for (const { text: marked } of pieces.filter(({ mark }) => mark !== undefined)) {
        assert.ok(
          fold(onOneLine(marked)).includes(fold(onOneLine(query))),
          JSON.stringify([marked, query]),
        );
      }
    }),
  );
});

test('between the paragraphs of a text there is white space alone', () => {
  const anyParagraphs = fc
    .array(fc.constantFrom('a', ' ', '\n', '\r\n', '\n\n', '\t', 'b c'), { maxLength: 30 })
    .map((parts) => parts.join(''));
  fc.assert(
    fc.property(anyParagraphs, (text) => {
      let before = 0;
      for (const { start, end } of paragraphRanges(text)) {
        assert.ok(start >= before && end > start);
        assert.equal(text.slice(before, start).trim(), '');
        assert.notEqual(text.slice(start, end).trim(), '');
        before = end;
      }
      assert.equal(text.slice(before).trim(), '');
    }),
  );
});
