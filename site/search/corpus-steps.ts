import { createHash, hash } from 'node:crypto';

/** The reviews from the newest up to and including those of one date. */
export type Step = {
  readonly date: string;
  /** How many reviews are dated on or after the date. */
  readonly count: number;
  /** SHA-256 over the digests of those reviews: a running hash from the newest on. */
  readonly digest: string;
  /** The newest change that those reviews state. */
  readonly dateModified: string;
};

/** What steps are made of, for all reviews, newest first. */
export type StepSource = {
  /** When each was published. */
  readonly dates: readonly string[];
  /** The newest change that each states. */
  readonly changes: readonly string[];
  /** The digest of each as serialised (see `digestOf`). */
  readonly digests: readonly string[];
};

/** SHA-256 of a serialised review, a character a byte: no other form is as fast to make and join. */
export function digestOf(line: Uint8Array): string {
  return hash('sha256', line, 'latin1');
}

/** Makes a step for each date. */
export function makeSteps({ dates, changes, digests }: StepSource): Step[] {
  const steps: Step[] = [];
  const running = createHash('sha256');
  let dateModified = '';
  let start = 0;
  for (const [index, date] of dates.entries()) {
    const changed = changes[index] ?? '';
    if (changed > dateModified) dateModified = changed;
    const count = index + 1;
    if (dates[count] === date) continue;
    running.update(digests.slice(start, count).join(''), 'latin1');
    steps.push({ date, count, digest: running.copy().digest('base64url'), dateModified });
    start = count;
  }
  return steps;
}
