import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { escapeMarkup, stripForXml } from '#artifacts/markup.ts';
import { isPrintable } from '#dataset/read/decode-text.ts';

// Every UTF-16 unit, lone surrogates too.
const anyText = fc
  .array(fc.oneof(fc.nat(0xffff), fc.nat(0x2f), fc.integer({ min: 0xd7f0, max: 0xe010 })))
  .map((units) => String.fromCharCode(...units));

/** Char of XML 1.0 §2.2, by code point. */
function isXmlCharacter(code: number): boolean {
  return (
    code === 0x9 ||
    code === 0xa ||
    code === 0xd ||
    (code >= 0x20 && code <= 0xd7ff) ||
    (code >= 0xe000 && code <= 0xfffd) ||
    (code >= 0x10000 && code <= 0x10ffff)
  );
}

const characters = (text: string) => [...text];
const codeOf = (character: string) => character.codePointAt(0) ?? 0;

test('escaped text holds no markup and is unescaped to what it was', () => {
  fc.assert(
    fc.property(anyText, (text) => {
      const escaped = escapeMarkup(text);
      assert.doesNotMatch(escaped, /[<>"']|&(?!(?:amp|lt|gt|quot|#39);)/);
      const back = escaped
        .replaceAll('&lt;', '<')
        .replaceAll('&gt;', '>')
        .replaceAll('&quot;', '"')
        .replaceAll('&#39;', "'")
        .replaceAll('&amp;', '&');
      assert.equal(back, text);
    }),
  );
});

test('stripped text is what XML 1.0 allows, and nothing more is lost', () => {
  fc.assert(
    fc.property(anyText, (text) => {
      const allowed = characters(text).filter((character) => isXmlCharacter(codeOf(character)));
      assert.equal(stripForXml(text), allowed.join(''));
      assert.ok(isPrintable(stripForXml(text)));
    }),
  );
});
