import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { fold } from '#dataset/text/fold.ts';
import { countWords, tokenize } from '#insights/text/tokenize.ts';
import { anyText } from './any-text.ts';

const textsOf = (text: string) => tokenize(text).map((token) => token.text);

test('words are folded, and an apostrophe of either kind stands within one', () => {
  assert.deepEqual(textsOf("José DIDN’T call; didn't Zoë's?"), [
    'jose',
    "didn't",
    'call',
    ';',
    "didn't",
    "zoe's",
    '?',
  ]);
});

test('a hyphen stands between two words, and quotes around one', () => {
  assert.deepEqual(textsOf("well-run ‘office’ 'desk'"), ['well', '-', 'run', 'office', 'desk']);
});

test('a number with a point or a comma is two words and a mark', () => {
  assert.deepEqual(textsOf('$1,200.50'), ['1', ',', '200', '.', '50']);
});

test('a face is one mark, and so is each emoji', () => {
  assert.deepEqual(textsOf('ok :-) <3 ;( 👍🏽🙂'), ['ok', ':-)', '<3', ';(', '👍', '🙂']);
  assert.equal(countWords(tokenize('ok :-) <3 👍')), 1);
});

test('what an emoji or an accent leaves behind is no part of the word after it', () => {
  assert.deepEqual(textsOf('❤️great \u0301not'), ['❤', 'great', 'not']);
  assert.equal(countWords(tokenize('❤️great')), 1);
});

test('three capitals or more are shouted, in any script that has them', () => {
  const shouted = (text: string) =>
    tokenize(text).flatMap((token) => (token.isShouted ? [token.text] : []));
  assert.deepEqual(shouted('NO, the WORST Firm in ÉTÉ, ПРИВЕТ 2026 أبج'), [
    'worst',
    'ete',
    'привет',
  ]);
});

test('tokens stand in order, apart, and each is what stands at its place', () => {
  fc.assert(
    fc.property(anyText, (text) => {
      let end = 0;
      for (const token of tokenize(text)) {
        assert.ok(token.start >= end && token.end > token.start);
        const raw = text.slice(token.start, token.end);
        assert.equal(token.text, token.isWord ? fold(raw) : raw);
        end = token.end;
      }
    }),
  );
});

test('no letter and no digit stands outside a word', () => {
  fc.assert(
    fc.property(anyText, (text) => {
      const words = tokenize(text).filter(({ isWord }) => isWord);
      const rest = words.reduceRight(
        (left, { start, end }) => `${left.slice(0, start)} ${left.slice(end)}`,
        text,
      );
      assert.doesNotMatch(rest.replaceAll(FACES, ''), /[\p{L}\p{N}]/u);
    }),
  );
});
const FACES = /[:;=]['’]?-?[DP]|<3/g;
