import type { Evaluation } from '../evaluation.ts';
import { holds, idsOf, starsOf } from '../records.ts';

/** Questions that mislead. The right answer is that there is nothing, and what to ask instead. */
export const TRAPS: readonly Evaluation[] = [
  {
    question: 'What do people say about Robert Kowalski? (nobody is called so)',
    ask: async ({ search_reviews }) => {
      const { total, hints } = await search_reviews({ mentions_technician: 'Robert Kowalski' });
      return [total, hints.some((hint) => hint.includes('Robert Kowalski'))];
    },
    right: () => [0, true],
    tokens: 120,
  },
  {
    question: 'What do people say about Prya Ramen? (misspelled)',
    ask: async ({ search_reviews }) => {
      const { total, hints } = await search_reviews({ mentions_technician: 'Prya Ramen' });
      return [total, hints.some((hint) => hint.includes('Priya Raman'))];
    },
    right: () => [0, true],
    tokens: 60,
  },
  {
    question: 'What did people say in 2019? (the first review is of 2020)',
    ask: async ({ search_reviews }) => {
      const year = { since: '2019-01-01', until: '2019-12-31' };
      const { total, hints } = await search_reviews(year);
      return [total, hints.some((hint) => hint.includes('2020-11'))];
    },
    right: ({ reviews }) => [0, reviews.at(-1)?.datePublished.startsWith('2020-11')],
    tokens: 100,
  },
  {
    question: 'Is the office accessible by wheelchair? (the reviews do not say)',
    ask: async ({ search_reviews, get_review_stats }) => {
      const found = await search_reviews({ query: 'wheelchair' });
      const other = await get_review_stats({ query: 'accessib' });
      return [found.total, found.hints.length > 0, other.total];
    },
    right: ({ reviews }) => [
      reviews.filter(holds('wheelchair')).length,
      true,
      reviews.filter(holds('accessib')).length,
    ],
    tokens: 100,
  },
  {
    question: 'What do they say about the parking? (no aspect is called so)',
    ask: async ({ refusal, search_reviews }) => {
      const message = await refusal('get_insights', { aspect: 'parking' });
      const { reviews } = await search_reviews({ query: 'parking' });
      return [message.includes('compassion'), idsOf(reviews)];
    },
    right: ({ reviews }) => [true, idsOf(reviews.filter(holds('parking')))],
    tokens: 550,
  },
  {
    question: 'What did the review say that was taken down in May 2025?',
    ask: async ({ refusal }) => {
      const message = await refusal('get_review', { id: 'google-x7m2kd0q' });
      return ['taken down', '2025-05-14'].every((words) => message.includes(words));
    },
    right: () => true,
    tokens: 50,
  },
  {
    question:
      'Which reviews have three stars or three and a half? (first with the range the wrong way round)',
    ask: async ({ refusal, search_reviews }) => {
      await refusal('search_reviews', { min_rating: 3.5, max_rating: 3 });
      return idsOf((await search_reviews({ min_rating: 3, max_rating: 3.5 })).reviews);
    },
    right: ({ reviews }) => idsOf(reviews.filter((one) => [3, 3.5].includes(starsOf(one)))),
    tokens: 1_100,
  },
];
