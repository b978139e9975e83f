import assert from 'node:assert/strict';
import { test } from 'node:test';
import { verificationWords } from '../../../../site/ui/view/review-words.ts';
import { publishedReview } from '../../../support/reviews.ts';

test('an imported review names the platform and who vouches for it', () => {
  const verification = {
    status: 'verified',
    method: 'platform-import',
    date: '2026-10-03',
  } as const;

  const words = verificationWords(publishedReview({ verification, publisher: 'Yelp' }), 'Harbor');

  assert.match(words, /from Yelp/);
  assert.match(words, /Harbor marked it/);
});
