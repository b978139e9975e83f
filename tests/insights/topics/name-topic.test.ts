import assert from 'node:assert/strict';
import { test } from 'node:test';
import { BitSet } from '#insights/topics/bit-set.ts';
import { createTopicNamer } from '#insights/topics/name-topic.ts';
import { publishedReview } from '../../support/reviews.ts';

/** Names the topic of a bigram that stands in every text, the newest first. */
const nameOf = (first: string, second: string, texts: readonly string[]) => {
  const holders = new BitSet();
  const reviews = texts.map((reviewBody, number) => {
    holders.add(number);
    return { review: publishedReview({ reviewBody }), number, start: 0, end: 0 };
  });
  const bigram = { number: 0, words: [first, second] as const, count: texts.length, holders };
  return createTopicNamer()([{ ...bigram, weight: 2.345 }], reviews);
};

test('a topic is named by its first bigram as reviews spell it, and begins with a capital', () => {
  assert.deepEqual(nameOf('san', 'marco', ['in San Marcos']), {
    id: 'san-marcos',
    label: 'San Marcos',
    terms: [{ term: 'san marcos', weight: 2.35 }],
  });
  assert.equal(nameOf('car', 'accident', ['a car accident']).label, 'Car accident');
  assert.equal(nameOf('iphone', 'repair', ['an iPhone repair']).label, 'iPhone repair');
});

test('the spelling is that of the newest 25 reviews', () => {
  const texts = [...Array(25).fill('car accidents'), ...Array(99).fill('Car Accident')];
  assert.equal(nameOf('car', 'accident', texts).label, 'Car accidents');
});
