import assert from 'node:assert/strict';
import { test } from 'node:test';
import { isAnalysed } from '#insights/is-analysed.ts';

test('English is analysed, in all its regions and however its tag is written', () => {
  for (const inLanguage of ['en', 'en-GB', 'EN', 'en-Latn-US']) {
    assert.ok(isAnalysed({ inLanguage }), inLanguage);
  }
});

test('other languages are not, even where their tags begin alike', () => {
  for (const inLanguage of ['es', 'es-MX', 'enm', 'de-en', '']) {
    assert.ok(!isAnalysed({ inLanguage }), inLanguage);
  }
});
