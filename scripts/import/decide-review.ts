import { isDeepStrictEqual } from 'node:util';
import type { StoredReview } from '#dataset/stored-review.ts';
import { renderReview, updateReview } from './front-matter.ts';
import type { IncomingReview } from './incoming-review.ts';
import type { Match } from './match-reviews.ts';
import { type MergeContext, type Merged, mergeReview } from './merge-review.ts';
import { type ImportOptions, newReview, newVerification, pathOf } from './new-review.ts';
import { findFutureDate, findStorageFault } from './storage-fault.ts';
import type { StoredFile } from './stored-content.ts';

/** A file to write. `text` is the whole of it. */
export type Addition = {
  readonly file: string;
  readonly text: string;
  readonly place: string;
  /** It was stored before, and its file was deleted. */
  readonly isAgain: boolean;
};

/** A stored review that is in the export: what became of its parts. */
export type Update = Merged & {
  readonly file: string;
  readonly before: StoredReview;
  readonly place: string;
  /** By what it was taken for this review, where an id or all three of these do not tell it. */
  readonly guess: string | undefined;
  /** What is to be written, if anything is. */
  readonly text: string | undefined;
};

/** What becomes of one incoming review. */
export type Decision =
  | { readonly kind: 'add'; readonly addition: Addition }
  | { readonly kind: 'update'; readonly update: Update }
  | { readonly kind: 'skip'; readonly reason: string };

export type DecisionContext = ImportOptions &
  MergeContext & {
    readonly hasFile: (file: string) => boolean;
    /** Whether a new review was stored before: nobody has said that it is to be public again. */
    readonly isAgain: boolean;
  };

const UNWRITABLE = 'cannot be written so that it reads back the same';

/** Decides what becomes of a review that is new, stored already, or not to be imported. */
export function decideReview(
  id: string,
  incoming: IncomingReview,
  match: Match,
  context: DecisionContext,
): Decision {
  const later = findFutureDate(incoming, context.today);
  if (later !== undefined) return { kind: 'skip', reason: later };
  if (match.kind === 'skip') return match;
  return match.kind === 'new'
    ? add(id, incoming, context)
    : update(match.file, match.guess, incoming, context);
}

function update(
  stored: StoredFile,
  guess: string | undefined,
  incoming: IncomingReview,
  context: DecisionContext,
): Decision {
  const { file, review: before } = stored;
  const { review, ...differences } = mergeReview(before, incoming, context);
  // Nobody has verified the text of another person, if it is one.
  const isOther =
    guess !== undefined && differences.taken.some(({ field }) => field === 'reviewBody');
  const isInherited = isOther && before.verification.status === 'verified';
  const verification = isInherited ? newVerification(context) : before.verification;
  const merged = { review: { ...review, verification }, ...differences };
  const update = { ...merged, file, before, guess, place: incoming.place };
  if (isDeepStrictEqual(merged.review, before)) {
    return { kind: 'update', update: { ...update, text: undefined } };
  }
  const text = updateReview(stored, merged.review);
  const fault = findStorageFault(merged.review);
  if (fault !== undefined) return { kind: 'skip', reason: fault };
  if (text === undefined) return { kind: 'skip', reason: UNWRITABLE };
  return { kind: 'update', update: { ...update, text } };
}

function add(id: string, incoming: IncomingReview, context: DecisionContext): Decision {
  const { isAgain } = context;
  const isVerified = context.isVerified && !isAgain;
  const review = newReview(id, incoming, { ...context, isVerified });
  const file = pathOf(review);
  if (context.hasFile(file)) {
    return { kind: 'skip', reason: `its file ${file} exists and holds another review` };
  }
  const text = renderReview(review);
  const fault = findStorageFault(review);
  if (fault !== undefined) return { kind: 'skip', reason: fault };
  if (text === undefined) return { kind: 'skip', reason: UNWRITABLE };
  return { kind: 'add', addition: { file, text, place: incoming.place, isAgain } };
}
