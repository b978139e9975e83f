import type { PostingData } from './document-sets.ts';
import type { TextIndexData } from './text/text-index.ts';

/**
 * A search index as plain data: numbers, strings and typed arrays over buffers of their own. It can
 * be posted between threads; with `listBuffers` as the transfer list nothing is copied.
 */
export type SearchIndexData = {
  /** The number of documents. */
  readonly size: number;
  readonly text: TextIndexData;
  /** The dates as numbers, YYYYMMDD, descending. */
  readonly dates: Uint32Array<ArrayBuffer>;
  /** The ratings in half stars, 2 to 10. */
  readonly halfStars: Uint8Array<ArrayBuffer>;
  /** Rows for each half step from 1 to 5: documents that equal it, are at least, are at most. */
  readonly ratings: Int32Array<ArrayBuffer>;
  readonly facets: FacetData;
  /** Latin-1. */
  readonly ids: TextList;
  /** Folded, UTF-16, as some have half a surrogate pair. */
  readonly titles: TextList;
};

/** What documents bear, both ways: the documents of a facet, and the facets of a document. */
export type FacetData = {
  readonly names: readonly string[];
  /** The documents of the facet `names[n]` are list n. */
  readonly postings: PostingData;
  /** Where in `numbers` the facets of each document begin, and where those of another one would. */
  readonly starts: Uint32Array<ArrayBuffer>;
  readonly numbers: Uint16Array<ArrayBuffer> | Uint32Array<ArrayBuffer>;
};

/** Short texts of all documents, one behind the other in one buffer. */
export type TextList = {
  readonly bytes: Uint8Array<ArrayBuffer>;
  /** Where the text of each document begins, and where that of another one would. */
  readonly starts: Uint32Array<ArrayBuffer>;
};

/** The number of half steps from 1 to 5. */
export const RATING_STEPS = 9;

/** A date as a number that compares like it. */
export function dateNumber(date: string): number {
  return Number(date.replaceAll('-', ''));
}

/** The date of such a number. */
export function dateOf(number: number): string {
  const text = String(number).padStart(8, '0');
  return `${text.slice(0, 4)}-${text.slice(4, 6)}-${text.slice(6)}`;
}

/** The distinct buffers behind an index. */
export function listBuffers(data: SearchIndexData): ArrayBuffer[] {
  const buffers = new Set<ArrayBuffer>();
  const visit = (value: unknown) => {
    if (ArrayBuffer.isView(value)) {
      if (value.buffer instanceof ArrayBuffer) buffers.add(value.buffer);
    } else if (typeof value === 'object' && value !== null && !Array.isArray(value)) {
      for (const member of Object.values(value)) visit(member);
    }
  };
  visit(data);
  return [...buffers];
}
