import { readFileSync } from 'node:fs';
import { join, relative, resolve } from 'node:path';
import { hidesReviews } from '#dataset/check/check-evidence.ts';
import type { Draft } from '#dataset/content.ts';

/** The published reviews of a site, which is one content folder of one business. */
type Published = {
  /** The path of that folder, relative to the release's folder. */
  readonly content: string;
  /** The name of the business. */
  readonly business: string;
  /** The ids of the reviews. */
  readonly reviews: readonly string[];
};

/** The reviews that content publishes and removes, even if it has errors elsewhere. */
export type StatedReviews = {
  readonly business: { readonly name: string };
  readonly reviews: readonly { readonly id: string }[];
  readonly removed: readonly { readonly id: string }[];
};

/** The reviews that a release would lose, probably by accident, and the number published. */
export type Vanished = { readonly vanished: readonly string[]; readonly published: number };

export const PUBLISHED_FILE = 'published.json';

/** The number that may vanish at once without a tombstone, even if there are no others. */
const MAX_VANISHED = 5;

const pathFrom = (folder: string, contentDir: string) =>
  relative(resolve(folder), resolve(contentDir));

/** Serializes the content of PUBLISHED_FILE in the folder of a release. */
export function serializePublished(
  folder: string,
  contentDir: string,
  { business, reviews }: StatedReviews,
): string {
  const published: Published = {
    content: pathFrom(folder, contentDir),
    business: business.name,
    reviews: reviews.map(({ id }) => id),
  };
  return `${JSON.stringify(published)}\n`;
}

/** Reads PUBLISHED_FILE; `isOther` if it is of another content folder. Undefined if unreadable. */
export function readPublished(folder: string, contentDir: string) {
  try {
    const published: Published = JSON.parse(readFileSync(join(folder, PUBLISHED_FILE), 'utf8'));
    if (!Array.isArray(published.reviews)) return undefined;
    return { ...published, isOther: published.content !== pathFrom(folder, contentDir) };
  } catch {
    return undefined;
  }
}

/** The reviews of a draft; undefined if an error hides some of them. */
export function statedReviewsOf(draft: Draft): StatedReviews | undefined {
  const { business, reviews, removals, problems } = draft;
  if (!business || problems.some(hidesReviews)) return undefined;
  const stated = reviews.map(({ value }) => value);
  return {
    business: business.value,
    reviews: stated.filter(({ verification }) => verification.status === 'verified'),
    removed: removals?.value ?? [],
  };
}

/**
 * Finds published reviews that content neither has nor removes, if an accident is likely, such as a
 * folder that is not mounted: more than five, and at least half of them all. Otherwise undefined.
 * During a hold (`isHeld`) a single one is enough, so that a half-restored folder is not published.
 */
export function findVanished(
  published: ReadonlySet<string>,
  { reviews, removed }: Pick<StatedReviews, 'reviews' | 'removed'>,
  isHeld = false,
): Vanished | undefined {
  const vanished = published.difference(new Set([...reviews, ...removed].map(({ id }) => id)));
  const { size } = vanished;
  const isMishap = isHeld ? size > 0 : size > MAX_VANISHED && 2 * size >= published.size;
  return isMishap ? { vanished: [...vanished], published: published.size } : undefined;
}

/** Returns the message for an operator; `confirm` is the command that publishes anyway. */
export function describeVanished({ vanished, published }: Vanished, confirm: string): string {
  return (
    `${vanished.length} of ${published} published reviews would vanish without an entry in removed.yaml, as if a folder is lost or not mounted. ` +
    `Restore them or, if they should go, run: ${confirm}`
  );
}
