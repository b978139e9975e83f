import fc from 'fast-check';
import type { Dataset } from '#dataset/dataset.ts';
import { compareReviews, type Review } from '#dataset/review.ts';
import type { Aspect } from '#dataset/schema/stored-entities.ts';
import type { StoredReview } from '#dataset/schema/stored-review.ts';
import { storedReview } from '../../support/reviews.ts';
import { datasetOf, NAMED } from '../artifacts/sample-datasets.ts';

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

/** Sentences that may be quoted alone, with another one, or not at all; some of them often the same. */
const SENTENCES = [
  'They called back within # hours and were kind.',
  'The bill was fair and the # fees were clear 🙂.',
  'Maria Lopez was kind to all # of us.',
  'Maria was rude to me.',
  'She explained every bill; nobody else ever did.',
  'I was told this by Wei Zhang, and the divorce was slow.',
  'Nobody was ever told about the fees before Ms. Lopez came.',
  'SLOW, no call',
  'Call 555-123-4567 to hear more of it.',
  'It was slow.',
  'In Mill Brook a car crash is a car crash, and they won.',
];

const anySentence = fc
  .tuple(fc.constantFrom(...SENTENCES), fc.integer({ min: 2, max: 30 }))
  .map(([sentence, number]) => sentence.replace('#', String(number)));

/** A review as stored, and any analysis of its text. */
const judged = fc.record({
  slot: fc.nat(20),
  month: fc.integer({ min: 1, max: 12 }),
  rating: fc.integer({ min: 2, max: 10 }),
  sentences: fc.array(anySentence, { maxLength: 4, size: 'max' }),
  gap: fc.constantFrom(' ', ' ', '\n\n'),
  inLanguage: fc.constantFrom('en', 'en', 'en', 'es', 'de-AT'),
  label: fc.constantFrom(undefined, ...SENTIMENTS, ...SENTIMENTS),
  mentions: fc.array(
    fc.record({
      id: fc.constantFrom(...ASPECTS.map(({ id }) => id), 'unknown'),
      about: fc.constantFrom('business', 'business', 'business', 'other'),
      quotable: fc.constantFrom(undefined, undefined, undefined, false),
      sentiment: fc.constantFrom('positive', 'positive', ...SENTIMENTS),
      score: fc.constantFrom(-1, -0.9, 0.3, 0.9, 0.95, 1),
      confidence: fc.constantFrom(0.5, 0.9, 0.95, 1),
      sentence: fc.nat(3),
      cut: fc.constantFrom(0, 0, 9),
    }),
    { maxLength: 6, size: 'max' },
  ),
  people: fc.array(
    fc.record({
      id: fc.constantFrom(...NAMED.technicians.map(({ id }) => id)),
      quotable: fc.constantFrom(undefined, undefined, false),
      sentiment: fc.constantFrom('positive', 'negative'),
      score: fc.constantFrom(-1, -0.9, 0.3, 0.95, 1),
      confidence: fc.constantFrom(0.5, 0.9, 0.95, 1),
      sentence: fc.nat(3),
      cut: fc.constantFrom(0, 0, 9),
    }),
    { maxLength: 4, size: 'max' },
  ),
});
type Judged = typeof judged extends fc.Arbitrary<infer Value> ? Value : never;

function stored({ slot, month, rating, sentences, gap, inLanguage }: Judged): StoredReview {
  return storedReview({
    id: `review-${slot}`,
    datePublished: `2026-${String(month).padStart(2, '0')}-05`,
    rating: rating / 2,
    inLanguage,
    reviewBody: sentences.join(gap),
  });
}

function annotate(review: Review, { label, mentions, people, sentences, gap }: Judged): Review {
  const { reviewBody } = review;
  if (!label || reviewBody === '') return review;
  const starts = sentences.map((_, index) =>
    sentences.slice(0, index).reduce((sum, { length }) => sum + length + gap.length, 0),
  );
  const within = <Said extends Place>({ sentence, cut, quotable, ...said }: Said) => {
    const place = sentence % sentences.length;
    const start = starts[place] ?? 0;
    const end = start + (sentences[place]?.length ?? 0) - cut;
    const vetoed = quotable === false && { quotable };
    return { ...said, quote: reviewBody.slice(start, end), start, end, ...vetoed };
  };
  const said = { aspects: mentions.map(within), people: people.map(within) };
  return { ...review, sentiment: { label, score: 0 }, ...said };
}

type Place = {
  readonly sentence: number;
  readonly cut: number;
  readonly quotable: false | undefined;
};

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

const someIds = fc.uniqueArray(
  fc.nat(20).map((slot) => `review-${slot}`),
  { maxLength: 4 },
);

/** Aspects of which editors want some reviews quoted, and some not. */
const pinning: fc.Arbitrary<Partial<Dataset>> = fc
  .record({ pin: someIds, veto: someIds })
  .map((quotes) => ({
    aspects: ASPECTS.map((aspect, index) => (index === 2 ? aspect : { ...aspect, quotes })),
  }));

const renaming: fc.Arbitrary<Partial<Dataset>> = fc.constantFrom<Partial<Dataset>[]>(
  { aspects: ASPECTS.map((aspect) => ({ ...aspect, terms: ['call', 'back'] })).toReversed() },
  { aspects: ASPECTS.slice(1) },
  { technicians: NAMED.technicians.map((one) => ({ ...one, aliases: ['call', 'They'] })) },
  { technicians: NAMED.technicians.map((one) => ({ ...one, unambiguous: false })) },
  { services: [], serviceAreas: NAMED.serviceAreas.toReversed() },
  { business: { ...datasetOf().business, name: 'Called Back' } },
);

const changes = fc.oneof(fc.constant({}), pinning, renaming);

/** Datasets with any analysis. */
export const anyAnnotated: fc.Arbitrary<Dataset> = fc
  .tuple(
    fc.uniqueArray(judged, { selector: ({ slot }) => slot, maxLength: 20, size: 'max' }),
    fc.oneof(fc.constant({}), pinning),
  )
  .map(([all, changed]) => ({ ...datasetWith(all), ...changed }));

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
