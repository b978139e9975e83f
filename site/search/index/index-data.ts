/**
 * The search index of a release: plain data in memory that threads share, built from the reviews of
 * each release. A document is known by its position, newest first.
 */
export type SearchIndexData = {
  readonly facets: DocumentLists & { readonly names: readonly string[] };
  readonly body: TextData;
  readonly title: TextData;
  readonly author: TextData;
};

/** The documents of each word, or of each facet, ascending, as consecutive lists. */
export type DocumentLists = {
  /** The start of each list in `documents`, and of another one. */
  readonly listStarts: Uint32Array;
  readonly documents: Uint32Array;
};

/** One text of each document, and the documents that each word is in. */
export type TextData = DocumentLists & {
  /**
   * All texts, folded, in UTF-8, each followed by a line feed, which folded text does not contain:
   * in pieces, which releases share. No text is in two of them.
   */
  readonly pieces: readonly Uint8Array[];
  /** The first document of each piece, and the end of the last. */
  readonly firsts: readonly number[];
  /** The offset of the text of each document in all of the pieces, and of another one. */
  readonly starts: Uint32Array;
  /** The dictionary: each word of the texts once, between line feeds. */
  readonly words: string;
  /** The offset of each word in `words`, and of another one. */
  readonly wordStarts: Uint32Array;
};

/** Words of folded text: the characters between them are neither letters nor digits. */
export const WORD = /[\p{L}\p{N}]+/gu;
