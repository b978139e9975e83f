import type { PostingData } from './posting-lists.ts';
import type { SequenceData } from './sorted-sequence.ts';
import type { StoredRows } from './stored-rows.ts';

/**
 * Short texts across two terms, such as "e t", that too many terms end and begin with to look them
 * up; row i has the documents of `texts[i]`.
 */
export type JointData = {
  readonly texts: readonly string[];
  readonly words: Int32Array<ArrayBuffer>;
};

/**
 * The folded texts of all documents, exactly, and what finds a substring in them. One idea serves
 * twice: letters of the dictionary are sorted by the windows of letters that begin at them, and
 * terms of the texts by the windows of terms. The first finds the terms that hold a fragment, the
 * second the places of a phrase; neither has to read a text again.
 */
export type TextIndexData = {
  /** How many documents there are. */
  readonly size: number;
  /** The dictionary: its items are terms, its symbols letters. */
  readonly letters: SequenceData;
  /** The texts: their items are documents, their symbols terms. */
  readonly terms: SequenceData;
  /** The documents of each term, save of those that have a row of their own. */
  readonly postings: PostingData;
  /** The longest list in `postings`; a term of more documents has a row in `termRows`. */
  readonly longestList: number;
  /** Rows over `terms.order`. */
  readonly termRows: StoredRows;
  /** Rows over `letters.order`. */
  readonly letterRows: StoredRows;
  readonly joints: JointData;
};
