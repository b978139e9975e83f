import type { ColumnMap } from './column-map.ts';

export type Choice = readonly [label: string, lines: ColumnMap];

/**
 * A decision that a person has to make before a table is imported. At a terminal it is asked;
 * without one, all open questions are one error with the lines of a map that answer them.
 */
export type Question = {
  /** The member of a map that the answer is about, such as `source`, `author` or `skipWhere`. */
  readonly key: keyof ColumnMap;
  /** Such as "Which column has the names of the reviewers?". */
  readonly message: string;
  /** The answers, the likeliest first, with the members of a map that each writes. */
  readonly choices: readonly Choice[];
  /** For an answer in one's own words, such as the name of a source: no choice is likely. */
  readonly linesOf?: (answer: string) => ColumnMap;
};

/** Returns the lines of the likeliest answer that are of the key of a question. */
export function likeliestLines({ key, choices, linesOf }: Question): ColumnMap {
  return choices.find(([, lines]) => key in lines)?.[1] ?? linesOf?.('NAME') ?? {};
}
