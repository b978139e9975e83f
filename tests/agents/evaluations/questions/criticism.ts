import type { Evaluation } from '../evaluation.ts';
import { inYear, type Review, speaksOf, starsOf } from '../records.ts';

type Opinions = {
  readonly id: string;
  readonly reviewCount: number;
  readonly positiveReviewCount: number;
  readonly negativeReviewCount: number;
};

/** How many reviews mention something, praise and criticize it, as a tool counts them. */
const countsOf = ({ id, reviewCount, positiveReviewCount, negativeReviewCount }: Opinions) => [
  id,
  reviewCount,
  positiveReviewCount,
  negativeReviewCount,
];

/** The same of an aspect, counted in the reviews. */
const countedIn = (reviews: readonly Review[], id: string) => [
  id,
  ...[undefined, 'positive', 'negative'].map(
    (sentiment) => reviews.filter(speaksOf(id, sentiment)).length,
  ),
];

/** Praise and blame as the service itself has found them; as-read.ts has what readers find. */
export const CRITICISM: readonly Evaluation[] = [
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
    tokens: 3_500,
  },
  {
    question: 'Is it any good, and how often is each aspect found to be criticized?',
    ask: async ({ get_insights }) => {
      const { summary, aspects = [] } = await get_insights();
      return [summary?.concerns, aspects.map(countsOf).sort()];
    },
    right: ({ reviews, insights: { summary, aspects } }) => [
      summary.concerns.map(({ text }) => text),
      aspects.map(({ id }) => countedIn(reviews, id)).sort(),
    ],
    tokens: 1_500,
  },
  {
    question: 'What does the first review say that the first weak point rests on?',
    ask: async ({ get_insights, get_review }) => {
      const { summary } = await get_insights({ section: 'summary' });
      const [concern] = summary?.concerns ?? [];
      const [id] = typeof concern === 'object' ? concern.evidence : [];
      return (await get_review({ id })).text;
    },
    right: ({ reviews, insights: { summary } }) =>
      reviews.find(({ id }) => id === summary.concerns[0]?.evidence[0])?.reviewBody,
    tokens: 1_400,
  },
  {
    question: 'What does the analysis say about communication?',
    ask: async ({ get_insights }) => {
      const { aspect } = await get_insights({ aspect: 'communication' });
      return [aspect && countsOf(aspect), aspect?.quotes.map(({ text }) => text)];
    },
    right: ({ reviews, insights: { aspects } }) => [
      countedIn(reviews, 'communication'),
      aspects.find(({ id }) => id === 'communication')?.quotes.map(({ text }) => text),
    ],
    tokens: 600,
  },
  {
    question: 'How often is responsiveness found to be praised and criticized, year by year?',
    ask: async ({ get_insights }) => {
      const { aspect } = await get_insights({ aspect: 'responsiveness', trend: 'year' });
      return aspect?.trend.map(({ period, ...counts }) => countsOf({ id: period, ...counts }));
    },
    right: ({ reviews }) => {
      const speaking = reviews.filter(speaksOf('responsiveness'));
      const years = new Set(speaking.map(({ datePublished }) => datePublished.slice(0, 4)));
      return [...years].sort().map((year) => {
        const [, ...counts] = countedIn(speaking.filter(inYear(Number(year))), 'responsiveness');
        return [year, ...counts];
      });
    },
    tokens: 750,
  },
];
