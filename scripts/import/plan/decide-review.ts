import { createHash } from 'node:crypto';
import { isDeepStrictEqual } from 'node:util';
import { inKib, isTextShort, MAX_TEXT_BYTES } from '#dataset/schema/content-limits.ts';
import { ReviewFrontMatter, type StoredReview } from '#dataset/schema/stored-review.ts';
import { fold } from '#dataset/text/fold.ts';
import { dayAfter, isLater } from '#dataset/zoned-day.ts';
import type { Splice } from '../../content/edits/edits.ts';
import { pathOf, renderReview, updateReview } from '../../content/edits/review-file.ts';
import type { StoredFile } from '../../content/stored-folder.ts';
import type { IncomingReview } from '../rows/incoming-review.ts';
import { displayName, type NamePolicy } from './author-name.ts';
import type { Match } from './match-reviews.ts';
import { type MergeContext, type Merged, mergeReview, withoutUndefined } from './merge-review.ts';
import type { Row } from './review-index.ts';

export type Addition = {
  readonly kind: 'add';
  readonly id: string;
  readonly file: string;
  readonly text: string;
  readonly place: string;
  readonly isPending: boolean;
  /** The review that it may be a version of: it is pending then, so that a person looks. */
  readonly doubt: string | undefined;
  readonly incoming: Pick<IncomingReview, 'sourceName' | 'isVouched' | 'authorName'>;
  readonly line: string;
};

/** A stored review that is in the export, with the outcome of its parts. */
export type Update = Merged & {
  readonly kind: 'update';
  readonly id: string;
  readonly file: string;
  readonly before: StoredReview;
  readonly place: string;
  /** Undefined if the file stays as it is. */
  readonly text: string | undefined;
  readonly textBefore: string | undefined;
  readonly splices?: readonly Splice[];
};

type Decision = Addition | Update | { readonly kind: 'skip'; readonly reason: string };

export type ImportOptions = {
  /** Undefined: short names for new reviews, and their own form for stored ones. */
  readonly names: NamePolicy | undefined;
  readonly isVerified: boolean;
  readonly today: string;
};

type DecisionContext = ImportOptions &
  MergeContext & { readonly hasFile: (file: string) => boolean };

const UNWRITABLE = 'cannot be written so that it reads back unchanged';

export function decideReview(row: Row, match: Match, context: DecisionContext): Decision {
  const later = findFutureDate(row.incoming, context.today);
  if (later !== undefined) return skip(later);
  if (match.kind === 'skip') return match;
  return match.kind === 'new' ? add(row, match.doubt, context) : update(row, match.file, context);
}

function skip(reason: string): Decision {
  return { kind: 'skip', reason };
}

function update(row: Row, stored: StoredFile, context: DecisionContext): Decision {
  const { file, review: before } = stored;
  const merged = mergeReview(before, row, context);
  const { place } = row.incoming;
  const outcome = { ...merged, kind: 'update', id: before.id, file, before, place } as const;
  // One of the two is dropped: most of an export is as it is stored.
  const same = { ...outcome, review: before, text: undefined, textBefore: undefined };
  if (isDeepStrictEqual(merged.review, before)) return same;
  const { digest: _, ...source } = merged.review.source;
  const review = { ...merged.review, source };
  const edited = updateReview(stored, review);
  const fault = findStorageFault(review);
  if (fault !== undefined || !edited) return skip(fault ?? UNWRITABLE);
  return { ...outcome, review, textBefore: stored.text, ...edited };
}

function add(row: Row, doubt: string | undefined, context: DecisionContext): Decision {
  const { id, incoming, said } = row;
  const vouched = doubt === undefined ? incoming : { ...incoming, isVouched: false };
  const review = newReview(id, vouched, context);
  const file = pathOf(review);
  if (context.hasFile(file)) return skip(`its file ${file} exists and contains another review`);
  const text = renderReview(review);
  const fault = findStorageFault(review);
  if (fault !== undefined || text === undefined) return skip(fault ?? UNWRITABLE);
  const isPending = review.verification.status === 'pending';
  const line = said.with('author', context.memory.mark('author', review.author.name)).toString();
  return { kind: 'add', id, file, text, place: incoming.place, doubt, isPending, incoming, line };
}

/** Returns the review as it is stored when it comes in for the first time. */
export function newReview(
  id: string,
  incoming: IncomingReview,
  { names, isVerified, today }: ImportOptions,
): StoredReview {
  const { sourceName, sourceId, url, name, inLanguage, ownerReply, datePublished } = incoming;
  const { dateCreated, dateModified, technicians = [], isVouched = isVerified } = incoming;
  return withoutUndefined<StoredReview>({
    id,
    author: { name: displayName(incoming.authorName, names ?? 'first-initial') },
    datePublished,
    dateCreated,
    dateModified,
    rating: incoming.rating,
    name,
    inLanguage,
    source: withoutUndefined<StoredReview['source']>({ name: sourceName, id: sourceId, url }),
    verification: isVouched
      ? { status: 'verified', method: 'platform-import', date: today }
      : { status: 'pending' },
    relationship: 'none',
    technicians: technicians.length > 0 ? [...technicians] : undefined,
    ownerReply,
    reviewBody: incoming.reviewBody,
  });
}

/** Ids never change, and the first were made when these were not folded yet. */
const NOT_IN_IDS = /[đðħłøŧþæœ]/giu;

/**
 * Returns `<source>-<first 12 hex digits of SHA-256 of the key>`: a review always gets the same id.
 */
export function reviewIdOf(sourceName: string, key: string): string {
  const hash = createHash('sha256').update(key).digest('hex').slice(0, 12);
  const name = sourceName.normalize('NFKD').replace(NOT_IN_IDS, '-');
  return `${slugOf(name, 'import').slice(0, 40).replace(/-$/, '')}-${hash}`;
}

/** Returns the text as lower-case letters, digits and hyphens, or the fallback if none are left. */
export function slugOf(text: string, fallback: string): string {
  const slug = fold(text)
    .replace(/[^a-z0-9]+/g, '-')
    .replace(/^-|-$/g, '');
  return slug || fallback;
}

/** Returns the reason why a review cannot be stored yet: one of its dates is later than tomorrow. */
function findFutureDate(review: IncomingReview, today: string): string | undefined {
  const { datePublished, dateModified, ownerReply } = review;
  const tomorrow = dayAfter(today);
  const dates = [datePublished, dateModified, ownerReply?.datePublished];
  const later = dates.find((date) => date !== undefined && isLater(date, tomorrow));
  return (
    later &&
    `its date ${later} is later than tomorrow, ${tomorrow}; check the time zone and the date format`
  );
}

function findStorageFault(review: StoredReview): string | undefined {
  const { reviewBody, ...frontMatter } = review;
  const { datePublished, dateModified, ownerReply } = frontMatter;
  const [issue] = ReviewFrontMatter.safeParse(frontMatter).error?.issues ?? [];
  if (issue) return `${issue.path.join('.')} ${issue.message}`;
  const isReplyTooEarly = (ownerReply?.datePublished ?? datePublished) < datePublished;
  if (isReplyTooEarly) return 'the stored reply would be dated before the review';
  if (dateModified !== undefined && dateModified < datePublished) {
    return 'the stored dateModified would be before the date of the review';
  }
  if (!isTextShort(reviewBody)) {
    return `its text has ${inKib(Buffer.byteLength(reviewBody))} and may have at most ${inKib(MAX_TEXT_BYTES)}`;
  }
  return undefined;
}
