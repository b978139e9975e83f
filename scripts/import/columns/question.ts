import type { ColumnMap } from './column-map.ts';

/**
 * A decision that a person has to make before a table is imported. At a terminal it is asked;
 * without one, all open questions are one error with the lines of a map that answer them.
 */
export type Question = {
  /** The member of a map that the answer is about, such as `source`, `author` or `skipWhere`. */
  readonly key: string;
  /** Such as "Which column has the names of the reviewers?". */
  readonly message: string;
  /** The fault without an answer: "no column is clearly the author". */
  readonly fault: string;
  /** Values that help to decide, such as "Posted By: Pat Q, Lou R, Kim S". */
  readonly samples: readonly string[];
  /** The answers, the likeliest first. */
  readonly choices: readonly Choice[];
  /** True if even the first is only a guess: without a terminal, the answer is left blank. */
  readonly isOpen?: boolean;
  /** For an answer in one's own words, such as the name of a source. */
  readonly linesOf?: (answer: string) => ColumnMap;
};

/** `lines` are the members of a map that an answer writes. */
export type Choice = {
  readonly label: string;
  readonly hint?: string;
  readonly lines: ColumnMap;
};
