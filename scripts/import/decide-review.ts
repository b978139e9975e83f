import type { StoredReview } from '#dataset/stored-review.ts';
import { renderReview, updateReview } from './front-matter.ts';
import type { IncomingReview, ReviewExport } from './incoming-review.ts';
import type { KnownReviews } from './known-reviews.ts';
import { mergeReview, type OwnedKey } from './merge-review.ts';
import { type ImportOptions, newReview, pathOf } from './new-review.ts';
import { findStorageFault } from './storage-fault.ts';
import type { StoredFile } from './stored-content.ts';
import type { StoredIndex } from './stored-index.ts';

/** A file to write. `text` is the whole of it. */
export type Addition = { readonly file: string; readonly text: string; readonly place: string };
export type Change = Addition & {
  readonly before: StoredReview;
  readonly after: StoredReview;
  readonly keys: readonly OwnedKey[];
};

/** What becomes of one incoming review. */
export type Decision =
  | { readonly kind: 'add'; readonly addition: Addition }
  | { readonly kind: 'change'; readonly change: Change; readonly match: Match }
  | { readonly kind: 'leave'; readonly match: Match }
  | { readonly kind: 'skip'; readonly reason: string };

/** The stored file of the same review. */
type Match = StoredFile & { readonly isAuthorKept: boolean };

export type DecisionContext = ImportOptions & {
  readonly index: StoredIndex;
  readonly known: KnownReviews;
  readonly removedIds: ReadonlySet<string>;
  readonly speaksOf: ReviewExport['speaksOf'];
};

const UNWRITABLE = 'cannot be written so that it reads back the same';

/** Decides whether a review is new, changed, the same as stored, or not to be imported. */
export function decideReview(
  id: string,
  incoming: IncomingReview,
  context: DecisionContext,
): Decision {
  const skip = (reason: string): Decision => ({ kind: 'skip', reason });
  const [match, other] = context.index.filesOf(id, incoming);
  if (context.removedIds.has(match?.review.id ?? id)) return skip('stands in removed.yaml');
  const broken = context.index.unreadableFileOf(id);
  if (broken) return skip(`its file cannot be read and was left alone: ${broken.problem}`);
  if (match && other) return skip(`is stored twice, in ${match.file} and ${other.file}`);
  if (match) return update(match, incoming, context);
  const twin = context.known.find(incoming);
  if (twin !== undefined) return skip(`is the same in author, date and text as ${twin}`);
  return add(id, incoming, context);
}

function update(file: StoredFile, incoming: IncomingReview, context: DecisionContext): Decision {
  const merged = mergeReview(file.review, incoming, context.speaksOf, context.names);
  const match = { ...file, isAuthorKept: merged.isAuthorKept };
  if (merged.changed.length === 0) return { kind: 'leave', match };
  const text = updateReview(file.text, merged.review, merged.changed);
  const fault = findStorageFault(merged.review, text);
  if (fault !== undefined) return { kind: 'skip', reason: fault };
  if (text === undefined) return { kind: 'skip', reason: UNWRITABLE };
  const { review: after, changed: keys } = merged;
  const change = { file: file.file, text, place: incoming.place, before: file.review, after, keys };
  return { kind: 'change', change, match };
}

function add(id: string, incoming: IncomingReview, context: DecisionContext): Decision {
  const review = newReview(id, incoming, context);
  const file = pathOf(review);
  if (context.index.hasFile(file)) {
    return { kind: 'skip', reason: `its file ${file} exists and holds another review` };
  }
  const text = renderReview(review);
  const fault = findStorageFault(review, text);
  if (fault !== undefined) return { kind: 'skip', reason: fault };
  if (text === undefined) return { kind: 'skip', reason: UNWRITABLE };
  return { kind: 'add', addition: { file, text, place: incoming.place } };
}
