import { plain } from '../../../rooms/search/naive-search.ts';
import type { Evaluation } from '../evaluation.ts';
import { outcomesIn, reviewsOf } from '../readings/readings.ts';
import { holds, idsOf, inYear, starsOf } from '../records.ts';

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
    question: 'In which words is Priya spoken of?',
    ask: async ({ search_reviews }) => {
      const { reviews } = await search_reviews({ query: 'Priya' });
      return reviews.map(({ id, excerpt = '' }) => [id, excerpt.includes('**Priya**')]);
    },
    right: ({ reviews }) => reviews.filter(holds('Priya')).map(({ id }) => [id, true]),
    tokens: 1_600,
  },
  {
    question: 'What exactly does the review google-69rx29gq say?',
    ask: async ({ get_review }) => (await get_review({ id: 'google-69rx29gq' })).text,
    right: ({ reviews }) => reviews.find(({ id }) => id === 'google-69rx29gq')?.reviewBody,
    tokens: 400,
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
    question: 'What did people on Yelp write in 2024?',
    ask: async ({ search_reviews }) => {
      const year = { since: '2024-01-01', until: '2024-12-31' };
      return idsOf((await search_reviews({ source: 'yelp', ...year })).reviews);
    },
    right: ({ reviews }) =>
      idsOf(reviews.filter(inYear(2024)).filter(({ publisher }) => publisher.name === 'Yelp')),
    tokens: 450,
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
    question: 'Are there reviews by people from Round Rock?',
    ask: async ({ search_reviews }) =>
      idsOf((await search_reviews({ service_area: 'Round Rock' })).reviews),
    right: ({ reviews }) =>
      idsOf(
        reviews.filter(({ mentionedServiceAreas }) => mentionedServiceAreas.includes('round-rock')),
      ),
    tokens: 650,
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
    question: 'What is new since the first of November 2026?',
    ask: async ({ search_reviews }) => {
      const { total, reviews } = await search_reviews({ since: '2026-11-01' });
      return [total, reviews.map(({ id, title }) => [id, title])];
    },
    right: ({ reviews }) => {
      const since = reviews.filter(({ datePublished }) => datePublished >= '2026-11-01');
      return [since.length, since.map(({ id, name }) => [id, name])];
    },
    tokens: 550,
  },
  {
    question: 'What did the very first review say?',
    ask: async ({ search_reviews }) =>
      idsOf((await search_reviews({ sort: 'oldest', limit: 1 })).reviews),
    right: ({ reviews }) => idsOf(reviews.slice(-1)),
    tokens: 300,
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
