import assert from 'node:assert/strict';
import { test } from 'node:test';
import { checkContent } from '#dataset/check/check-content.ts';
import { formatProblem } from '#dataset/content-problem.ts';
import { checkTerms } from '../../../../scripts/check/check-terms.ts';
import { BUSINESS, filesOf, reviewText } from '../../../support/content-files.ts';

const OWN = `- id: parking
  name: Parking
  description: Where to leave the car.
  terms:
    - parking
    - { term: lot, weight: 0.5 }
    - garage
`;

/** The warnings about those aspects, with reviews of these texts. */
function warningsFor(texts: readonly string[], changes = {}, aspects = OWN): string[] {
  const reviews = texts.map((text, index) => [
    `reviews/${index}.md`,
    reviewText({ id: `review-${index}`, ...changes }, text),
  ]);
  const files = { 'aspects.yaml': aspects, 'business.yaml': BUSINESS };
  const content = checkContent(filesOf({ ...files, ...Object.fromEntries(reviews) }));
  return checkTerms(content).map((problem) => formatProblem(problem));
}

test('of twenty reviews or more, terms in none or in more than a tenth are named', () => {
  const filled = Array.from({ length: 20 }, () => 'We met in May.');
  const among = (...texts: string[]) => warningsFor([...filled.slice(texts.length), ...texts]);
  const none = /^aspects\.yaml:5:7 warning terms: "parking" occurs in none of the 20 reviews/;
  assert.match(among('A garage.', 'The lots.').join(), none);
  assert.deepEqual(among('Parking.', 'Garage, garage.', 'Lot.'), []);
  assert.match(
    among('Parking.', 'Lot.', 'Garage.', 'A garage.', 'Garages!').join(),
    /^aspects\.yaml:7:7 warning terms: "garage" occurs in 15% of the reviews; unless all of these are/,
  );
  assert.deepEqual(warningsFor(filled.slice(1)), []);
  for (const change of [{ inLanguage: 'es' }, { verification: '{ status: pending }' }]) {
    assert.deepEqual(warningsFor(filled, change), []);
  }
  const added = 'use: law\naspects:\n  - id: staff\n    terms:\n      add:\n        - stable boy\n';
  assert.match(warningsFor(filled, {}, added).join(), /^aspects\.yaml:6:11 warning .*"stable boy"/);
});
