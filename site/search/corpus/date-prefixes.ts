import { createHash, hash } from 'node:crypto';

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

/** SHA-256 of a serialised review, a character a byte: no other form is as fast to make and join. */
export function digestOf(line: Uint8Array): string {
  return hash('sha256', line, 'latin1');
}

/**
 * A prefix for each date, newest first, from when each review was published (newest first), the newest
 * change that each states, and the digest of each.
 */
export function datePrefixesOf(
  dates: readonly string[],
  changes: readonly string[],
  digests: readonly string[],
): DatePrefix[] {
  const prefixes: DatePrefix[] = [];
  const running = createHash('sha256');
  let dateModified = '';
  let start = 0;
  dates.forEach((date, index) => {
    const changed = changes[index] ?? '';
    if (changed > dateModified) dateModified = changed;
    const count = index + 1;
    if (dates[count] === date) return;
    running.update(digests.slice(start, count).join(''), 'latin1');
    prefixes.push({ date, count, digest: running.copy().digest('base64url'), dateModified });
    start = count;
  });
  return prefixes;
}
