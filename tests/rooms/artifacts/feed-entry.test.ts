import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import {
  modifiedAt,
  noonOf,
  publishedAt,
  subjectsOf,
  textOf,
  titleOf,
} from '#artifacts/feed-entry.ts';
import { publishedReview } from '../../support/reviews.ts';
import { mentionOf } from '../insights/mention-of.ts';
import { anyDataset } from './any-dataset.ts';

test('the title tells stars and author, and the title of the review where it has one', () => {
  assert.equal(titleOf(publishedReview()), '5/5 - Jane D.');
  assert.equal(
    titleOf(publishedReview({ ratingValue: 4.5, name: 'Kept <me> informed' })),
    '4.5/5 - Jane D.: Kept <me> informed',
  );
});

test('a rating without text is told to be one', () => {
  assert.equal(textOf(publishedReview({ reviewBody: '' })), '(rating only)');
  assert.equal(textOf(publishedReview({ reviewBody: 'A\n\nB' })), 'A\n\nB');
});

test('noon UTC is the same calendar day from UTC-12 to UTC+11', () => {
  for (const date of ['2026-01-01', '2024-02-29', '2026-12-31']) {
    for (let offset = -12; offset <= 11; offset++) {
      const there = new Date(Date.parse(noonOf(date)) + offset * 3_600_000);
      assert.equal(there.toISOString().slice(0, 10), date);
    }
  }
});

test('a review was published at the instant it was written, or at noon of its day', () => {
  assert.equal(publishedAt(publishedReview()), '2026-10-03T12:00:00Z');
  const dateCreated = '2026-10-03T23:30:00+02:00';
  assert.equal(publishedAt(publishedReview({ dateCreated })), dateCreated);
});

test('a review that never changed has no time of change', () => {
  assert.equal(modifiedAt(publishedReview()), undefined);
});

for (const [what, changes, expected] of [
  ['a later day is noon of that day', { dateModified: '2026-10-05' }, '2026-10-05T12:00:00Z'],
  ['the same day is noon', { dateModified: '2026-10-03' }, '2026-10-03T12:00:00Z'],
  [
    'noon of a day on which the review was written later is that time',
    { dateCreated: '2026-10-03T14:02:11Z', dateModified: '2026-10-03' },
    '2026-10-03T14:02:11Z',
  ],
  [
    'noon after the time of writing in another zone is noon',
    { dateCreated: '2026-10-03T13:30:00+02:00', dateModified: '2026-10-03' },
    '2026-10-03T12:00:00Z',
  ],
] as const) {
  test(`the time of change: ${what}`, () => {
    assert.equal(modifiedAt(publishedReview(changes)), expected);
  });
}

test('no review changes before it is published', () => {
  fc.assert(
    fc.property(anyDataset, ({ reviews }) => {
      for (const review of reviews) {
        const modified = modifiedAt(review);
        if (modified === undefined) continue;
        assert.ok(Date.parse(modified) >= Date.parse(publishedAt(review)));
      }
    }),
    { numRuns: 50 },
  );
});

test('a review is about its services and the aspects of the business, each once', () => {
  const review = publishedReview({
    mentionedServices: ['divorce', 'staff'],
    aspects: [
      mentionOf({ id: 'staff' }),
      mentionOf({ id: 'honesty', about: 'other', sentiment: 'neutral', score: 0 }),
      mentionOf({ id: 'outcome' }),
      mentionOf({ id: 'outcome' }),
    ],
  });
  assert.deepEqual(subjectsOf(review), ['divorce', 'staff', 'outcome']);
});

test('what a review says of somebody else alone is not what it is about', () => {
  const aspects = [mentionOf({ about: 'other', sentiment: 'neutral', score: 0 })];
  assert.deepEqual(subjectsOf(publishedReview({ aspects })), []);
});
