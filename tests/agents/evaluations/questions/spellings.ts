import type { Evaluation } from '../evaluation.ts';
import { idsOf, speaksOf, starsOf } from '../records.ts';

/** Arguments as frameworks and models really send them. */
export const SPELLINGS: readonly Evaluation[] = [
  {
    question: 'How many reviews have one star? (all other arguments null)',
    ask: async ({ search_reviews }) =>
      (
        await search_reviews({
          rating: 1,
          query: null,
          since: null,
          aspect: null,
          limit: 1,
          include: null,
        })
      ).total,
    right: ({ reviews }) => reviews.filter((one) => starsOf(one) === 1).length,
    tokens: 200,
  },
  {
    question: 'How is it rated? (no arguments but null)',
    ask: async ({ get_review_stats }) => (await get_review_stats(null)).total,
    right: ({ reviews }) => reviews.length,
    tokens: 250,
  },
  {
    question: 'Which five-star reviews have a reply? (numbers and booleans as text)',
    ask: async ({ search_reviews }) => {
      const { total, count } = await search_reviews({ rating: '5', has_reply: 'true', limit: '3' });
      return [total, count];
    },
    right: ({ reviews }) => [
      reviews.filter((one) => starsOf(one) === 5 && one.ownerReply !== undefined).length,
      3,
    ],
    tokens: 600,
  },
  {
    question: 'Which reviews are tagged as slow to answer, the lowest first? (values in capitals)',
    ask: async ({ search_reviews }) => {
      const { total, reviews } = await search_reviews({
        aspect: 'Responsiveness',
        sentiment: 'Negative',
        sort: 'LOWEST',
      });
      return [total, reviews[0]?.rating];
    },
    right: ({ reviews }) => {
      const found = reviews.filter(speaksOf('responsiveness', 'negative'));
      return [found.length, Math.min(...found.map(starsOf))];
    },
    tokens: 950,
  },
  {
    question: 'Which replies did one-star reviews get? (a list as one text)',
    ask: async ({ search_reviews }) => {
      const { reviews } = await search_reviews({ rating: 1, include: 'reply' });
      return reviews.map(({ id, reply }) => [id, reply?.text]);
    },
    right: ({ reviews }) =>
      reviews
        .filter((one) => starsOf(one) === 1)
        .map(({ id, ownerReply }) => [id, ownerReply?.text]),
    tokens: 2_400,
  },
  {
    question: 'Which reviews have two stars at least? (an argument is misspelled)',
    ask: async ({ refusal, get_review_stats }) => {
      const message = await refusal('get_review_stats', { min_ratng: 2 });
      return message.includes('min_rating') && (await get_review_stats({ min_rating: 2 })).total;
    },
    right: ({ reviews }) => reviews.filter((one) => starsOf(one) >= 2).length,
    tokens: 300,
  },
  {
    question: 'Which are the newest two? (with an argument of another tool)',
    ask: async ({ refusal, search_reviews }) => {
      await refusal('search_reviews', { limit: 2, group_by: 'year' });
      return idsOf((await search_reviews({ limit: 2 })).reviews);
    },
    right: ({ reviews }) => idsOf(reviews.slice(0, 2)),
    tokens: 500,
  },
];
