import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { escapeMarkup, stripForXml } from '#artifacts/markup.ts';
import { isPrintable } from '#dataset/read/decode-text.ts';

// Every UTF-16 unit, lone surrogates too.
const anyText = fc
  .array(fc.oneof(fc.nat(0xffff), fc.nat(0x2f), fc.integer({ min: 0xd7f0, max: 0xe010 })))
  .map((units) => String.fromCharCode(...units));

/** Char of XML 1.0 §2.2, by code points. */
const XML = [
  [0x9, 0xa],
  [0xd, 0xd],
  [0x20, 0xd7ff],
  [0xe000, 0xfffd],
  [0x10000, 0x10ffff],
] as const;
const isXmlCharacter = (character: string) => {
  const code = character.codePointAt(0) ?? 0;
  return XML.some(([first, last]) => code >= first && code <= last);
};

test('escaped text holds no markup and is unescaped to what it was', () => {
  fc.assert(
    fc.property(anyText, (text) => {
      const escaped = escapeMarkup(text);
      assert.doesNotMatch(escaped, /[<>"']|&(?!(?:amp|lt|gt|quot|#39);)/);
      const back = { amp: '&', lt: '<', gt: '>', quot: '"', '#39': "'" };
      const shown = Object.entries(back).reduceRight(
        (some, [name, character]) => some.replaceAll(`&${name};`, character),
        escaped,
      );
      assert.equal(shown, text);
    }),
  );
});

test('stripped text is what XML 1.0 allows, and nothing more is lost', () => {
  fc.assert(
    fc.property(anyText, (text) => {
      assert.equal(stripForXml(text), [...text].filter(isXmlCharacter).join(''));
      assert.ok(isPrintable(stripForXml(text)));
    }),
  );
});
