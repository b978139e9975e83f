import assert from 'node:assert/strict';
import { test } from 'node:test';
import { VerificationMethod } from '#dataset/stored-review.ts';
import {
  relationshipWords,
  VERIFICATION_METHODS,
  verificationWords,
} from '../../../../site/ui/view/review-words.ts';
import { publishedReview } from '../../../support/reviews.ts';

for (const method of VerificationMethod.options) {
  test(`verification by ${method} is told in a sentence, and explained`, () => {
    const verification = { status: 'verified', method, date: '2026-10-03' } as const;

    const words = verificationWords(publishedReview({ verification }), 'Harbor Law');

    assert.match(words, /^[A-Z].*\.$/);
    assert.equal(VERIFICATION_METHODS[method].length, 2);
  });
}

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

for (const relationship of ['employee', 'family', 'incentivized'] as const) {
  test(`the tie "${relationship}" is told in a sentence about the reviewer`, () => {
    assert.match(relationshipWords(relationship, 'Harbor Law'), /^The reviewer .*\.$/);
  });
}
