import type { StoredReview } from '#dataset/stored-review.ts';
import { displayName, type NamePolicy } from './author-name.ts';
import type { IncomingReview } from './incoming-review.ts';

export type ImportOptions = {
  /** Undefined: short names for new reviews, and for stored ones the form they have. */
  readonly names: NamePolicy | undefined;
  readonly isVerified: boolean;
  /** The day of the import in the business's time zone. */
  readonly today: string;
};

/** The review as it is stored when it comes in for the first time. */
export function newReview(
  id: string,
  incoming: IncomingReview,
  options: ImportOptions,
): StoredReview {
  const { sourceName, sourceId, url, name, inLanguage, ownerReply } = incoming;
  const { dateCreated, dateModified } = incoming;
  return {
    id,
    author: { name: displayName(incoming.authorName, options.names ?? 'first-initial') },
    datePublished: incoming.datePublished,
    ...(dateCreated && { dateCreated }),
    ...(dateModified && { dateModified }),
    rating: incoming.rating,
    ...(name && { name }),
    ...(inLanguage && { inLanguage }),
    source: { name: sourceName, ...(sourceId && { id: sourceId }), ...(url && { url }) },
    verification: options.isVerified
      ? { status: 'verified', method: 'platform-import', date: options.today }
      : { status: 'pending' },
    relationship: 'none',
    ...(ownerReply && { ownerReply }),
    reviewBody: incoming.reviewBody,
  };
}

/** Where a new review lies; editors may move the file, its id counts. */
export function pathOf({ id, datePublished }: StoredReview): string {
  const [year, month] = datePublished.split('-');
  return `reviews/${year}/${month}/${datePublished}-${id}.md`;
}
