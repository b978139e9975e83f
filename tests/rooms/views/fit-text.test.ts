import assert from 'node:assert/strict';
import { join } from 'node:path';
import { test } from 'node:test';
import { Resvg } from '@resvg/resvg-js';
import fc from 'fast-check';
import { createDataset } from '#dataset/dataset.ts';
import { fitText, LINE_HEIGHT, measureText, writable } from '#views/fit-text.ts';
import { drawOgImage } from '#views/og-image.ts';
import { sourceOf } from '../../support/review-source.ts';
import { contentOf } from '../../support/reviews.ts';
import { REPOSITORY } from '../../support/run-script.ts';

const FONTS = { serif: 'testimony-serif-600.ttf', sans: 'testimony-sans-400.ttf' };
const fileOf = (font: keyof typeof FONTS) => join(REPOSITORY, 'site/ui/fonts', FONTS[font]);

const ROOM = { width: 944, height: 228, sizes: [112, 80, 56, 38] } as const;
const NAMES = [
  'Harbor Injury Law',
  'Fachanwälte für Verkehrsrecht & Versicherungsrecht in Frankfurt am Main',
  'Cabinet d’avocats Lefèvre, Œuvrard et Associés',
  'Kancelaria Prawna Żółć i Wspólnicy – Łódź',
  'Αθηναϊκή Νομική',
  'Юридическая фирма «Гавань»',
  'Văn phòng luật Nguyễn Thị Hồng',
];

test('a name is written on one line, without emoji, where the fonts have its letters', () => {
  for (const name of NAMES) assert.equal(writable(name), name);
  for (const [name, expected] of [
    ['Mun\u0303oz', 'Muñoz'],
    [' Café\n☕️ am\u00a0 Markt 👨‍👩‍👧 ', 'Café am Markt'],
    ['Kapitäns\u00admütze\u200b', 'Kapitänsmütze'],
  ] as const) {
    assert.equal(writable(name), expected, name);
  }
  for (const other of ['مكتب', 'Harbor 法律', 'קליניקה', 'दंत', 'Haus ①', '☕', '']) {
    assert.equal(writable(other), undefined, other);
  }
});

test('text is as wide as is reckoned, but for kerning', () => {
  for (const font of ['serif', 'sans'] as const) {
    for (const name of NAMES) {
      const family = font === 'serif' ? 'Testimony Serif' : 'Testimony Sans';
      const svg = `<svg xmlns="http://www.w3.org/2000/svg" width="4000" height="200"><text x="0" y="100" font-family="${family}" font-size="50">${name.replace('&', '&amp;')}</text></svg>`;
      const options = { loadSystemFonts: false, fontFiles: [fileOf(font)] };
      const { x = 0, width = 0 } = new Resvg(svg, { font: options }).getBBox() ?? {};
      const reckoned = measureText(name, font, 50);
      assert.ok(x + width <= reckoned + 1, `${name}: ${x + width} > ${reckoned}`);
      assert.ok(x + width > 0.95 * reckoned, `${name}: ${x + width} < ${reckoned}`);
    }
  }
});

test('no text leaves its room, and what is left out is shown by an ellipsis', () => {
  const word = fc.string({ minLength: 1, maxLength: 40 });
  const words = fc.array(word, { minLength: 1, maxLength: 40 });
  fc.assert(
    fc.property(words, (parts) => {
      const text = writable(`a${parts.join(' ')}`) ?? 'a';
      const { lines, size } = fitText(text, ROOM);
      assert.ok(lines.length * size * LINE_HEIGHT <= ROOM.height);
      for (const line of lines) assert.ok(measureText(line, 'serif', size) <= ROOM.width, line);
      const shown = lines.join(' ');
      assert.ok(shown === text || shown.includes('…'), shown);
    }),
  );
});

test('where the fonts lack the name of the business the host stands for it', async () => {
  const business = { ...contentOf().business, name: 'مكتب المحاماة' };
  const dataset = createDataset(contentOf({ business }), 'https://reviews.example');
  const svg = await drawOgImage(sourceOf(dataset));
  const words = [...svg.matchAll(/<text[^>]*>([^<]*)<\/text>/g)].map(([, text]) => text);
  assert.equal(words[1], 'reviews.example');
});
