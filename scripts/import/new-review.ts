import { SOURCE_FIELDS } from '#dataset/source-digest.ts';
import type { StoredReview } from '#dataset/stored-review.ts';
import { displayName, type NamePolicy } from './author-name.ts';
import { comparable } from './clean-text.ts';
import type { IncomingReview } from './incoming-review.ts';
import type { SourceMarks } from './source-marks.ts';

export type ImportOptions = {
  /** Undefined: short names for new reviews, and for stored ones the form they have. */
  readonly names: NamePolicy | undefined;
  readonly isVerified: boolean;
  /** The day of the import in the business's time zone. */
  readonly today: string;
  /** What the digests of this content folder are made with. */
  readonly marks: SourceMarks;
};

/** The review as it is stored when it comes in for the first time. */
export function newReview(
  id: string,
  incoming: IncomingReview,
  options: ImportOptions,
): StoredReview {
  const { sourceName, sourceId, url, name, inLanguage, ownerReply } = incoming;
  const { dateCreated, dateModified } = incoming;
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
    verification: newVerification(options),
    relationship: 'none',
    ...(ownerReply && { ownerReply }),
    reviewBody: incoming.reviewBody,
  };
}

/** How far a text counts as verified that comes in for the first time. */
export function newVerification({
  isVerified,
  today,
}: ImportOptions): StoredReview['verification'] {
  return isVerified
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

/** Where a new review lies; editors may move the file, its id counts. */
export function pathOf({ id, datePublished }: StoredReview): string {
  const [year, month] = datePublished.split('-');
  return `reviews/${year}/${month}/${datePublished}-${id}.md`;
}
