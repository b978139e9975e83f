import assert from 'node:assert/strict';
import { test } from 'node:test';
import { addAll } from '#dataset/edits/list-edit.ts';
import { EntityCounter } from '#insights/entities.ts';
import { publishedReview } from '../../support/reviews.ts';
import { datasetOf, TECHNICIANS } from '../artifacts/sample-datasets.ts';
import { mentionOf } from './mention-of.ts';

test('a first name that may be another’s names nobody, and all is counted again where editors say so', () => {
  const blame = { sentiment: 'negative', score: -1, confidence: 0.97 } as const;
  const reviewBody = 'Maria was rude to us.';
  const review = publishedReview({
    reviewBody,
    mentionedTechnicianIds: ['maria-lopez'],
    sentiment: { label: 'negative', score: 0 },
    aspects: [mentionOf({ ...blame, quote: reviewBody, start: 0, end: reviewBody.length })],
  });
  const counter = new EntityCounter();
  const added = addAll([review]);
  for (const [unambiguous, count, edit] of [
    [true, 1, added],
    [false, 0, { removed: [], added: [] }],
  ] as const) {
    const technicians = TECHNICIANS.map((one) => ({ ...one, unambiguous }));
    const dataset = { ...datasetOf({ technicians }), reviews: [review] };
    const [maria] = counter.update(dataset, edit).technicians;
    assert.deepEqual([maria?.negativeReviewCount, maria?.quotes.length], [count, count]);
  }
});
