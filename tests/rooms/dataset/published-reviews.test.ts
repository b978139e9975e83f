import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createDataset } from '#dataset/dataset.ts';
import type { Review } from '#dataset/review.ts';
import { contentOf, storedReview } from '../../support/reviews.ts';

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
