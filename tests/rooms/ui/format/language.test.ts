import assert from 'node:assert/strict';
import { test } from 'node:test';
import { isSameLanguage, nameOfLanguage } from '../../../../site/ui/format/language.ts';

test('a language is named in another', () => {
  assert.equal(nameOfLanguage('ar', 'en'), 'Arabic');
  assert.equal(nameOfLanguage('en', 'es'), 'inglés');
});

test('regions do not make another language', () => {
  assert.ok(isSameLanguage('en', 'en-US'));
  assert.ok(isSameLanguage('EN', 'en'));
  assert.ok(!isSameLanguage('en', 'es'));
});
