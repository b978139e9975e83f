import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Content } from '#dataset/content.ts';
import { createDataset } from '#dataset/dataset.ts';
import type { Review } from '#dataset/review.ts';
import { contentOf, createDatasetMaker, storedReview } from '../../support/reviews.ts';

const BASE_URL = 'https://reviews.example';
const MARIA = {
  id: 'maria-lopez',
  name: 'María López',
  jobTitle: 'Partner',
  aliases: [],
  unambiguous: false,
};

type Changes = Parameters<typeof storedReview>[0];

function publish(changes: Changes): Review | undefined {
  const content = contentOf({
    technicians: [{ ...MARIA, unambiguous: true }],
    services: [{ id: 'divorce', name: 'Divorce', aliases: [] }],
    serviceAreas: [{ id: 'fairhaven', name: 'Fairhaven', aliases: [] }],
    reviews: [storedReview(changes)],
  });
  return createDataset(content, BASE_URL).reviews[0];
}

const naming = { name: 'Thanks Maria', reviewBody: 'My divorce in Fairhaven.' };
test('people are mentioned by name and by id, in one order, also where two have one name', () => {
  const people = ['maria-2', MARIA.id].map((id) => ({ ...MARIA, id }));
  const reviews = [storedReview({ technicians: [MARIA.id, 'maria-2'] })];
  const [review] = createDataset(contentOf({ technicians: people, reviews }), BASE_URL).reviews;
  assert.deepEqual(review?.mentionedTechnicians, [MARIA.name, MARIA.name]);
  assert.deepEqual(review?.mentionedTechnicianIds, [MARIA.id, 'maria-2']);
});

test('the lists of editors win, empty ones as well', () => {
  const review = publish({ ...naming, technicians: [], services: ['probate'], serviceAreas: [] });
  assert.deepEqual(review?.mentionedTechnicians, []);
  assert.deepEqual(review?.mentionedTechnicianIds, []);
  assert.deepEqual(review?.mentionedServices, ['probate']);
  assert.deepEqual(review?.mentionedServiceAreas, []);
});

const CONTENT = contentOf({
  technicians: [MARIA],
  reviews: [
    storedReview({ id: 'named', datePublished: '2026-10-02', reviewBody: 'Ms. Lopez!' }),
    storedReview({ id: 'other', datePublished: '2026-10-01' }),
    storedReview({ id: 'spanish', datePublished: '2026-09-30', inLanguage: 'es' }),
  ],
});

const changedReview = (place: number, changes: Changes) => ({
  reviews: CONTENT.reviews.map((review, index) =>
    index === place ? { ...review, ...changes } : review,
  ),
});
const withBusiness = (changes: Partial<Content['business']>) => ({
  business: { ...CONTENT.business, ...changes },
});

const FEES = { id: 'fees', name: 'Fees', description: 'What it costs.', terms: ['fees'] };
const SENTIMENT = { label: 'positive', score: 1 } as const;

/** A maker of datasets, and the texts that it has analysed, each with its language. */
function makeAnalysed() {
  const analysed: string[] = [];
  const make = createDatasetMaker(BASE_URL, ({ aspects }) => {
    const ids = aspects.map(({ id }) => id).join(' ');
    return ({ reviewBody, inLanguage }) => {
      analysed.push(`${ids}: ${reviewBody} (${inLanguage})`);
      return inLanguage === 'es' ? {} : { sentiment: SENTIMENT, aspects: [] };
    };
  });
  const countAfter = (changes: Partial<Content>) => {
    make({ ...CONTENT, ...changes });
    return analysed.length;
  };
  return { make, analysed, countAfter };
}

test('a published text is analysed once, until terms, names or the language change', () => {
  const { analysed, countAfter } = makeAnalysed();
  const terms = { aspects: [{ ...FEES, terms: ['bill'] }] };
  const steps: [Partial<Content>, number][] = [
    [changedReview(0, { verification: { status: 'pending' } }), 2],
    [{}, 3],
    [{ technicians: [{ ...MARIA, jobTitle: 'Associate' }] }, 3],
    [withBusiness({ description: 'A firm.' }), 3],
    [changedReview(1, { rating: 1 }), 4],
    [{}, 4],
    [{ aspects: [FEES] }, 7],
    [{ aspects: [{ ...FEES, name: 'Costs', description: 'So.' }] }, 7],
    [terms, 10],
    [{ ...terms, ...withBusiness({ knowsLanguage: ['fr'] }) }, 13],
    [{ others: ['insurer'] }, 16],
    [{ technicians: [{ ...MARIA, aliases: ['Ms. Lopez'] }] }, 19],
  ];
  for (const [changes, count] of steps) {
    assert.equal(countAfter(changes), count, JSON.stringify(changes));
  }
  assert.match(analysed[11] ?? '', /\(fr\)$/);
});
