import assert from 'node:assert/strict';
import { test } from 'node:test';
import { catalogueFor } from '#words/words.ts';
import {
  pageDescription,
  pageTitle,
  reviewDescription,
  reviewTitle,
} from '../../../../site/ui/view/page-words.ts';
import { publishedReview } from '../../../support/reviews.ts';

const ENGLISH = catalogueFor('en');

test('a title ends with the name of the business where both fit', () => {
  assert.equal(pageTitle('Feeds', { name: 'Harbor Law' }), 'Feeds – Harbor Law');
  assert.equal(pageTitle('Feeds', { name: 'x'.repeat(60) }), 'Feeds');
  const long = pageTitle('word '.repeat(40), { name: 'Harbor Law' });
  assert.ok(long.length <= 70 && long.endsWith('… – Harbor Law'));
});

test('a review has the title of its stars, author and own title, and its words as description', () => {
  const named = publishedReview({ name: 'Kept me informed' });
  assert.equal(reviewTitle(publishedReview({ ratingValue: 4.5 }), ENGLISH), '4.5/5 by Jane D.');
  assert.equal(reviewTitle(named, ENGLISH), '5/5 by Jane D.: Kept me informed');
  assert.equal(reviewDescription(named, ENGLISH), 'They kept me informed.');
  assert.equal(
    reviewDescription(publishedReview({ reviewBody: '', ratingValue: 4 }), ENGLISH),
    'Jane D. gave 4 out of 5 stars on Google, without a text.',
  );
  assert.ok(pageDescription('word '.repeat(100)).length <= 155);
});
