import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createSpeller } from '#insights/topics/spell-bigram.ts';
import { publishedReview } from '../../support/reviews.ts';

const spell = (bigram: string, ...texts: string[]) =>
  createSpeller()(
    bigram,
    texts.map((reviewBody) => publishedReview({ reviewBody })),
  );

test('the most frequent spelling wins, of equally frequent ones the first by the alphabet', () => {
  assert.equal(spell('state farm', 'state farm', 'State Farm’s', 'State Farm'), 'State Farm');
  assert.equal(spell('state farm', 'state farm', 'State Farm'), 'State Farm');
});

test('a singular wins over any number of plurals', () => {
  assert.equal(
    spell('car accident', 'car accidents', 'Car accidents', 'car accident'),
    'car accident',
  );
  assert.equal(spell('san marco', 'San Marcos', 'in San Marcos'), 'San Marcos');
});
