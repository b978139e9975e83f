/**
 * The search index of a release: plain data in memory that threads share, made whole of the reviews of
 * each release. A document is known by its position, newest first.
 */
export type SearchIndexData = {
  readonly facets: FacetRows;
  readonly body: TextData;
  readonly title: TextData;
  readonly author: TextData;
};

/** The documents that bear each facet, as rows of bits (document-rows.ts), one behind the other. */
export type FacetRows = {
  /** The number of documents. */
  readonly size: number;
  readonly names: readonly string[];
  readonly rows: Int32Array;
};

/** One text of each document, and in which of them each word is. */
export type TextData = {
  /** All texts, folded, in UTF-8, each with a line feed behind it, which folded text does not hold. */
  readonly bytes: Uint8Array;
  /** Where the text of each document begins, and where that of another one would. */
  readonly starts: Uint32Array;
  /** The dictionary: each word of the texts once, between line feeds. */
  readonly words: string;
  /** Where each word begins in `words`, and where another one would. */
  readonly wordStarts: Uint32Array;
  /** Where the documents with each word begin in `documents`, and where those of another one would. */
  readonly listStarts: Uint32Array;
  readonly documents: Uint32Array;
};

/** Words of folded text: what is between them is neither a letter nor a digit. */
export const WORD = /[\p{L}\p{N}]+/gu;
