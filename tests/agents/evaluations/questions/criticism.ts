import type { Evaluation } from '../evaluation.ts';
import { idsOf, inYear, speaksOf, starsOf } from '../records.ts';

/** Praise and blame: what the service itself has found out about its reviews. */
export const CRITICISM: readonly Evaluation[] = [
  {
    question: 'What was criticized about the fees in 2025?',
    ask: async ({ search_reviews }) => {
      const year = { since: '2025-01-01', until: '2025-12-31' };
      const found = await search_reviews({ aspect: 'fees', sentiment: 'negative', ...year });
      return idsOf(found.reviews);
    },
    right: ({ reviews }) =>
      idsOf(reviews.filter(inYear(2025)).filter(speaksOf('value-and-fees', 'negative'))),
    tokens: 700,
  },
  {
    question: 'What do reviews of two stars or fewer say, and what did the firm reply?',
    ask: async ({ search_reviews }) => {
      const found = await search_reviews({ max_rating: 2, include: ['reply'] });
      return found.reviews.map(({ id, reply }) => [id, reply?.text, reply?.date]);
    },
    right: ({ reviews }) =>
      reviews
        .filter((review) => starsOf(review) <= 2)
        .map(({ id, ownerReply }) => [id, ownerReply?.text, ownerReply?.datePublished]),
    tokens: 4_000,
  },
  {
    question: 'Which bad reviews were never answered?',
    ask: async ({ search_reviews }) => {
      const { reviews } = await search_reviews({ max_rating: 3, has_reply: false });
      return reviews.map(({ id, hasReply }) => [id, hasReply]);
    },
    right: ({ reviews }) =>
      reviews
        .filter((one) => starsOf(one) <= 3 && one.ownerReply === undefined)
        .map(({ id }) => [id, false]),
    tokens: 2_000,
  },
  {
    question: 'Is it any good, and what are its weak points?',
    ask: async ({ get_insights }) => {
      const { summary, aspects = [] } = await get_insights();
      return [
        [summary?.strengths, summary?.concerns].map((all) => all?.map(({ text }) => text)),
        aspects
          .map(({ id, reviews, positive, negative }) => [id, reviews, positive, negative])
          .sort(),
      ];
    },
    right: ({ reviews, insights: { summary, aspects } }) => [
      [summary.strengths, summary.concerns].map((all) => all.map(({ text }) => text)),
      aspects
        .map(({ id }) => [
          id,
          ...[undefined, 'positive', 'negative'].map(
            (sentiment) => reviews.filter(speaksOf(id, sentiment)).length,
          ),
        ])
        .sort(),
    ],
    tokens: 1_500,
  },
  {
    question: 'Which reviews does the firm’s first weak point rest on?',
    ask: async ({ get_insights, get_review }) => {
      const { summary } = await get_insights();
      const [id = ''] = summary?.concerns[0]?.evidence ?? [];
      return (await get_review({ id })).reviewBody;
    },
    right: ({ reviews, insights: { summary } }) =>
      reviews.find(({ id }) => id === summary.concerns[0]?.evidence[0])?.reviewBody,
    tokens: 2_200,
  },
  {
    question: 'What do they say about communication?',
    ask: async ({ get_insights }) => {
      const { aspect } = await get_insights({ aspect: 'communication' });
      const { reviews, positive, negative, quotes = [] } = aspect ?? {};
      return [[reviews, positive, negative], quotes.map(({ reviewId, text }) => [reviewId, text])];
    },
    right: ({ reviews, insights: { aspects } }) => [
      [undefined, 'positive', 'negative'].map(
        (sentiment) => reviews.filter(speaksOf('communication', sentiment)).length,
      ),
      aspects
        .find(({ id }) => id === 'communication')
        ?.quotes.map(({ reviewId, text }) => [reviewId, text]),
    ],
    tokens: 900,
  },
  {
    question: 'Has calling back got better over the years?',
    ask: async ({ get_insights }) => {
      const { aspect } = await get_insights({ aspect: 'responsiveness', trend: 'year' });
      return aspect?.trend.map(({ period, positive, negative }) => [period, positive, negative]);
    },
    right: ({ reviews }) => {
      const years = new Set(reviews.map(({ datePublished }) => datePublished.slice(0, 4)));
      return [...years].sort().flatMap((year) => {
        const ofYear = reviews.filter(inYear(Number(year)));
        if (!ofYear.some(speaksOf('responsiveness'))) return [];
        const countOf = (sentiment: string) =>
          ofYear.filter(speaksOf('responsiveness', sentiment)).length;
        return [[year, countOf('positive'), countOf('negative')]];
      });
    },
    tokens: 1_300,
  },
  {
    question: 'What are the three worst reviews?',
    ask: async ({ search_reviews }) =>
      (await search_reviews({ sort: 'lowest', limit: 3 })).reviews.map(({ rating }) => rating),
    right: ({ reviews }) => reviews.map(starsOf).sort().slice(0, 3),
    tokens: 700,
  },
  {
    question: 'What do critical reviews of truck accident cases say?',
    ask: async ({ search_reviews }) =>
      idsOf((await search_reviews({ mentions_service: 'Truck accidents', max_rating: 4 })).reviews),
    right: ({ reviews }) =>
      idsOf(
        reviews.filter(
          (one) => one.mentionedServices.includes('truck-accident') && starsOf(one) <= 4,
        ),
      ),
    tokens: 700,
  },
  {
    question: 'What do critical reviewers complain about, in the firm’s own words?',
    ask: async ({ get_insights }) => {
      const { faq = [] } = await get_insights({ section: 'faq' });
      return faq.find(({ question }) => question.includes('complain'))?.answer;
    },
    right: ({ insights: { faq } }) => faq.find(({ id }) => id === 'criticism')?.answer,
    tokens: 1_400,
  },
  {
    question: 'How far can the analysis be trusted?',
    ask: async ({ get_insights }) => {
      const { methodology } = await get_insights({ section: 'methodology' });
      return methodology?.limitations;
    },
    right: ({ insights: { methodology } }) => methodology.limitations,
    tokens: 3_500,
  },
];
