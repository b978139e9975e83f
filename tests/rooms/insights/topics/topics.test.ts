import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import type { Dataset } from '#dataset/dataset.ts';
import { compareReviews, type Review } from '#dataset/review.ts';
import { InsightsDocument } from '#insights/insights-document.ts';
import { createNotedReader } from '#insights/noted-review.ts';
import { rememberNotes } from '#insights/notes/notes.ts';
import { judgementsOf } from '#insights/opinion-counts.ts';
import { findTopics } from '#insights/topics/topics.ts';
import { publishedReview } from '../../../support/reviews.ts';
import { datasetOf, NAMED } from '../../artifacts/sample-datasets.ts';
import { holdsPhrase, recountTopic } from './naive-topics.ts';

type Label = NonNullable<Review['sentiment']>['label'];

const ASPECTS = [{ id: 'fees', name: 'Value and fees', description: 'Cost.', terms: ['fees'] }];
const EMPTY = { ...datasetOf(NAMED), aspects: ASPECTS };
const withReviews = (reviews: readonly Review[]): Dataset => ({
  ...EMPTY,
  reviews: reviews.toSorted(compareReviews),
});
function topicsOf(dataset: Dataset) {
  const notesOf = rememberNotes()(dataset);
  const noted = dataset.reviews.map(createNotedReader(notesOf));
  return findTopics(dataset, judgementsOf(noted), notesOf);
}
const labelsOf = (reviews: readonly Review[]) =>
  topicsOf(withReviews(reviews)).map(({ label }) => label);

/** A review of which every sentence is a mention with its label. */
const analysed = (id: number, reviewBody: string, label: Label = 'positive', rating = 5): Review =>
  publishedReview({
    id: `review-${id}`,
    datePublished: `2026-0${1 + (id % 9)}-11`,
    ratingValue: rating,
    reviewBody,
    sentiment: { label, score: 0 },
    aspects: Array.from(reviewBody.matchAll(/[^.]+\.?/g), ({ 0: quote, index: start }) => ({
      ...{ id: 'staff', about: 'business', sentiment: label, score: 0.95, confidence: 0.98 },
      ...{ quote, start, end: start + quote.length },
    })),
  });
/** As many reviews with a text each. */
const repeated = (count: number, textOf: (index: number) => string, from = 1000) =>
  Array.from({ length: count }, (_, index) => analysed(from + index, textOf(index)));
const silent = (count: number) => repeated(count, () => 'They are here.', 5000);

test('a topic stands in at least 5 analysed reviews and 1 % of them', () => {
  const holding = (count: number) => repeated(count, () => 'I liked the waiting room.');
  assert.deepEqual(labelsOf(holding(4)), []);
  assert.deepEqual(
    labelsOf([...holding(4), publishedReview({ reviewBody: 'My waiting room.' })]),
    [],
  );
  assert.deepEqual(labelsOf([...holding(5), ...silent(495)]), ['Waiting room']);
  assert.deepEqual(labelsOf([...holding(5), ...silent(496)]), []);
  assert.deepEqual(topicsOf(EMPTY), []);
});

test('names of the business, people, places, services and aspects are no topics', () => {
  const phrases = [
    ...['harbor view', 'legal law', 'attorney maria', 'wei zhang', 'lopez office', 'car accident'],
    ...['car accident case', 'accident scene', 'mill brook', 'millbrook office', 'flat fee'],
    'blue moon',
  ];
  const reviews = phrases.flatMap((phrase, index) =>
    repeated(5, () => `I saw the ${phrase}.`, 10 * index),
  );
  assert.deepEqual(labelsOf(reviews), ['Blue moon']);
});

test('of two phrases, one of which is part of the other, the more frequent is the topic', () => {
  const part = repeated(6, () => 'We had the business lounge.', 0);
  const whole = repeated(5, () => 'We had the business class lounge.', 100);
  assert.deepEqual(labelsOf([...part, ...whole]), ['Business lounge']);
  assert.deepEqual(labelsOf([...part.slice(2), ...whole]), ['Business class lounge']);
});

test('there are 12 topics at most, the most frequent first', () => {
  const letters = [...'abcdefghijklmn'];
  const reviews = letters.flatMap((letter, index) =>
    repeated(20 - index, () => `I like the ${letter.repeat(3)} garden.`, 100 * index),
  );
  const expected = letters
    .slice(0, 12)
    .map((letter) => `${letter.toUpperCase()}${letter.repeat(2)} garden`);
  assert.deepEqual(labelsOf(reviews), expected);
});

test('of spellings the most frequent is shown, of equal ones the first by the alphabet', () => {
  const spelt = (...spellings: string[]) =>
    labelsOf(spellings.map((spelling, index) => analysed(index, `It is the ${spelling}.`)));
  assert.deepEqual(spelt('TV screens', 'TV screens', 'TV screen', 'tv  screens', 'tv screen'), [
    'TV screens',
  ]);
  assert.deepEqual(spelt('wi-fi', 'wi-fi', 'wi fi', 'wi fi', 'wi\nfi'), ['Wi fi']);
});

const PARTS = [
  ...['The red moon.', 'my red moons were', 'red moon', 'RED-MOONS', 'an old city tree', 'Moon'],
  ...['Of city trees', 'city\n\ntree', 'in the moon city.', 'moon cities', 'a red moon tree'],
  ...['tree', '.', '🙂', 'the maria moon', 'with Jane Moon', 'a car accident', 'the moon fee'],
  ...['la luna José', 'was', '-'],
];
const anyReview = fc
  .record({
    id: fc.nat(60),
    parts: fc.array(fc.constantFrom(...PARTS), { maxLength: 8 }),
    label: fc.constantFrom<(Label | undefined)[]>(
      'positive',
      'neutral',
      'negative',
      'mixed',
      undefined,
    ),
    rating: fc.integer({ min: 2, max: 10 }),
  })
  .map(({ id, parts, label, rating }): Review => {
    const { sentiment, aspects, ...plain } = analysed(id, parts.join(' '), label, rating / 2);
    return { ...plain, ...(label && sentiment && aspects && { sentiment, aspects }) };
  });
const unique = (reviews: readonly Review[]) => [
  ...new Map(reviews.map((review) => [review.id, review])).values(),
];
const anyReviews = fc.array(anyReview, { minLength: 30, maxLength: 80 }).map(unique);
test('every figure can be counted again from the reviews', () => {
  let [found, quoted] = [0, 0];
  fc.assert(
    fc.property(anyReviews, (reviews) => {
      const topics = topicsOf(withReviews(reviews));
      found += topics.length;
      quoted += topics.flatMap(({ quotes }) => quotes).length;
      assert.deepEqual(InsightsDocument.shape.topics.parse(topics), topics);
      assert.equal(new Set(topics.map(({ id }) => id)).size, topics.length);
      for (const topic of topics) {
        const phrase = topic.id.replaceAll('-', ' ');
        const { trend, ...figures } = recountTopic(topic, reviews);
        assert.deepEqual({ ...topic, ...figures }, topic);
        assert.deepEqual(
          topic.trend.map((quarter, index) => ({ ...quarter, ...trend[index] })),
          topic.trend,
        );
        assert.ok(holdsPhrase(topic.label, phrase));
        for (const { reviewId, text, start, end } of topic.quotes) {
          const quoted = reviews.find(({ id }) => id === reviewId);
          assert.ok(quoted?.sentiment);
          assert.equal(quoted.reviewBody.slice(start, end), text);
          assert.ok(holdsPhrase(text, phrase));
        }
      }
    }),
    { numRuns: 60 },
  );
  assert.ok(found > 0 && quoted > 0);
});
