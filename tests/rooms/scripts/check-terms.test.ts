import assert from 'node:assert/strict';
import { test } from 'node:test';
import { checkContent } from '#dataset/check/check-content.ts';
import { formatProblem } from '#dataset/content-problem.ts';
import { checkTerms } from '../../../scripts/check-terms.ts';
import { BUSINESS, filesOf, reviewText } from '../../support/content-files.ts';

/** What is said of these aspects and of reviews with these texts. */
function remarksOn(aspects: string | undefined, texts: readonly string[], changes = {}) {
  const reviews = texts.map((text, index) => [
    `reviews/${index}.md`,
    reviewText({ id: `review-${index}`, ...changes }, text),
  ]);
  const { warnings, remark } = checkTerms(
    checkContent(
      filesOf({
        'business.yaml': BUSINESS,
        ...(aspects !== undefined && { 'aspects.yaml': aspects }),
        ...Object.fromEntries(reviews),
      }),
    ),
  );
  return { warnings: warnings.map((problem) => formatProblem(problem)), remark };
}

const OWN = `- id: parking
  name: Parking
  description: Where to leave the car.
  terms:
    - parking
    - { term: lot, weight: 0.5 }
    - garage
`;
const FILLED = [...Array.from({ length: 18 }, () => 'We met in May.'), 'A garage.', 'The lots.'];

test('a term that stands in no review is named with its line, and a hint that does is not', () => {
  assert.deepEqual(remarksOn(OWN, FILLED), {
    warnings: [
      'aspects.yaml:5:7 warning terms: "parking" stands in none of the 20 reviews; correct it, or delete it',
    ],
    remark: undefined,
  });
});

test('a term that stands in more than a tenth of the reviews is named, by review', () => {
  const twice = [...FILLED.slice(0, 17), 'Parking.', 'Garage, garage.', 'Lot.'];
  assert.deepEqual(remarksOn(OWN, twice).warnings, []);
  const thrice = [...FILLED.slice(0, 15), 'Parking.', 'Lot.', 'Garage.', 'A garage.', 'Garages!'];
  assert.deepEqual(remarksOn(OWN, thrice).warnings, [
    'aspects.yaml:7:7 warning terms: "garage" stands in 15 % of the reviews; unless all of these speak of parking, name something more particular, or give it a weight below 1',
  ]);
});

test('of fewer than 20 reviews, or of ones in other languages, nothing is said', () => {
  assert.deepEqual(remarksOn(OWN, FILLED.slice(1)).warnings, []);
  assert.deepEqual(remarksOn(OWN, FILLED, { inLanguage: 'es' }).warnings, []);
  assert.deepEqual(remarksOn(OWN, FILLED, { verification: '{ status: pending }' }).warnings, []);
});

test('of a list of the program only the number of its terms is told, and the common ones', () => {
  const { warnings, remark } = remarksOn('use: retail', [
    ...FILLED.slice(0, 17),
    'A refund.',
    'Our refunds.',
    'Refunded.',
  ]);
  assert.deepEqual(warnings, []);
  assert.match(
    remark ?? '',
    /^The aspects are those of the list retail; 1 of its \d{3} terms stand in the 20 reviews, most often "refund" in 15 %\.$/,
  );
});

test('without aspects.yaml the list that holds is named, and the others that there are', () => {
  const { remark } = remarksOn(undefined, []);
  assert.equal(
    remark,
    'There is no aspects.yaml, so the aspects are those of the list general. "use: general" in aspects.yaml keeps it; there are law, health, hospitality, home-services, retail too.',
  );
});
