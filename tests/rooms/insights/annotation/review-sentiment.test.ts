import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { reviewSentiment } from '#insights/annotation/judge-text.ts';
import type { Polarity } from '#insights/polarity/judgement.ts';

const LABELS: Readonly<Record<string, Polarity>> = {
  '+': 'positive',
  '0': 'neutral',
  '-': 'negative',
};
const opinionsOf = (signs: string) =>
  [...signs].map((sign) => ({ label: LABELS[sign] ?? 'neutral' }));

const TABLE: readonly (readonly [string, number, ReturnType<typeof reviewSentiment>])[] = [
  ['', 3, { label: 'neutral', score: 0 }],
  ['', 5, { label: 'neutral', score: 0 }],
  ['0', 1, { label: 'neutral', score: 0 }],
  ['+', 3, { label: 'positive', score: 0.5 }],
  ['+', 1, { label: 'positive', score: 0.25 }],
  ['-', 5, { label: 'negative', score: -0.25 }],
  ['++++', 5, { label: 'positive', score: 0.9 }],
  ['+-', 3, { label: 'mixed', score: 0 }],
  ['+-', 5, { label: 'mixed', score: 0.167 }],
  ['++-', 3, { label: 'mixed', score: 0.25 }],
  ['++-', 5, { label: 'positive', score: 0.375 }],
  ['+++-', 3, { label: 'positive', score: 0.4 }],
  ['+++-', 1, { label: 'mixed', score: 0.3 }],
  ['---0+', 1, { label: 'negative', score: -0.5 }],
];
for (const [signs, rating, expected] of TABLE) {
  test(`“${signs}” with ${rating} stars is ${expected.label}, ${expected.score}`, () => {
    assert.deepEqual(reviewSentiment(opinionsOf(signs), rating), expected);
  });
}

const anyReview = [
  fc.array(fc.constantFrom('+', '-', '0'), { maxLength: 30 }).map((signs) => signs.join('')),
  fc.integer({ min: 2, max: 10 }).map((halves) => halves / 2),
] as const;

test('one more positive opinion never lowers the score, a negative one never raises it', () => {
  fc.assert(
    fc.property(...anyReview, (signs, rating) => {
      const scoreWith = (more: string) => reviewSentiment(opinionsOf(signs + more), rating).score;
      assert.ok(scoreWith('+') >= scoreWith(''));
      assert.ok(scoreWith('-') <= scoreWith(''));
      assert.equal(scoreWith('0'), scoreWith(''));
    }),
  );
});

test('one more positive opinion never makes a review less positive', () => {
  const order = ['negative', 'mixed', 'neutral', 'positive'];
  fc.assert(
    fc.property(...anyReview, (signs, rating) => {
      const { label, score } = reviewSentiment(opinionsOf(signs), rating);
      const { label: more } = reviewSentiment(opinionsOf(`${signs}+`), rating);
      if (label === 'positive') assert.ok(more === 'positive', `${more} of ${score}`);
      if (more === 'negative') assert.equal(label, 'negative');
      assert.ok(order.includes(label) && order.includes(more));
      if (label !== 'mixed' && label !== 'neutral') {
        assert.equal(score > 0, label === 'positive');
      }
    }),
  );
});

test('all turned round, praise for blame and stars, the review is turned round', () => {
  fc.assert(
    fc.property(...anyReview, (signs, rating) => {
      const turned = signs.replaceAll('+', 'x').replaceAll('-', '+').replaceAll('x', '-');
      const { label, score } = reviewSentiment(opinionsOf(signs), rating);
      const opposite = reviewSentiment(opinionsOf(turned), 6 - rating);
      assert.equal(opposite.score + score, 0);
      const isSide = label === 'positive' || label === 'negative';
      assert.equal(opposite.label === label, !isSide);
    }),
  );
});
