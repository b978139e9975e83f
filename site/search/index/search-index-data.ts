import type { PostingData } from './posting-lists.ts';
import type { TextIndexData } from './text-index.ts';

/**
 * A search index as plain data: numbers, strings and typed arrays over buffers of their own. It can
 * be posted between threads; with `listBuffers` as the transfer list nothing is copied.
 */
export type SearchIndexData = {
  /** How many documents there are. */
  readonly size: number;
  readonly text: TextIndexData;
  /** The dates as numbers, YYYYMMDD, descending. */
  readonly dates: Uint32Array<ArrayBuffer>;
  /** A row for each half step that a rating equals, then one for each that it is at least. */
  readonly ratings: Int32Array<ArrayBuffer>;
  readonly technicians: MentionData;
  readonly services: MentionData;
};

/** Who or what is mentioned where: the documents of the name `names[n]` are list n. */
export type MentionData = { readonly names: readonly string[]; readonly postings: PostingData };

/** The half steps from 1 to 5. */
export const RATING_STEPS = 9;

/** A date as a number that compares like it. */
export function dateNumber(date: string): number {
  return Number(date.replaceAll('-', ''));
}

/** The buffers behind an index. Each is named once. */
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
