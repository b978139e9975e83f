import { z } from 'zod';
import read from '../complaints-as-read.json' with { type: 'json' };
import type { Evaluation } from '../evaluation.ts';
import { idsOf, inYear, type Records, type Review, starsOf } from '../records.ts';

/**
 * What each review of three stars or fewer complains of, as one reads it: by id, the aspects of the
 * demonstration. The tags that the service publishes miss most of it.
 */
const COMPLAINTS_OF = new Map(
  Object.entries(z.record(z.string(), z.array(z.string()).min(1)).parse(read)),
);

type Read = { readonly id: string; readonly text?: string | undefined };

/** The complaints in the reviews whose whole text an agent has read. */
const complaintsIn = (reviews: readonly Read[]) =>
  reviews.flatMap(({ id, text }) => (text === undefined ? [] : (COMPLAINTS_OF.get(id) ?? [])));

/** How many reviews complain of each aspect, the most first. */
function tally(complaints: readonly string[]) {
  const counts = new Map<string, number>();
  for (const aspect of complaints) counts.set(aspect, (counts.get(aspect) ?? 0) + 1);
  return [...counts].sort(([a, ofA], [b, ofB]) => ofB - ofA || (a < b ? -1 : 1));
}

const complainOf = (aspect: string) => (review: Read) => complaintsIn([review]).includes(aspect);

/** The reviews of three stars or fewer, as they are read. */
const lowIn = ({ reviews }: Records, isMeant: (review: Review) => boolean = () => true) =>
  reviews
    .filter((review) => starsOf(review) <= 3)
    .filter(isMeant)
    .map(({ id, reviewBody }) => ({ id, text: reviewBody }));

const READING = /^Read the /;

/** Questions about complaints, whose right answers come from reading and not from the tags. */
export const COMPLAINTS: readonly Evaluation[] = [
  {
    question: 'What is criticized most?',
    ask: async ({ get_review_stats, follow }) => {
      const { hints } = await get_review_stats({ sentiment: 'negative', group_by: 'aspect' });
      return tally(complaintsIn((await follow(hints, READING)).reviews));
    },
    right: (records) => tally([...COMPLAINTS_OF.values()].flat()).concat(unlabeledIn(records)),
    tokens: 4_800,
  },
  {
    question: 'What are its weak points?',
    ask: async ({ get_insights, follow }) => {
      const { hints } = await get_insights();
      return tally(complaintsIn((await follow(hints, READING)).reviews)).slice(0, 3);
    },
    right: (records) => tally(complaintsIn(lowIn(records))).slice(0, 3),
    tokens: 5_300,
  },
  {
    question: 'Who complains of not being told what is going on?',
    ask: async ({ get_insights, follow }) => {
      const { hints } = await get_insights({ aspect: 'communication' });
      const { reviews } = await follow(hints, READING);
      return idsOf(reviews.filter(complainOf('communication')));
    },
    right: (records) => idsOf(lowIn(records).filter(complainOf('communication'))),
    tokens: 4_900,
  },
  {
    question: 'What was criticized about the fees in 2024?',
    ask: async ({ search_reviews, follow }) => {
      const year = { since: '2024-01-01', until: '2024-12-31' };
      const tagged = await search_reviews({ aspect: 'fees', sentiment: 'negative', ...year });
      const { reviews } = await follow(tagged.hints, READING);
      return idsOf(reviews.filter(complainOf('value-and-fees')));
    },
    right: (records) => idsOf(lowIn(records, inYear(2024)).filter(complainOf('value-and-fees'))),
    tokens: 1_100,
  },
];

/** Reviews that nobody has read for this: there are none. */
const unlabeledIn = (records: Records): [string, number][] =>
  lowIn(records).flatMap(({ id }) => (COMPLAINTS_OF.has(id) ? [] : [[id, 1]]));
