import assert from 'node:assert/strict';
import { test } from 'node:test';
import { countFitting, fittingOf, MAX_ANSWER_BYTES, shortenReview } from '#agents/answer-size.ts';
import { publishedReview } from '../../support/reviews.ts';

test('as many records as there is room for are whole, and one at least', () => {
  const tenth = 'x'.repeat(MAX_ANSWER_BYTES / 10);
  assert.equal(countFitting([]), 0);
  assert.equal(countFitting([tenth, tenth]), 2);
  assert.equal(countFitting(Array.from({ length: 30 }, () => tenth)), 9);
  assert.equal(countFitting(['x'.repeat(MAX_ANSWER_BYTES), 'y']), 1);
  assert.deepEqual(fittingOf([1, 2]), [1, 2]);
  assert.equal(fittingOf(Array.from({ length: 30 }, () => tenth)).length, 9);
});

test('room is counted in bytes, as other scripts take more of them', () => {
  const tenth = '法'.repeat(MAX_ANSWER_BYTES / 30);
  assert.equal(countFitting(Array.from({ length: 30 }, () => tenth)), 9);
});

test('a review is answered as it is, unless it would fill an answer by itself', () => {
  const usual = JSON.stringify(publishedReview({ id: 'usual' }));
  assert.equal(shortenReview(usual), usual);
  const long = publishedReview({
    id: 'long',
    reviewBody: '👩'.repeat(30_000),
    ownerReply: { text: 'é'.repeat(30_000), datePublished: '2026-01-01' },
  });
  const cut = shortenReview(JSON.stringify(long));
  assert.ok(Buffer.byteLength(cut) < MAX_ANSWER_BYTES);
  const { reviewBody, ownerReply, hints, ...others } = JSON.parse(cut);
  assert.equal(others.id, 'long');
  assert.match(reviewBody, /^(?:👩){4000}…$/u);
  assert.match(ownerReply.text, /^é{8000}…$/);
  assert.match(hints[0], /The whole is at http\S*\/reviews\/long\.json\.$/);
});
