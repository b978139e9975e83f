import assert from 'node:assert/strict';
import { test } from 'node:test';
import { summarise } from '#insights/summarise.ts';
import { storedReview } from '../../support/reviews.ts';
import { datasetOf } from '../artifacts/sample-datasets.ts';
import { aspectOf } from './aspect-of.ts';

const rated = (id: string, rating: number, datePublished: string, reviewBody = 'Fine.') =>
  storedReview({ id, rating, datePublished, reviewBody });

test('the summary of the editors is published as they wrote it', () => {
  const written = {
    headline: 'They call back',
    text: 'Two\n\nparagraphs.',
    author: 'The editors',
    dateModified: '2026-10-01',
    strengths: [{ text: 'Calls', aspect: 'responsiveness', evidence: ['review-1'] }],
    concerns: [{ text: 'Fees', aspect: 'value-and-fees', evidence: ['review-1'] }],
  };
  const dataset = datasetOf({ reviews: [storedReview()], summary: written });
  assert.deepEqual(summarise(dataset, []), { ...written, generatedBy: 'human' });
});

test('without reviews the template says so and claims nothing', () => {
  assert.deepEqual(summarise(datasetOf(), []), {
    headline: 'No verified reviews yet',
    text: 'Harbor Law has no verified reviews yet.',
    strengths: [],
    concerns: [],
    author: 'Harbor Law',
    generatedBy: 'template',
    dateModified: null,
  });
});

test('the template tells the figures', () => {
  const { headline, text, generatedBy, dateModified } = summarise(
    datasetOf({
      reviews: [
        rated('aaaa', 5, '2025-05-01'),
        rated('bbbb', 5, '2026-01-31', ''),
        rated('cccc', 4.5, '2025-12-24'),
      ],
    }),
    [],
  );
  assert.equal(headline, '4.83 of 5 from 3 verified reviews');
  assert.equal(
    text,
    'Between 2025-05-01 and 2026-01-31, 3 verified reviews rated Harbor Law 4.83 of 5 on average: 2 with five stars, 2 with a text.',
  );
  assert.equal(generatedBy, 'template');
  assert.equal(dateModified, '2026-10-03');
});

test('the template speaks of one review, and of one day, as of one', () => {
  const one = summarise(datasetOf({ reviews: [rated('aaaa', 4, '2026-01-31')] }), []);
  assert.equal(one.headline, '4 of 5 from 1 verified review');
  assert.equal(one.text, 'On 2026-01-31, one verified review rated Harbor Law 4 of 5.');
  const day = [rated('aaaa', 4, '2026-01-31'), rated('bbbb', 5, '2026-01-31')];
  assert.equal(
    summarise(datasetOf({ reviews: day }), []).text,
    'On 2026-01-31, 2 verified reviews rated Harbor Law 4.5 of 5 on average: 1 with five stars, 2 with a text.',
  );
});

test('the template tells what is praised and criticised most, with its evidence', () => {
  const { text, strengths, concerns } = summarise(datasetOf(), [
    aspectOf({
      id: 'fees',
      name: 'Fees',
      reviewCount: 9,
      positiveReviewCount: 2,
      negativeReviewCount: 4,
    }),
    aspectOf({ reviewCount: 8, positiveReviewCount: 8, interval: [0.4, 1] }),
  ]);
  const [praise, blame] = [
    'Staff: praised in all 8 reviews that mention it, and criticised in none.',
    'Fees: criticised in 4 of 9 reviews that mention it, twice as often as praised.',
  ];
  const told = `Among what reviewers praise is ${praise} Among what they criticise is ${blame}`;
  assert.ok(text.endsWith(told), text);
  assert.deepEqual(strengths, [{ text: praise, aspect: 'staff', evidence: ['liked'] }]);
  assert.deepEqual(concerns, [{ text: blame, aspect: 'fees', evidence: ['loathed'] }]);
});
