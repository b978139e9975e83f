import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { cutTerms } from '#search/index/tokenize.ts';
import { text } from '../search-samples.ts';

test('a text is cut after each word', () => {
  assert.deepEqual(cutTerms("it's, well -- up-to-date."), [
    "it's",
    ', well',
    ' --',
    ' up-to-date',
    '.',
  ]);
  assert.deepEqual(cutTerms(' a  b '), [' a', '  b', ' ']);
  assert.deepEqual(cutTerms('日本。語'), ['日本', '。語']);
  assert.deepEqual(cutTerms(''), []);
});

test('terms put together are the text', () => {
  fc.assert(fc.property(text, (whole) => assert.equal(cutTerms(whole).join(''), whole)));
});

test('a part of a text is cut where the text is cut', () => {
  fc.assert(
    fc.property(text, fc.nat(30), fc.nat(30), (whole, start, length) => {
      const part = whole.slice(start, start + length);
      const cutsOf = (terms: readonly string[], offset: number) => {
        let at = offset;
        return terms.map((term) => (at += term.length));
      };
      const inWhole = cutsOf(cutTerms(whole), 0);
      const end = start + part.length;
      const inside = (cut: number) => cut > start && cut < end;
      assert.deepEqual(cutsOf(cutTerms(part), start).filter(inside), inWhole.filter(inside));
    }),
  );
});
