import { createHash } from 'node:crypto';
import { isDeepStrictEqual } from 'node:util';
import { inKib, isTextShort, MAX_TEXT_BYTES } from '#dataset/schema/content-limits.ts';
import { SOURCE_FIELDS } from '#dataset/schema/source-digest.ts';
import { ReviewFrontMatter, type StoredReview } from '#dataset/schema/stored-review.ts';
import { fold } from '#dataset/text/fold.ts';
import { dayAfter, isLater } from '#dataset/zoned-day.ts';
import { digestText } from '../../content/edit-file.ts';
import { pathOf, renderReview, updateReview } from '../../content/review-file.ts';
import type { StoredFile } from '../../content/stored-folder.ts';
import { comparable } from '../read/clean-text.ts';
import type { IncomingReview } from '../read/incoming-review.ts';
import { displayName, type NamePolicy } from './author-name.ts';
import type { Match } from './match-reviews.ts';
import { type MergeContext, type Merged, mergeReview } from './merge-review.ts';
import type { SourceMarks } from './source-marks.ts';

export type Addition = {
  readonly file: string;
  readonly text: string;
  readonly place: string;
  readonly isAgain: boolean;
  readonly isPending: boolean;
  readonly incoming: Pick<IncomingReview, 'sourceName' | 'isVouched'>;
};

/** A stored review that is in the export, with the outcome of its parts. */
export type Update = Merged & {
  readonly file: string;
  readonly before: StoredReview;
  readonly place: string;
  /** The traits by which it was matched, unless an id or all three of these show it. */
  readonly guess: string | undefined;
  readonly text: string | undefined;
  /** The digest of the text to be replaced: the text itself is not kept. */
  readonly digestBefore: string | undefined;
};

export type Decision =
  | { readonly kind: 'add'; readonly addition: Addition }
  | { readonly kind: 'update'; readonly update: Update }
  | { readonly kind: 'skip'; readonly reason: string };

type DecisionContext = ImportOptions &
  MergeContext & {
    readonly hasFile: (file: string) => boolean;
    /** True if a new review was stored before: an editor has not asked to publish it again. */
    readonly isAgain: boolean;
  };

const UNWRITABLE = 'cannot be written so that it reads back unchanged';

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
  // The text of another person, if it is one, is not verified.
  const isOther =
    guess !== undefined && differences.taken.some(({ field }) => field === 'reviewBody');
  const isInherited = isOther && before.verification.status === 'verified';
  const verification = isInherited ? newVerification(incoming, context) : before.verification;
  const merged = { review: { ...review, verification }, ...differences };
  const update = { ...merged, file, before, guess, place: incoming.place };
  if (isDeepStrictEqual(merged.review, before)) {
    // One of the two is dropped: most of an export is as it is stored.
    return {
      kind: 'update',
      update: { ...update, review: before, text: undefined, digestBefore: undefined },
    };
  }
  const textBefore = stored.text;
  const text = updateReview({ file, text: textBefore, review: before }, merged.review);
  const fault = findStorageFault(merged.review);
  if (fault !== undefined) return { kind: 'skip', reason: fault };
  if (text === undefined) return { kind: 'skip', reason: UNWRITABLE };
  return { kind: 'update', update: { ...update, text, digestBefore: digestText(textBefore) } };
}

function add(id: string, incoming: IncomingReview, context: DecisionContext): Decision {
  const { isAgain } = context;
  const vouched = isAgain ? { ...incoming, isVouched: false } : incoming;
  const review = newReview(id, vouched, context);
  const file = pathOf(review);
  if (context.hasFile(file)) {
    return { kind: 'skip', reason: `its file ${file} exists and contains another review` };
  }
  const text = renderReview(review);
  const fault = findStorageFault(review);
  if (fault !== undefined) return { kind: 'skip', reason: fault };
  if (text === undefined) return { kind: 'skip', reason: UNWRITABLE };
  const isPending = review.verification.status === 'pending';
  const { place } = incoming;
  return { kind: 'add', addition: { file, text, place, isAgain, isPending, incoming } };
}

export type ImportOptions = {
  /** Undefined: short names for new reviews, and their own form for stored ones. */
  readonly names: NamePolicy | undefined;
  readonly isVerified: boolean;
  readonly today: string;
  readonly marks: SourceMarks;
};

/** Returns the review as it is stored when it comes in for the first time. */
export function newReview(
  id: string,
  incoming: IncomingReview,
  options: ImportOptions,
): StoredReview {
  const { sourceName, sourceId, url, name, inLanguage, ownerReply } = incoming;
  const { dateCreated, dateModified, relationship = 'none', technicians = [] } = incoming;
  const { aspects = {} } = incoming;
  const author = displayName(incoming.authorName, options.names ?? 'first-initial');
  const digest = digestOf({ ...incoming, author }, options.marks);
  return {
    id,
    author: { name: author },
    datePublished: incoming.datePublished,
    ...(dateCreated && { dateCreated }),
    ...(dateModified && { dateModified }),
    rating: incoming.rating,
    ...(name && { name }),
    ...(inLanguage && { inLanguage }),
    source: { name: sourceName, ...(sourceId && { id: sourceId }), ...(url && { url }), digest },
    verification: newVerification(incoming, options),
    relationship,
    ...(technicians.length > 0 && { technicians: [...technicians] }),
    ...(Object.keys(aspects).length > 0 && { aspects: { ...aspects } }),
    ...(ownerReply && { ownerReply }),
    reviewBody: incoming.reviewBody,
  };
}

/** Returns the verification of a text that comes in for the first time; the source knows best. */
function newVerification(
  { isVouched }: IncomingReview,
  { isVerified, today }: ImportOptions,
): StoredReview['verification'] {
  return (isVouched ?? isVerified)
    ? { status: 'verified', method: 'platform-import', date: today }
    : { status: 'pending' };
}

function digestOf(said: IncomingReview & { readonly author: string }, marks: SourceMarks): string {
  const key = marks.keyOf(said.datePublished, said.reviewBody);
  const all = SOURCE_FIELDS.flatMap((field) => {
    const mark = marks.markOf(key, field, said[field]);
    return mark === undefined ? [] : [[field, mark] as const];
  });
  const whole = marks.markOf(key, 'fullName', comparable(said.authorName ?? ''));
  return marks.write({
    key,
    marks: new Map([...all, ...(whole === undefined ? [] : [['fullName', whole] as const])]),
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

/**
 * Returns the reason why a review cannot be stored yet: one of its dates is later than tomorrow.
 */
function findFutureDate(review: IncomingReview, today: string): string | undefined {
  const { datePublished, dateModified, ownerReply } = review;
  const tomorrow = dayAfter(today);
  const dates = [datePublished, dateModified ?? '', ownerReply?.datePublished ?? ''];
  const later = dates.find((date) => date !== '' && isLater(date, tomorrow));
  return later
    ? `its date ${later} is later than tomorrow, ${tomorrow}; check the time zone and the date format`
    : undefined;
}

function findStorageFault(review: StoredReview): string | undefined {
  const { datePublished, dateModified, ownerReply, reviewBody, ...others } = review;
  const parsed = ReviewFrontMatter.safeParse({
    ...others,
    datePublished,
    dateModified,
    ownerReply,
  });
  const [issue] = parsed.error?.issues ?? [];
  if (issue) return `${issue.path.join('.')} ${issue.message}`;
  const isReplyTooEarly = ownerReply !== undefined && ownerReply.datePublished < datePublished;
  if (isReplyTooEarly) return 'the stored reply would be dated before the review';
  if (dateModified !== undefined && dateModified < datePublished) {
    return 'the stored dateModified would be before the date of the review';
  }
  if (!isTextShort(reviewBody)) {
    return `its text has ${inKib(Buffer.byteLength(reviewBody))} and may have at most ${inKib(MAX_TEXT_BYTES)}`;
  }
  return undefined;
}
