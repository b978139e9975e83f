import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Content } from '#dataset/content.ts';
import { createDatasetMaker } from '#dataset/dataset.ts';
import { contentOf, storedReview } from '../support/reviews.ts';

const MARIA = {
  id: 'maria-lopez',
  name: 'María López',
  jobTitle: 'Partner',
  aliases: [],
  unambiguous: false,
};
const CONTENT = contentOf({
  technicians: [MARIA],
  reviews: [
    storedReview({ id: 'named', datePublished: '2026-10-02', reviewBody: 'Ms. Lopez!' }),
    storedReview({ id: 'other', datePublished: '2026-10-01' }),
    storedReview({ id: 'spanish', datePublished: '2026-09-30', inLanguage: 'es' }),
  ],
});

/** The ids of the reviews that are other objects after an edit. */
function changedBy(changes: Partial<Content>): string[] {
  const make = createDatasetMaker('https://reviews.example');
  const before = new Set(make(CONTENT).reviews);
  const { reviews } = make({ ...CONTENT, ...changes });
  return reviews.filter((review) => !before.has(review)).map(({ id }) => id);
}

const changedReview = (place: number, changes: Parameters<typeof storedReview>[0]) =>
  CONTENT.reviews.map((review, index) => (index === place ? { ...review, ...changes } : review));

const EDITS: readonly (readonly [string, Partial<Content>, readonly string[]])[] = [
  ['nothing', {}, []],
  ['a review', { reviews: changedReview(1, { rating: 1 }) }, ['other']],
  [
    'a date, which moves a review',
    { reviews: changedReview(1, { datePublished: '2026-10-09' }) },
    ['other'],
  ],
  [
    'what is not published of a review',
    { reviews: changedReview(1, { source: { name: 'Google', id: 'x' } }) },
    [],
  ],
  ['a file that says the same in other words', { reviews: changedReview(1, {}) }, []],
  ['a job title', { technicians: [{ ...MARIA, jobTitle: 'Of counsel' }] }, []],
  ['an alias', { technicians: [{ ...MARIA, aliases: ['Ms. Lopez'] }] }, ['named']],
  [
    'a service that nobody mentions',
    { services: [{ id: 'wills', name: 'Wills', aliases: [] }] },
    [],
  ],
  [
    'the language of the business',
    { business: { ...CONTENT.business, knowsLanguage: ['fr'] } },
    ['named', 'other'],
  ],
  ['the name of the business', { business: { ...CONTENT.business, name: 'Bay Law' } }, []],
];
for (const [what, changes, changed] of EDITS) {
  test(`an edit of ${what} makes new objects of ${changed.join(' and ') || 'no review'}`, () => {
    assert.deepEqual(changedBy(changes), changed);
  });
}

test('a review that was withheld for a while is published again', () => {
  const make = createDatasetMaker('https://reviews.example');
  const withheld = { status: 'withheld', reason: 'spam', date: '2026-10-06' } as const;
  const before = make(CONTENT);
  const without = make({ ...CONTENT, reviews: changedReview(0, { verification: withheld }) });
  assert.deepEqual(
    without.reviews.map(({ id }) => id),
    ['other', 'spanish'],
  );
  assert.deepEqual(make(CONTENT), before);
});
