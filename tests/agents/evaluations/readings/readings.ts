import { join } from 'node:path';
import { readRows } from '../../../../scripts/lab/labeled/labeled.ts';
import { namedIn, type Opinion, readOpinions } from '../../../../scripts/lab/labeled/marks.ts';

/** What two readers marked in the demonstration; README.md says how. */
export const OPINIONS_FILE = join(import.meta.dirname, 'opinions.tsv');
const OUTCOMES_FILE = join(import.meta.dirname, 'outcomes.tsv');

/** The right answer as ids of reviews, aspects or people. */
export type Reading = {
  /** What both readers say, which an agent has to find. */
  readonly both: readonly string[];
  /** What at least one of them accepts, which an agent may say. */
  readonly either: readonly string[];
};

/** All opinions that were marked. */
export const OPINIONS = readOpinions(OPINIONS_FILE);

/** What came of the cases that reviews tell of. */
export const OUTCOMES = readRows(OUTCOMES_FILE).flatMap(({ cells }) => {
  const [id = '', outcome = '', words = '', by] = cells;
  return outcome === 'untold' ? [] : [{ id, outcome, words, isSure: by === 'both' }];
});

/** Whether an opinion is on the side of criticism. */
export const isCriticism = ({ side }: Opinion) => side === 'negative';

/** The reviews that take a side on an aspect or, without one, on anything. */
export function reviewsThat(side: Opinion['side'], aspect?: string): Reading {
  const sided = OPINIONS.filter((opinion) => opinion.side === side);
  const isMeant = (aspects: readonly string[]) => aspect === undefined || aspects.includes(aspect);
  return {
    both: idsOf(sided.filter(({ isSure, aspects }) => isSure && isMeant(aspects.slice(0, 1)))),
    either: idsOf(sided.filter(({ aspects }) => isMeant(aspects))),
  };
}

/** The reviews that tell of an outcome. */
export function reviewsOf(outcome: string): Reading {
  const told = OUTCOMES.filter((one) => one.outcome === outcome);
  return { both: idsOf(told.filter(({ isSure }) => isSure)), either: idsOf(told) };
}

/** Who is praised or criticized by name: those in the most reviews first. */
export function peopleThat(side: Opinion['side']): Reading {
  const named = OPINIONS.flatMap(namedIn).filter((one) => one.side === side);
  return { both: mostOften(named.filter(({ isSure }) => isSure)), either: mostOften(named) };
}

/** What opinions are on above all: what the most reviews speak of, first. */
export function mostOften(opinions: readonly Opinion[]): readonly string[] {
  const counted = [...Map.groupBy(opinions, ({ aspects: [best = ''] }) => best)].map(
    ([subject, ofIt]) => ({ subject, count: idsOf(ofIt).length }),
  );
  return counted.sort((a, b) => b.count - a.count).map(({ subject }) => subject);
}

/** What of an answer is among some ids. */
export const among = ({ both, either }: Reading, ids: readonly string[]): Reading => ({
  both: both.filter((id) => ids.includes(id)),
  either: either.filter((id) => ids.includes(id)),
});

/** What an agent has read of a review. */
type Seen = Partial<Record<'title' | 'text', string | undefined>> & { readonly id: string };

/** The opinions whose words an agent has read. */
export const opinionsIn = (reviews: readonly Seen[]) => seenIn(reviews, OPINIONS);

/** The reviews that tell of an outcome in words that an agent has read. */
export const outcomesIn = (reviews: readonly Seen[], outcome: string) =>
  idsOf(seenIn(reviews, OUTCOMES).filter((one) => one.outcome === outcome));

function seenIn<Marked extends { readonly id: string; readonly words: string }>(
  reviews: readonly Seen[],
  marks: readonly Marked[],
): readonly Marked[] {
  const seen = new Map(reviews.map(({ id, title, text }) => [id, `${title}\n${text}`]));
  return marks.filter(({ id, words }) => seen.get(id)?.includes(words));
}

const idsOf = (marks: readonly { readonly id: string }[]) => [
  ...new Set(marks.map(({ id }) => id)),
];
