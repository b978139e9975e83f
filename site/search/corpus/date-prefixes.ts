import { createHash } from 'node:crypto';
import type { ReviewRecord } from './review-record.ts';

/** Summary of all reviews on or after a date. */
export type DatePrefix = {
  readonly date: string;
  /** The number of these reviews. */
  readonly count: number;
  /** SHA-256 over their digests: a running hash from the newest on. */
  readonly digest: string;
  /** Their newest change. */
  readonly dateModified: string;
};

/** A prefix for each date, newest first, as the records are. */
export function datePrefixesOf(records: readonly ReviewRecord[]): DatePrefix[] {
  const prefixes: DatePrefix[] = [];
  const running = createHash('sha256');
  let dateModified = '';
  let digests = '';
  for (const [index, { datePublished: date, dateOfLastChange, digest }] of records.entries()) {
    if (dateOfLastChange > dateModified) dateModified = dateOfLastChange;
    digests += digest;
    const count = index + 1;
    if (records[count]?.datePublished === date) continue;
    running.update(digests, 'latin1');
    prefixes.push({ date, count, digest: running.copy().digest('base64url'), dateModified });
    digests = '';
  }
  return prefixes;
}
