import { type Addition, type Change, type Decision, decideReview } from './decide-review.ts';
import type { IncomingReview, ReviewExport, Skipped } from './incoming-review.ts';
import { KnownReviews } from './known-reviews.ts';
import type { ImportOptions } from './new-review.ts';
import { chooseNewestCopies } from './newest-copies.ts';
import type { Note } from './notes.ts';
import type { StoredContent } from './stored-content.ts';
import { createStoredIndex } from './stored-index.ts';

/** What an import would do. */
export type Plan = {
  readonly added: readonly Addition[];
  readonly changed: readonly Change[];
  readonly unchanged: number;
  readonly skipped: readonly Skipped[];
  /** Stored reviews of the same sources that the export does not hold; they stay. */
  readonly absent: readonly string[];
  /** Stored files that are in the export and not published, for they are not verified. */
  readonly stillPending: readonly string[];
  readonly noted: readonly Noted[];
};

type Noted = { readonly place: string; readonly note: Note };

type Decided = {
  readonly id: string;
  readonly incoming: IncomingReview;
  readonly decision: Decision;
};

/** Holds an export against what is stored. The same export a second time changes nothing. */
export function planImport(
  input: ReviewExport,
  stored: StoredContent,
  options: ImportOptions,
): Plan {
  const { newest, copies } = chooseNewestCopies(input.reviews);
  const known = new KnownReviews();
  for (const { file, review } of stored.files) known.addStored(file, review);
  const { speaksOf } = input;
  const { removedIds } = stored;
  const context = { ...options, index: createStoredIndex(stored), known, removedIds, speaksOf };
  const decided = newest.map(([id, incoming]): Decided => {
    const decision = decideReview(id, incoming, context);
    if (decision.kind !== 'skip') known.addIncoming(incoming);
    return { id, incoming, decision };
  });
  const skipped = [
    ...input.skipped,
    ...copies,
    ...decided.flatMap(({ id, incoming: { place }, decision }) =>
      decision.kind === 'skip' ? [{ place, reason: decision.reason, id }] : [],
    ),
  ];
  return {
    added: decided.flatMap(({ decision }) => (decision.kind === 'add' ? [decision.addition] : [])),
    changed: decided.flatMap(({ decision }) =>
      decision.kind === 'change' ? [decision.change] : [],
    ),
    unchanged: decided.filter(({ decision }) => decision.kind === 'leave').length,
    skipped,
    absent: input.isPartial ? [] : findAbsent(input, stored, decided, skipped),
    stillPending: decided.flatMap(({ decision }) =>
      'match' in decision && decision.match.review.verification.status === 'pending'
        ? [decision.match.file]
        : [],
    ),
    noted: decided.flatMap((one) => collectNotes(one, options.today)),
  };
}

function findAbsent(
  input: ReviewExport,
  stored: StoredContent,
  decided: readonly Decided[],
  skipped: readonly Skipped[],
): string[] {
  const sources = new Set(input.reviews.map(({ sourceName }) => sourceName));
  const present = new Set([...decided, ...skipped].map(({ id }) => id));
  for (const { decision } of decided) {
    if ('match' in decision) present.add(decision.match.review.id);
  }
  return stored.files
    .filter(({ review }) => sources.has(review.source.name) && !present.has(review.id))
    .map(({ file }) => file);
}

function collectNotes({ incoming, decision }: Decided, today: string): Noted[] {
  if (decision.kind === 'skip') return [];
  const { place, notes, datePublished } = incoming;
  const noted: Noted[] = notes.map((note) => ({ place, note }));
  if (datePublished > today) noted.push({ place, note: 'future-date' });
  if ('match' in decision && decision.match.isAuthorKept) {
    noted.push({ place: decision.match.file, note: 'author-kept' });
  }
  return noted;
}
