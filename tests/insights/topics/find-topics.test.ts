import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import type { Dataset } from '#dataset/dataset.ts';
import { compareReviews, type Review } from '#dataset/review.ts';
import { InsightsDocument } from '#insights/insights-document.ts';
import { bigramsIn } from '#insights/topics/bigrams-in.ts';
import { createTopicFinder } from '#insights/topics/find-topics.ts';
import { singularOf } from '#insights/topics/read-word.ts';
import { datasetOf, TECHNICIANS } from '../../artifacts/sample-datasets.ts';
import { publishedReview } from '../../support/reviews.ts';

const BACKGROUND = { reviewCount: 500, bigrams: new Map([['red moon', 3]]) };
const EMPTY = datasetOf({ technicians: TECHNICIANS });
const withReviews = (reviews: readonly Review[]): Dataset => ({
  ...EMPTY,
  reviews: reviews.toSorted(compareReviews),
});
const topicsOf = (dataset: Dataset) => createTopicFinder(BACKGROUND)(dataset);

type Label = NonNullable<Review['sentiment']>['label'];

/** A review of which every sentence is a mention with its label. */
const analysed = (id: number, reviewBody: string, label: Label = 'positive', rating = 5): Review =>
  publishedReview({
    id: `review-${id}`,
    datePublished: `2026-0${1 + (id % 9)}-11`,
    ratingValue: rating,
    reviewBody,
    sentiment: { label, score: 0 },
    aspects: Array.from(reviewBody.matchAll(/[^.]+\.?/g), ({ 0: quote, index: start }) => ({
      ...{
        id: 'staff',
        about: 'business',
        sentiment: label,
        score: 0,
        confidence: 0.8,
        quote,
        start,
      },
      end: start + quote.length,
    })),
  });
const others = (count: number) =>
  Array.from({ length: count }, (_, index) => analysed(100 + index, `Word${index} alone.`));

test('a topic tells its figures, its terms and quotes for and against', () => {
  const topics = topicsOf(
    withReviews([
      analysed(1, 'Insurance was all. The Insurance Company paid.'),
      analysed(2, 'My insurance company was no help at all.', 'negative', 2),
      analysed(3, 'Two insurance companies. An insurance adjuster.', 'mixed', 4),
      analysed(4, 'An insurance adjuster at the insurance company.', 'neutral', 3),
      analysed(5, 'The insurance adjuster rang.'),
      publishedReview({ id: 'rated', reviewBody: 'insurance company' }),
      ...others(15),
    ]),
  );
  assert.equal(topics.length, 1);
  const [{ terms = [], trend, quotes, ...topic } = {}] = topics;
  assert.deepEqual(topic, {
    id: 'insurance-company',
    label: 'Insurance company',
    reviewCount: 5,
    share: 0.25,
    averageRating: 3.8,
    sampleSize: 'ok',
    score: 0.2,
  });
  assert.deepEqual(
    terms.map(({ term }) => term),
    ['insurance company', 'insurance adjuster'],
  );
  assert.deepEqual(trend, [
    { period: '2026-Q1', mentionCount: 2, positive: 1, neutral: 0, negative: 1, score: 0 },
    { period: '2026-Q2', mentionCount: 3, positive: 1, neutral: 1, negative: 0, score: 0.5 },
  ]);
  assert.deepEqual(
    quotes?.map(({ reviewId, text }) => [reviewId, text]),
    [
      ['review-5', 'The insurance adjuster rang.'],
      ['review-1', ' The Insurance Company paid.'],
      ['review-2', 'My insurance company was no help at all.'],
    ],
  );
});

test('names of the business and its people are no topics', () => {
  const texts = ['Harbor staff', 'maria helped', 'Wei Zhang', 'legal law', 'blue moons'];
  const reviews = texts.flatMap((text, index) =>
    [1, 2, 3].map((time) => analysed(index * 10 + time, text)),
  );
  assert.deepEqual(
    topicsOf(withReviews([...reviews, ...others(10)])).map(({ id }) => id),
    ['blue-moons'],
  );
});

test('no review, or none that is analysed, has no topics', () => {
  assert.deepEqual(topicsOf(EMPTY), []);
  const reviews = [1, 2, 3, 4].map((id) =>
    publishedReview({ id: `review-${id}`, reviewBody: 'blue moon' }),
  );
  assert.deepEqual(topicsOf(withReviews(reviews)), []);
});

const PHRASES = [
  'red moon',
  'Red Moons',
  'moon tree',
  'Blue apples',
  'apple tree',
  'Maria Moon',
  'José',
  '🙂',
  'the',
  '.',
  'word',
];
const anyReview = fc
  .record({
    id: fc.nat(40),
    words: fc.array(fc.constantFrom(...PHRASES), { maxLength: 4 }),
    label: fc.constantFrom<(Label | undefined)[]>(
      'positive',
      'neutral',
      'negative',
      'mixed',
      undefined,
    ),
    rating: fc.integer({ min: 2, max: 10 }),
  })
  .map(({ id, words, label, rating }): Review => {
    const text = words.join(' ');
    const { sentiment, aspects, ...plain } = analysed(id, text, label, rating / 2);
    return { ...plain, ...(label && sentiment && aspects && { sentiment, aspects }) };
  });
const anyReviews = fc.uniqueArray(anyReview, {
  selector: ({ id }) => id,
  minLength: 15,
  maxLength: 40,
});
const anyHistory = fc.array(anyReview, { minLength: 30, maxLength: 60 }).chain((pool) =>
  fc.array(fc.record({ chosen: fc.subarray(pool, { minLength: 10 }), named: fc.boolean() }), {
    minLength: 2,
    maxLength: 4,
  }),
);

test('after any edits the topics are those of a finder that saw nothing before', () => {
  fc.assert(
    fc.property(anyHistory, (history) => {
      const find = createTopicFinder(BACKGROUND);
      for (const { chosen, named } of history) {
        const reviews = [...new Map(chosen.map((review) => [review.id, review])).values()];
        const technicians = named ? TECHNICIANS : [];
        const dataset = { ...withReviews(reviews), technicians };
        assert.deepEqual(find(dataset), topicsOf(dataset));
      }
    }),
    { numRuns: 30 },
  );
});

test('a review that is not analysed is never quoted, even where editors judged it', () => {
  const find = createTopicFinder(BACKGROUND);
  const holders = Array.from({ length: 300 }, (_, id) =>
    analysed(1000 + id, 'My blue moon is here.'),
  );
  const { sentiment: _, aspects = [], ...plain } = analysed(99, 'A blue moon in our town.');
  const judged = { ...plain, aspects: aspects.map((aspect) => ({ ...aspect, confidence: 1 })) };
  const oldest = holders.toSorted(compareReviews).slice(-30);
  // All quotes that were kept in reserve are gone, so that others are looked for.
  find(withReviews([...holders, judged, ...others(600)]));
  const dataset = withReviews([...oldest, judged, ...others(600)]);
  assert.deepEqual(find(dataset), topicsOf(dataset));
  assert.equal(topicsOf(dataset).length, 1);
});

test('when most of what was read is gone, the topics are still right', () => {
  const find = createTopicFinder(BACKGROUND);
  for (let edit = 0; edit < 6; edit++) {
    const words = Array.from({ length: 150 }, (_, index) => `blue moon${index}of${edit} rises.`);
    const long = { reviewBody: words.join(' '), aspects: [] };
    const reviews = [1, 2, 3].map((id) => ({ ...analysed(id, ''), ...long }));
    const dataset = withReviews([...reviews, ...others(8)]);
    assert.deepEqual(find(dataset), topicsOf(dataset));
  }
});

test('the order in which reviews are met changes nothing', () => {
  fc.assert(
    fc.property(anyReviews, (reviews) => {
      // Read in another order before, words and bigrams have other numbers.
      const find = createTopicFinder(BACKGROUND);
      find({ ...EMPTY, reviews: reviews.toReversed() });
      const dataset = withReviews(reviews);
      assert.deepEqual(find(dataset), topicsOf(dataset));
    }),
    { numRuns: 30 },
  );
});

test('every figure can be counted again from the reviews and the terms', () => {
  fc.assert(
    fc.property(anyReviews, (all) => {
      const dataset = withReviews(all);
      const topics = topicsOf(dataset);
      assert.deepEqual(InsightsDocument.shape.topics.parse(topics), topics);
      assert.equal(new Set(topics.map(({ id }) => id)).size, topics.length);
      const known = all.filter(({ sentiment }) => sentiment);
      for (const topic of topics) {
        const bigrams = new Set(topic.terms.map(({ term }) => canonical(term)));
        const members = known.filter(
          ({ reviewBody }) => !bigrams.isDisjointFrom(bigramsIn(reviewBody)),
        );
        const labelled = (label: Label) =>
          members.filter(({ sentiment }) => sentiment?.label === label).length;
        assert.equal(topic.reviewCount, members.length);
        assert.equal(topic.sampleSize, members.length < 5 ? 'low' : 'ok');
        assert.ok(topic.terms.length <= 5 && members.length >= 2);
        assert.ok(Math.abs(topic.share - members.length / known.length) < 0.000_51);
        const score = (labelled('positive') - labelled('negative')) / members.length;
        assert.ok(Math.abs(topic.score - score) < 0.000_51);
        const sum = (count: 'mentionCount' | 'positive' | 'neutral' | 'negative') =>
          topic.trend.reduce((all, quarter) => all + quarter[count], 0);
        assert.equal(sum('mentionCount'), members.length);
        assert.equal(sum('positive'), labelled('positive'));
        assert.equal(sum('neutral'), labelled('neutral'));
        assert.equal(sum('negative'), labelled('negative'));
        const quoted = new Map(members.map((review) => [review.id, review]));
        for (const { reviewId, text, start, end } of topic.quotes) {
          assert.equal(quoted.get(reviewId)?.reviewBody.slice(start, end), text);
          assert.ok(!bigrams.isDisjointFrom(bigramsIn(text)));
        }
      }
    }),
    { numRuns: 50 },
  );
});

function canonical(term: string): string {
  const [first, second = ''] = term.split(' ');
  return `${first} ${singularOf(second)}`;
}
