import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Content } from '#dataset/content.ts';
import { createDatasetMaker } from '../../support/edits.ts';
import { contentOf, storedReview } from '../../support/reviews.ts';

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
  const before = new Set(make(CONTENT).dataset.reviews);
  const { reviews } = make({ ...CONTENT, ...changes }).dataset;
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
  const before = make(CONTENT).dataset;
  const reviews = changedReview(0, { verification: withheld });
  const without = make({ ...CONTENT, reviews }).dataset;
  assert.deepEqual(
    without.reviews.map(({ id }) => id),
    ['other', 'spanish'],
  );
  assert.deepEqual(make(CONTENT).dataset, before);
});

const FEES = { id: 'fees', name: 'Fees', description: 'What it costs.', terms: ['fees'] };
const SENTIMENT = { label: 'positive', score: 1 } as const;

/** A maker of datasets, and the texts that it has analysed, each with its language. */
function makeAnalysed() {
  const analysed: string[] = [];
  const make = createDatasetMaker('https://reviews.example', ({ aspects }) => {
    const ids = aspects.map(({ id }) => id).join(' ');
    return ({ reviewBody, inLanguage }) => {
      analysed.push(`${ids}: ${reviewBody} (${inLanguage})`);
      return inLanguage === 'es' ? {} : { sentiment: SENTIMENT, aspects: [] };
    };
  });
  return { make, analysed };
}

test('what the analysis says stands in each review, nothing where it says nothing', () => {
  const { make, analysed } = makeAnalysed();
  const { reviews } = make({ ...CONTENT, aspects: [FEES] }).dataset;
  assert.deepEqual(
    reviews.map(({ sentiment, aspects }) => [sentiment, aspects]),
    [
      [SENTIMENT, []],
      [SENTIMENT, []],
      [undefined, undefined],
    ],
  );
  assert.ok(reviews[2] && !Object.hasOwn(reviews[2], 'sentiment'));
  const text = 'They kept me informed.';
  assert.deepEqual(analysed, ['fees: Ms. Lopez! (en)', `fees: ${text} (en)`, `fees: ${text} (es)`]);
});

test('a text is analysed once, however its surroundings change', () => {
  const { make, analysed } = makeAnalysed();
  make(CONTENT);
  make({ ...CONTENT, technicians: [{ ...MARIA, jobTitle: 'Associate' }] });
  make({ ...CONTENT, business: { ...CONTENT.business, description: 'A firm.' } });
  assert.equal(analysed.length, 3);
  make({ ...CONTENT, reviews: changedReview(1, { rating: 1 }) });
  assert.equal(analysed.length, 4);
});

test('other terms, names or another language of the business analyse all again', () => {
  const { make, analysed } = makeAnalysed();
  const countAfter = (changes: Partial<Content>) => {
    make({ ...CONTENT, ...changes });
    return analysed.length;
  };
  assert.equal(countAfter({ aspects: [FEES] }), 3);
  assert.equal(countAfter({ aspects: [{ ...FEES, name: 'Costs', description: 'So.' }] }), 3);
  assert.equal(countAfter({ aspects: [{ ...FEES, terms: ['bill'] }] }), 6);
  const business = { ...CONTENT.business, knowsLanguage: ['fr'] };
  assert.equal(countAfter({ aspects: [{ ...FEES, terms: ['bill'] }], business }), 9);
  assert.match(analysed.at(-2) ?? '', /\(fr\)$/);
  assert.equal(countAfter({ others: ['insurer'] }), 12);
  assert.equal(countAfter({ technicians: [{ ...MARIA, aliases: ['Ms. Lopez'] }] }), 15);
});

test('reviews that are not published are not analysed', () => {
  const { make, analysed } = makeAnalysed();
  make({ ...CONTENT, reviews: changedReview(0, { verification: { status: 'pending' } }) });
  assert.equal(analysed.length, 2);
});
