/**
 * The search index of a release: plain data in memory that threads share, made whole of the reviews of
 * each release. A document is known by its position, newest first.
 */
export type SearchIndexData = {
  readonly facets: DocumentLists & { readonly names: readonly string[] };
  readonly body: TextData;
  readonly title: TextData;
  readonly author: TextData;
};

/** The documents of each word, or of each facet, ascending: one list behind the other. */
export type DocumentLists = {
  /** Where each list begins in `documents`, and where another one would. */
  readonly listStarts: Uint32Array;
  readonly documents: Uint32Array;
};

/** One text of each document, and the documents that each word is in. */
export type TextData = DocumentLists & {
  /**
   * All texts, folded, in UTF-8, each with a line feed behind it, which folded text does not hold: in
   * pieces, which releases share. No text is in two of them.
   */
  readonly pieces: readonly Uint8Array[];
  /** The first document of each piece, and of another one. */
  readonly firsts: readonly number[];
  /** Where the text of each document begins in all of the pieces, and where that of another one would. */
  readonly starts: Uint32Array;
  /** The dictionary: each word of the texts once, between line feeds. */
  readonly words: string;
  /** Where each word begins in `words`, and where another one would. */
  readonly wordStarts: Uint32Array;
};

/** Words of folded text: what is between them is neither a letter nor a digit. */
export const WORD = /[\p{L}\p{N}]+/gu;
