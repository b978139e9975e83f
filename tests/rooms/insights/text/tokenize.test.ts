import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { fold } from '#dataset/text/fold.ts';
import { countWords, tokenize } from '#insights/text/tokenize.ts';
import { anyText } from './any-text.ts';

test('words are folded, and marks, faces and emoji stand for themselves', () => {
  for (const [text, tokens, words] of [
    // An apostrophe of either kind stands within a word.
    ["José DIDN’T call; didn't Zoë's?", "jose didn't call ; didn't zoe's ?", 5],
    ["well-run ‘office’ 'desk'", 'well - run office desk', 4],
    ['$1,200.50', '1 , 200 . 50', 3],
    ['ok :-) <3 ;( 👍🏽🙂', 'ok :-) <3 ;( 👍 🙂', 1],
    ['★★★½ They gave ½', 'they gave 1/2', 3],
    // What an emoji or an accent leaves behind is no part of the word after it.
    ['❤️great \u0301not', '❤ great not', 2],
    // The sign of a grade belongs to it.
    ['Clarity: A+. a solid B- by the A-team', 'clarity : a+ . a solid b- by the a - team', 9],
    ['AA+ and C++', 'aa and c', 3],
  ] as const) {
    assert.equal(
      tokenize(text)
        .map((token) => token.text)
        .join(' '),
      tokens,
    );
    assert.equal(countWords(tokenize(text)), words, text);
  }
  // This ligature of Arabic marks is folded to a blank and the marks.
  assert.doesNotMatch(tokenize('a\u{FC5E}b')[0]?.text ?? ' ', / /);
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
        assert.equal(token.text, token.isWord ? fold(raw).replaceAll(' ', '') || raw : raw);
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
