import assert from 'node:assert/strict';
import { test } from 'node:test';
import {
  pageDescription,
  pageTitle,
  reviewDescription,
  reviewTitle,
} from '../../../../site/ui/view/page-words.ts';
import { publishedReview } from '../../../support/reviews.ts';

test('a title ends with the name of the business', () => {
  assert.equal(pageTitle('Feeds and data', { name: 'Harbor Law' }), 'Feeds and data – Harbor Law');
});

test('a long title is cut, and the name stays', () => {
  const title = pageTitle('word '.repeat(40), { name: 'Harbor Law' });

  assert.ok(title.length <= 70);
  assert.ok(title.endsWith('… – Harbor Law'));
});

test('a name that would leave no room for the title is left out', () => {
  assert.equal(pageTitle('Feeds and data', { name: 'x'.repeat(60) }), 'Feeds and data');
});

test('a review is called by its stars, its author and its own title', () => {
  assert.equal(reviewTitle(publishedReview({ ratingValue: 4.5 })), '4.5/5 by Jane D.');
  assert.equal(
    reviewTitle(publishedReview({ name: 'Kept me informed' })),
    '5/5 by Jane D.: Kept me informed',
  );
});

test('a review is described by its first words or, where it has none, by what it is', () => {
  assert.equal(reviewDescription(publishedReview()), 'They kept me informed.');
  assert.equal(
    reviewDescription(publishedReview({ reviewBody: '', ratingValue: 4 })),
    'Jane D. gave 4 of 5 stars on Google, without a text.',
  );
  assert.ok(pageDescription('word '.repeat(100)).length <= 155);
});
