import fc from 'fast-check';
import type { Dataset } from '#dataset/dataset.ts';
import { compareReviews, type Review } from '#dataset/review.ts';
import type { Aspect } from '#dataset/stored-entities.ts';
import type { StoredReview } from '#dataset/stored-review.ts';
import { datasetOf, NAMED } from '../artifacts/sample-datasets.ts';
import { storedReview } from '../support/reviews.ts';

/** A few aspects, with terms that overlap and one that no text holds. */
export const ASPECTS: readonly Aspect[] = [
  {
    id: 'communication',
    name: 'Communication',
    description: 'Whether they tell.',
    terms: ['call', { term: 'called back', weight: 2 }, 'slow'],
  },
  { id: 'fees', name: 'Fees', description: 'What it costs.', terms: ['fees', 'bill', 'Divorce'] },
  { id: 'staff', name: 'Staff', description: 'Who helps.', terms: ['kind', 'nobody'] },
];

const SENTIMENTS = ['positive', 'neutral', 'negative', 'mixed'] as const;
const WORDS = ['They', 'called back', 'call', 'SLOW', 'fees', 'bill;', 'kind', 'maria lopez', '🙂'];
const NAMES = ['María López', 'Ms. Lopez', 'Wei Zhang', 'car crash', 'divorce,', 'Mill Brook'];

/** A review as stored, and any analysis of its text. */
const judged = fc.record({
  slot: fc.nat(20),
  month: fc.integer({ min: 1, max: 12 }),
  rating: fc.integer({ min: 2, max: 10 }),
  words: fc.array(fc.constantFrom(...WORDS, ...NAMES), { maxLength: 16 }),
  inLanguage: fc.constantFrom('en', 'en', 'en', 'es', 'de-AT'),
  label: fc.constantFrom(undefined, ...SENTIMENTS),
  mentions: fc.array(
    fc.record({
      id: fc.constantFrom(...ASPECTS.map(({ id }) => id), 'unknown'),
      sentiment: fc.constantFrom(...SENTIMENTS),
      confidence: fc.nat(3).map((thirds) => thirds / 3),
      from: fc.nat(40),
      length: fc.nat(60),
    }),
    { maxLength: 6 },
  ),
});
type Judged = typeof judged extends fc.Arbitrary<infer Value> ? Value : never;

function stored({ slot, month, rating, words, inLanguage }: Judged): StoredReview {
  return storedReview({
    id: `review-${slot}`,
    datePublished: `2026-${String(month).padStart(2, '0')}-05`,
    rating: rating / 2,
    inLanguage,
    reviewBody: words.join(' '),
  });
}

function annotate(review: Review, { label, mentions }: Judged): Review {
  const { reviewBody } = review;
  if (!label || reviewBody === '') return review;
  return {
    ...review,
    sentiment: { label, score: 0 },
    aspects: mentions.map(({ id, sentiment, confidence, from, length }) => {
      const start = Math.min(from, reviewBody.length);
      const quote = reviewBody.slice(start, start + length);
      return {
        ...{ id, about: 'business', sentiment, score: 0, confidence, quote, start },
        end: start + quote.length,
      };
    }),
  };
}

/** The dataset of such reviews, each under an id of its own. */
function datasetWith(all: readonly Judged[]): Dataset {
  const dataset = datasetOf({ ...NAMED, aspects: [...ASPECTS], reviews: all.map(stored) });
  const bySlot = new Map(all.map((each) => [`review-${each.slot}`, each]));
  const reviews = dataset.reviews.map((review) => {
    const known = bySlot.get(review.id);
    return known ? annotate(review, known) : review;
  });
  return { ...dataset, reviews };
}

/** Datasets with any analysis. */
export const anyAnnotated: fc.Arbitrary<Dataset> = fc
  .uniqueArray(judged, { selector: ({ slot }) => slot, maxLength: 20 })
  .map(datasetWith);

const changes: fc.Arbitrary<Partial<Dataset>> = fc.constantFrom<Partial<Dataset>[]>(
  {},
  {},
  { aspects: ASPECTS.map((aspect) => ({ ...aspect, terms: ['call', 'back'] })).toReversed() },
  { aspects: ASPECTS.slice(1) },
  { technicians: NAMED.technicians.map((one) => ({ ...one, aliases: ['call', 'They'] })) },
  { services: [], serviceAreas: NAMED.serviceAreas.toReversed() },
);

/** One dataset after another: reviews come, go and change, and what editors define as well. */
export const anyAnnotatedHistory: fc.Arbitrary<readonly Dataset[]> = fc
  .array(judged, { minLength: 5, maxLength: 25 })
  .chain((all) => {
    const pool = all.map((each) => {
      const [review] = datasetWith([each]).reviews;
      return review ? [review] : [];
    });
    const empty = datasetWith([]);
    const state = fc.record({ chosen: fc.subarray(pool), changed: changes });
    return fc.array(state, { minLength: 2, maxLength: 6 }).map((states) =>
      states.map(({ chosen, changed }) => {
        const byId = new Map(chosen.flat().map((review) => [review.id, review]));
        return { ...empty, ...changed, reviews: [...byId.values()].sort(compareReviews) };
      }),
    );
  });
