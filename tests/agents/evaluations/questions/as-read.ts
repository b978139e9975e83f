import type { Opinion } from '../../../../scripts/lab/labeled/marks.ts';
import type { Agent } from '../agent.ts';
import type { Evaluation } from '../evaluation.ts';
import {
  among,
  isCriticism,
  mostOften,
  OPINIONS,
  opinionsIn,
  reviewsThat,
} from '../readings/readings.ts';
import { idsOf, inYear } from '../records.ts';

const READING = /^Read the /;
const IN_2024 = { since: '2024-01-01', until: '2024-12-31' };

/** The reviews that are tagged as criticism of an aspect, and those read as such where a hint leads. */
const askForCriticism =
  (aspect: string, given: object = {}) =>
  async ({ search_reviews, follow }: Agent) => {
    const tagged = await search_reviews({ aspect, sentiment: 'negative', limit: 100, ...given });
    const read = opinionsIn((await follow(tagged.hints, READING)).reviews).filter(isCriticism);
    return idsOf([...tagged.reviews, ...read.filter(({ aspects: [best] }) => best === aspect)]);
  };

const COMPLAINTS = [
  ['Who complains of not being told what is going on?', 'communication', 0],
  ['How many complain that nobody called or wrote back?', 'responsiveness', 0],
  ['Does it take long, and is it laborious?', 'process-ease', 2],
  ['Are the fees fair, what do unhappy clients say?', 'value-and-fees', 0],
] as const;

/** The two aspects that the most reviews criticize. */
function worstOf(opinions: readonly Opinion[]) {
  const onAspects = opinions.filter(({ isGeneral }) => !isGeneral);
  return mostOften(onAspects.filter(isCriticism)).slice(0, 2);
}

/** Questions whose right answers come from reading, not from the tags of the program. */
export const AS_READ: readonly Evaluation[] = [
  {
    question: 'What do people complain about most?',
    ask: async ({ get_review_stats, follow }) => {
      const { hints } = await get_review_stats({ sentiment: 'negative', group_by: 'aspect' });
      return worstOf(opinionsIn((await follow(hints, READING)).reviews));
    },
    read: () => {
      const worst = worstOf(OPINIONS.filter(({ isSure }) => isSure));
      return { both: worst, either: worst };
    },
    tokens: 6_100,
  },
  {
    question: 'Which reviews have anything to criticize, whatever their stars?',
    ask: async ({ get_insights, search_reviews, follow }) => {
      const { hints } = await get_insights();
      const { reviews } = await follow(hints, READING);
      const tagged = await search_reviews({ sentiment: 'negative', limit: 100 });
      return idsOf([...tagged.reviews, ...opinionsIn(reviews).filter(isCriticism)]);
    },
    read: () => reviewsThat('negative'),
    missed: 3,
    tokens: 8_500,
  },
  ...COMPLAINTS.map(([question, aspect, missed]) => ({
    question,
    ask: askForCriticism(aspect),
    read: () => reviewsThat('negative', aspect),
    missed,
    tokens: 6_600,
  })),
  {
    question: 'What was criticized about the fees in 2024?',
    ask: askForCriticism('value-and-fees', IN_2024),
    read: ({ reviews }) =>
      among(reviewsThat('negative', 'value-and-fees'), idsOf(reviews.filter(inYear(2024)))),
    tokens: 1_200,
  },
  {
    question: 'Which reviews praise the kindness of the firm?',
    ask: async ({ search_reviews }) => {
      const praise = { aspect: 'compassion', sentiment: 'positive', limit: 100 };
      return idsOf((await search_reviews(praise)).reviews);
    },
    read: () => reviewsThat('positive', 'compassion'),
    missed: 24,
    wrong: 2,
    tokens: 4_900,
  },
];
