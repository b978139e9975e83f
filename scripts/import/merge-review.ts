import { isDeepStrictEqual } from 'node:util';
import type { StoredReview } from '#dataset/stored-review.ts';
import { ANONYMOUS, displayName, displayNames, type NamePolicy } from './author-name.ts';
import type { IncomingReview, SpokenOf } from './incoming-review.ts';

/** The members that an import owns; all others belong to the editors. */
const OWNED_KEYS = [
  'author',
  'datePublished',
  'dateCreated',
  'dateModified',
  'rating',
  'name',
  'inLanguage',
  'source',
  'ownerReply',
  'reviewBody',
] as const;
export type OwnedKey = (typeof OWNED_KEYS)[number];

export type Merged = {
  readonly review: StoredReview;
  readonly changed: readonly OwnedKey[];
  /** The stored author name is neither the source's nor a short form of it. */
  readonly isAuthorKept: boolean;
};

/**
 * The stored review with what the source says of it. What the export is silent about, and what
 * editors added, stays. `policy` is undefined where nobody asked for other names than stored.
 */
export function mergeReview(
  stored: StoredReview,
  incoming: IncomingReview,
  speaksOf: ReadonlySet<SpokenOf>,
  policy: NamePolicy | undefined,
): Merged {
  const spoken = (key: SpokenOf): boolean => speaksOf.has(key);
  const url = incoming.url ?? stored.source.url;
  const sourceId = stored.source.id ?? incoming.sourceId;
  const author = mergeAuthor(stored.author.name, incoming.authorName, policy);
  const review = withoutUndefined<StoredReview>({
    ...stored,
    author: { name: author.name },
    datePublished: incoming.datePublished,
    dateCreated: spoken('dateCreated') ? incoming.dateCreated : stored.dateCreated,
    dateModified: spoken('dateModified') ? incoming.dateModified : stored.dateModified,
    rating: incoming.rating,
    name: incoming.name ?? stored.name,
    inLanguage: incoming.inLanguage ?? stored.inLanguage,
    source: {
      name: stored.source.name,
      ...(sourceId !== undefined && { id: sourceId }),
      ...(url !== undefined && { url }),
    },
    ownerReply: spoken('ownerReply') ? incoming.ownerReply : stored.ownerReply,
    reviewBody: spoken('reviewBody') ? incoming.reviewBody : stored.reviewBody,
  });
  return {
    review,
    changed: OWNED_KEYS.filter((key) => !isDeepStrictEqual(review[key], stored[key])),
    isAuthorKept: author.isKept,
  };
}

/**
 * An editor may have shortened or changed a name at the reviewer's wish, and an import must not
 * undo it. Only a form of the source's own name follows the policy, and anonymity always wins.
 */
function mergeAuthor(
  stored: string,
  incoming: string | undefined,
  policy: NamePolicy | undefined,
): { readonly name: string; readonly isKept: boolean } {
  if (incoming === undefined) return { name: ANONYMOUS, isKept: false };
  if (!displayNames(incoming).includes(stored)) return { name: stored, isKept: true };
  return { name: policy === undefined ? stored : displayName(incoming, policy), isKept: false };
}

type Loose<Value> = { [Key in keyof Value]: Value[Key] | undefined };

function withoutUndefined<Value extends object>(value: Loose<Value>): Value;
function withoutUndefined(value: object): object {
  return Object.fromEntries(Object.entries(value).filter(([, member]) => member !== undefined));
}
