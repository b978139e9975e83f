import { plain } from '../../../rooms/search/naive-search.ts';
import type { Evaluation } from '../evaluation.ts';
import { outcomesIn, reviewsOf } from '../readings/readings.ts';
import { holds, idsOf, starsOf } from '../records.ts';

/** What is looked up in the texts, and quoted from them. */
export const TEXTS: readonly Evaluation[] = [
  {
    question: 'Does it call people back?',
    ask: async ({ search_reviews }) => {
      const { reviews } = await search_reviews({ query: 'called me back' });
      return reviews.map(({ id, excerpt = '' }) => [
        id,
        plain(excerpt).includes('**called me back**'),
      ]);
    },
    right: ({ reviews }) => reviews.filter(holds('called me back')).map(({ id }) => [id, true]),
    tokens: 350,
  },
  {
    question: 'Did anybody lose their case?',
    ask: async ({ search_reviews }) => {
      const found = await search_reviews({ words: 'Did anybody lose?', include: ['text'] });
      return outcomesIn(found.reviews, 'lost');
    },
    read: () => reviewsOf('lost'),
    tokens: 1_500,
  },
  {
    question: 'Has anyone been turned down or dropped by the firm?',
    ask: async ({ search_reviews }) => {
      const words = 'turned me down, declined or dropped my case';
      const found = await search_reviews({ words, include: ['text'] });
      const low = await search_reviews({ max_rating: 3, limit: 100, include: ['text'] });
      return outcomesIn([...found.reviews, ...low.reviews], 'dropped');
    },
    read: () => reviewsOf('dropped'),
    missed: 1,
    tokens: 6_500,
  },
  {
    question: 'What do Spanish-speaking clients say, word for word?',
    ask: async ({ search_reviews }) => {
      const { reviews } = await search_reviews({ language: 'es', include: ['text'] });
      return reviews.map(({ id, text }) => [id, text]);
    },
    right: ({ reviews }) =>
      reviews
        .filter(({ inLanguage }) => inLanguage === 'es')
        .map(({ id, reviewBody }) => [id, reviewBody]),
    tokens: 350,
  },
  {
    question: 'Which clients came after a car wreck?',
    ask: async ({ search_reviews }) =>
      idsOf((await search_reviews({ mentions_service: 'car wreck' })).reviews),
    right: ({ reviews }) =>
      idsOf(reviews.filter(({ mentionedServices }) => mentionedServices.includes('car-accident'))),
    tokens: 2_500,
  },
  {
    question: 'Did anybody who works there write a review?',
    ask: async ({ search_reviews }) =>
      idsOf((await search_reviews({ relationship: 'employee' })).reviews),
    right: ({ reviews }) =>
      idsOf(reviews.filter(({ relationship }) => relationship === 'employee')),
    tokens: 200,
  },
  {
    question: 'Quote the newest five-star review, with its author, date and address.',
    ask: async ({ search_reviews }) => {
      const found = await search_reviews({ rating: 5, limit: 1, include: ['text'] });
      return found.reviews.map(({ text, author, date, url }) => [text, author, date, url]);
    },
    right: ({ reviews }) =>
      reviews
        .filter((review) => starsOf(review) === 5)
        .slice(0, 1)
        .map(({ reviewBody, author, datePublished, url }) => [
          reviewBody,
          author.name,
          datePublished,
          url,
        ]),
    tokens: 250,
  },
  {
    question: 'Whose settlement statement had three versions? (asked by ChatGPT)',
    ask: async ({ search, fetch }) => {
      const { results } = await search({ query: 'three versions of the settlement statement' });
      const { id, text, url } = await fetch({ id: results[0]?.id });
      return [id, text.includes('Three versions of my settlement statement'), url];
    },
    right: ({ reviews }) =>
      reviews
        .filter(holds('three versions of my settlement'))
        .flatMap(({ id, url }) => [id, true, url]),
    tokens: 450,
  },
];
