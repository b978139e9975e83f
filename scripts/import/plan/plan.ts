/**
 * Plans an import. match-reviews.ts finds the stored review of each incoming one, by its
 * id or by likeness (likeness.ts); merge-review.ts compares the two part by part with the marks of
 * the source's earlier values (source-marks.ts), which separates changes of the source from changes
 * of editors; decide-review.ts writes the file (../../content/review-file.ts) or gives the reason
 * why not.
 */
import type { SeenReviews, Traits } from '../import-folder.ts';
import type { IncomingReview, Note, ReviewExport, Skipped } from '../read/incoming-review.ts';
import type { StoredContent } from '../stored-content.ts';
import {
  type Addition,
  type Decision,
  decideReview,
  type ImportOptions,
  reviewIdOf,
  type Update,
} from './decide-review.ts';
import { matchReviews, traitsOf } from './match-reviews.ts';

export type Plan = {
  readonly added: readonly Addition[];
  /** The stored reviews that are also in the export, with the outcome of their parts. */
  readonly updates: readonly Update[];
  readonly skipped: readonly Skipped[];
  /** Stored reviews of these sources that the export lacks; they stay. */
  readonly absent: readonly string[];
  readonly noted: readonly Noted[];
  readonly seen: SeenReviews;
};

type Noted = { readonly place: string; readonly note: Note };

type Decided = {
  readonly id: string;
  readonly incoming: IncomingReview;
  readonly decision: Decision;
  readonly isLike: boolean;
};

/** Compares an export with the stored reviews. A repeated export changes nothing. */
export function planImport(
  input: ReviewExport,
  stored: StoredContent,
  options: ImportOptions & { readonly onDecided?: (done: number) => void },
  before: SeenReviews = new Map(),
): Plan {
  const { newest, copies } = chooseNewestCopies(input.reviews);
  const { speaksOf } = input;
  const paths = new Set([...stored.files, ...stored.unreadable].map(({ file }) => file));
  const matches = matchReviews(newest, stored, before, options.marks);
  const context = { ...options, speaksOf, hasFile: (file: string) => paths.has(file) };
  const seen = new Map(before);
  const isDeleted = createDeletedCheck(before, stored);
  const decided = newest.map(([id, incoming], index): Decided => {
    const match = matches.get(id) ?? { kind: 'new', isLike: false };
    const isAgain = match.kind === 'new' && isDeleted(id, traitsOf(incoming, options.marks));
    const decision = decideReview(id, incoming, match, { ...context, isAgain });
    const known = match.kind === 'skip' ? match.removedId : idOf(id, decision);
    if (known !== undefined) seen.set(known, traitsOf(incoming, options.marks));
    options.onDecided?.(index + 1);
    return { id, incoming, decision, isLike: match.kind === 'new' && match.isLike };
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
    updates: decided.flatMap(({ decision }) =>
      decision.kind === 'update' ? [decision.update] : [],
    ),
    skipped,
    absent: input.isPartial ? [] : findAbsent(input, stored, decided, skipped),
    noted: decided.flatMap((one) => collectNotes(one, options.today)),
    seen,
  };
}

function idOf(id: string, decision: Decision): string | undefined {
  if (decision.kind === 'update') return decision.update.before.id;
  return decision.kind === 'add' ? id : undefined;
}

/** Parts of one Takeout may overlap: of two copies of a review, the newer one counts. */
function chooseNewestCopies(reviews: readonly IncomingReview[]): {
  readonly newest: readonly (readonly [id: string, review: IncomingReview])[];
  readonly copies: readonly Skipped[];
} {
  const newest = new Map<string, IncomingReview>();
  const copies: Skipped[] = [];
  for (const review of reviews) {
    const id = reviewIdOf(review.sourceName, review.key);
    const other = newest.get(id);
    const isNewer = (review.changedAt ?? 0) > (other?.changedAt ?? 0);
    if (!other || isNewer) newest.set(id, review);
    if (!other) continue;
    const [kept, dropped] = isNewer ? [review, other] : [other, review];
    const reason =
      review.sourceId === undefined
        ? `has the same author, date and text as ${kept.place}; only an id column could distinguish them`
        : `has the same id as ${kept.place}`;
    copies.push({ place: dropped.place, reason, id });
  }
  return { newest: [...newest], copies };
}

/** Returns a function that detects stored reviews whose file is gone without a tombstone. */
function createDeletedCheck(
  seen: SeenReviews,
  { files, unreadable, removedIds }: StoredContent,
): (id: string, traits: Traits) => boolean {
  const present = new Set([
    ...removedIds,
    ...files.map(({ review }) => review.id),
    ...unreadable.flatMap(({ ids }) => ids),
  ]);
  const tracesOf = (id: string, { sourceId, author, date, body }: Traits) => {
    const pairs = [
      [author, date],
      [author, body],
      [date, body],
    ];
    const known = pairs.filter((pair) => !pair.includes(undefined));
    return [id, ...(sourceId ? [sourceId] : []), ...known.map((pair) => pair.join())];
  };
  const traces = new Set(
    [...seen].flatMap(([id, traits]) => (present.has(id) ? [] : tracesOf(id, traits))),
  );
  return (id, traits) => tracesOf(id, traits).some((trace) => traces.has(trace));
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
    if (decision.kind === 'update') present.add(decision.update.before.id);
  }
  return stored.files
    .filter(({ review }) => sources.has(review.source.name) && !present.has(review.id))
    .map(({ file }) => file);
}

function collectNotes({ incoming, decision, isLike }: Decided, today: string): Noted[] {
  if (decision.kind === 'skip') return [];
  const { place, notes, datePublished } = incoming;
  const noted: Noted[] = notes.map((note) => ({ place, note }));
  if (isLike) noted.push({ place, note: 'rating-alike' });
  if (datePublished > today) noted.push({ place, note: 'future-date' });
  return noted;
}
