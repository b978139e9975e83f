import { createHash } from 'node:crypto';
import { newestOf } from '#dataset/review.ts';
import type { Columns } from './columns.ts';
import { joinPieces, type Pieces, slicePieces } from './pieces.ts';
import { joinParts, type ReviewRecord, type ReviewsParts, SEPARATOR } from './review-records.ts';

/**
 * The published reviews as serialized JSON, newest first, with an index of their places. An answer
 * is a slice of these bytes: no review is serialized twice.
 *
 * It depends only on reviews.json, with one review per line, so search results can never differ
 * from the published data. It is plain data and may move to another thread.
 */
export type Corpus = Omit<Columns, 'datePrefixes'> & {
  /** reviews.json as a whole. */
  readonly body: Pieces;
  readonly count: number;
  /** Byte offsets of each review, and of the end of the last. */
  readonly starts: Float64Array<ArrayBuffer>;
  /** A summary for each date on which reviews were published, newest first. */
  readonly datePrefixes: readonly DatePrefix[];
};

/** Summary of all reviews on or after a date. */
type DatePrefix = {
  readonly date: string;
  /** The number of these reviews. */
  readonly count: number;
  /** SHA-256 over their digests: a running hash from the newest on. */
  readonly digest: string;
  /** Their newest change. */
  readonly dateModified: string;
};

/** The reviews without the indexes for questions. */
export type Serialized = Pick<Corpus, 'body' | 'starts'>;

/** The corpus of a reviews.json in parts. */
export function corpusOf(parts: ReviewsParts): Corpus {
  const body = joinParts(parts);
  const records = parts.blocks.flatMap((block) => block.records);
  const starts = new Float64Array(records.length + 1);
  // The first line, up to its line feed, is in the first piece.
  starts[0] = (body[0]?.indexOf(0x0a) ?? 0) + 1;
  for (const [position, { length }] of records.entries()) {
    starts[position + 1] = (starts[position] ?? 0) + length + SEPARATOR.length;
  }
  return {
    body,
    count: records.length,
    ids: records.map(({ id }) => id),
    starts,
    datePrefixes: datePrefixesOf(records),
    halfStars: Uint8Array.from(records, ({ halfStars }) => halfStars),
  };
}

function datePrefixesOf(records: readonly ReviewRecord[]): DatePrefix[] {
  const running = createHash('sha256');
  let count = 0;
  let dateModified = '';
  return [...Map.groupBy(records, ({ date }) => date)].map(([date, group]) => {
    running.update(group.map(({ digest }) => digest).join(''), 'latin1');
    count += group.length;
    dateModified = newestOf([dateModified, ...group.map((record) => record.dateOfLastChange)]);
    return { date, count, digest: running.copy().digest('base64url'), dateModified };
  });
}

/** The serialized review at a position, as published. */
export function reviewBytes(corpus: Serialized, position: number): Buffer {
  return joinPieces(sliceOf(corpus, position, position + 1));
}

/** The serialized review at a position, as text. */
export function reviewText(corpus: Serialized, position: number): string {
  return reviewBytes(corpus, position).toString('utf8');
}

/** Consecutive serialized reviews with commas between: the inside of a JSON array. */
export function sliceOf({ body, starts }: Serialized, from: number, to: number): Pieces {
  if (to <= from) return [];
  return slicePieces(body, starts[from] ?? 0, (starts[to] ?? 0) - SEPARATOR.length);
}
