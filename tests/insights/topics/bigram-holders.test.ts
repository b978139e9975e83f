import assert from 'node:assert/strict';
import { test } from 'node:test';
import { BigramCounts } from '#insights/topics/bigram-counts.ts';
import { BigramHolders } from '#insights/topics/bigram-holders.ts';
import { publishedReview } from '../../support/reviews.ts';

test('the holders are the reviews that were added and not removed', () => {
  const counts = new BigramCounts();
  const holders = new BigramHolders(counts);
  const [first, second, third] = ['red moon', 'red moon, blue moon', 'blue moon'].map(
    (text, number) => ({ ...counts.read(text), review: publishedReview(), number }),
  );
  assert.ok(first && second && third);
  const [red = -1, blue = -1] = counts.numbers.subarray(second.start, second.end);
  const held = (bigrams: readonly number[], reviews: readonly (typeof first)[]) =>
    [...holders.of(bigrams, reviews).values()].map((set) => [0, 1, 2].filter((n) => set.has(n)));

  assert.deepEqual(held([red], [first, second]), [[0, 1]]);
  holders.add(third);
  holders.remove(first);
  assert.deepEqual(held([red, blue], [second, third]), [[1], [1, 2]]);
  holders.remove(second);
  holders.add(first);
  assert.deepEqual(held([blue, red], [first, third]), [[2], [0]]);
});
