import assert from 'node:assert/strict';
import { test } from 'node:test';
import { compareReviews, dateOfLastChange } from '#dataset/review.ts';
import { publishedReview } from '../../support/reviews.ts';

test('reviews are ordered newest first, then by id', () => {
  const at = (datePublished: string, id: string) => publishedReview({ datePublished, id });
  const ordered = [at('2026-10-03', 'aaaa'), at('2026-10-03', 'bbbb'), at('2026-10-02', 'aaab')];
  assert.deepEqual(ordered.toReversed().sort(compareReviews), ordered);
  assert.equal(compareReviews(at('2026-10-03', 'aaaa'), at('2026-10-03', 'aaaa')), 0);
});

test('the last change is the newest of all dates of a review', () => {
  const base = publishedReview({ datePublished: '2026-01-01' });
  const verified = { status: 'verified', method: 'document', date: '2026-01-02' } as const;
  const review = { ...base, verification: verified };
  assert.equal(dateOfLastChange(review), '2026-01-02');
  assert.equal(dateOfLastChange({ ...review, dateModified: '2026-01-03' }), '2026-01-03');
  const ownerReply = { text: 'Thanks', datePublished: '2026-01-04' };
  assert.equal(dateOfLastChange({ ...review, ownerReply }), '2026-01-04');
  assert.equal(
    dateOfLastChange({ ...review, ownerReply: { ...ownerReply, dateModified: '2026-01-05' } }),
    '2026-01-05',
  );
});
