import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Mention } from '#insights/mention.ts';
import { whyNotQuoted } from '../../../../scripts/insights/read-review.ts';
import { storedReview } from '../../../support/reviews.ts';
import { mentionOf } from '../../insights/mention-of.ts';

/** Why a sentence is not quoted that is one mention. */
function whyNot(reviewBody: string, changes: Partial<Mention> = {}): string {
  const mention = mentionOf({ quote: reviewBody, start: 0, end: reviewBody.length, ...changes });
  return whyNotQuoted(mention, storedReview({ reviewBody }), new Set(['linda']), []);
}

test('what a sentence must not be quoted for is told', () => {
  for (const [reviewBody, reason] of [
    ['They were kind, so call 512-555-0147.', /contact data/],
    ['They closed claim #99812 without a word.', /number of a claim/],
    ['They were kind to Kevin after the surgery.', /health/],
    ['Why were they so kind to us?', /question/],
    ['Very kind and patient with us.', /not whole/],
    ['She was kind to all of us.', /“she”/],
    ['I was rear ended on the highway.', /tells what happened/],
    ['They won.', /too short/],
    ['They were kind to Linda after the surgery.', /others were chosen/],
  ] as const) {
    assert.match(whyNot(reviewBody), reason, reviewBody);
  }
});

test('criticism that is not sure enough is told as that', () => {
  const blame = { sentiment: 'negative', score: -0.8, confidence: 0.94 } as const;
  assert.match(whyNot('They were rude to us.', blame), /less than 95 % sure/);
  assert.match(whyNot('They were rude to us.', { ...blame, confidence: 0.95 }), /others/);
});

test('a veto in aspects.yaml is told', () => {
  const review = storedReview({ reviewBody: 'They were kind to us.' });
  const quotes = { pin: [], veto: [review.id] };
  const staff = { id: 'staff', name: 'Staff', description: 'People.', terms: ['they'], quotes };
  const mention = mentionOf({ quote: review.reviewBody, start: 0, end: 21 });
  assert.match(whyNotQuoted(mention, review, new Set(), [staff]), /aspects\.yaml wants/);
});
