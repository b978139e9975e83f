import type { Evaluation } from '../evaluation.ts';
import { figuresBy, meanOf, starsOf } from '../records.ts';

type Bucket = { readonly key: string; readonly count: number; readonly averageRating: number };

/** Buckets as `figuresBy` orders them. */
const inOrder = (buckets: readonly Bucket[]) =>
  buckets
    .map(({ key, count, averageRating }) => [key, count, averageRating] as const)
    .sort(([a], [b]) => (a < b ? -1 : 1));

/** Figures, which no agent should have to count by itself. */
export const FIGURES: readonly Evaluation[] = [
  {
    question: 'How is it rated?',
    ask: async ({ get_business }) => {
      const { aggregateRating } = await get_business({ parts: ['rating'] });
      return [aggregateRating?.ratingValue, aggregateRating?.ratingCount];
    },
    right: ({ reviews }) => [meanOf(reviews), reviews.length],
    tokens: 250,
  },
  {
    question: 'How many reviews are there, and from when to when?',
    ask: async ({ get_business }) => {
      const { dataset } = await get_business({ parts: ['dataset'] });
      return [dataset?.reviewCount, dataset?.firstReview, dataset?.lastReview];
    },
    right: ({ reviews }) => {
      const dates = reviews.map(({ datePublished }) => datePublished).sort();
      return [reviews.length, dates[0], dates.at(-1)];
    },
    tokens: 100,
  },
  {
    question: 'How many people gave five stars, and how many only one?',
    ask: async ({ get_review_stats }) => {
      const { distribution } = await get_review_stats();
      return [distribution['5'], distribution['1']];
    },
    right: ({ reviews }) =>
      [5, 1].map((stars) => reviews.filter((review) => starsOf(review) === stars).length),
    tokens: 250,
  },
  {
    question: 'Is it getting better or worse?',
    ask: async ({ get_review_stats }) =>
      inOrder((await get_review_stats({ group_by: 'year' })).buckets),
    right: ({ reviews }) => figuresBy(reviews, ({ datePublished }) => [datePublished.slice(0, 4)]),
    tokens: 250,
  },
  {
    question: 'How often are critical reviews answered by the owner?',
    ask: async ({ get_review_stats }) =>
      inOrder((await get_review_stats({ max_rating: 2, group_by: 'has_reply' })).buckets),
    right: ({ reviews }) =>
      figuresBy(
        reviews.filter((review) => starsOf(review) <= 2),
        ({ ownerReply }) => [String(ownerReply !== undefined)],
      ),
    tokens: 100,
  },
  {
    question: 'Who of the staff had the best reviews since 2025?',
    ask: async ({ get_review_stats }) =>
      inOrder(
        (await get_review_stats({ since: '2025-01-01', group_by: 'technician' })).buckets,
      ).toSorted(([, , a], [, , b]) => b - a)[0],
    right: ({ reviews }) =>
      figuresBy(
        reviews.filter(({ datePublished }) => datePublished >= '2025'),
        ({ mentionedTechnicians }) => mentionedTechnicians,
      ).toSorted(([, , a], [, , b]) => b - a)[0],
    tokens: 500,
  },
  {
    question: 'How do the sources compare year by year?',
    ask: async ({ get_review_stats }) => {
      const { buckets } = await get_review_stats({ group_by: ['year', 'source'] });
      return inOrder(buckets);
    },
    right: ({ reviews }) =>
      figuresBy(reviews, ({ datePublished, publisher }) => [
        datePublished.slice(0, 4),
        publisher.name,
      ]),
    tokens: 350,
  },
];
