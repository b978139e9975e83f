import { readFileSync } from 'node:fs';
import { join, relative, resolve } from 'node:path';
import { z } from 'zod';
import { hidesReviews } from '#dataset/check/check-evidence.ts';
import type { Draft } from '#dataset/content.ts';

/** What is published, and whose: another content folder or another business is another site. */
const Published = z.strictObject({
  /** The content folder, as seen from that of the release. */
  content: z.string(),
  /** The name of the business. */
  business: z.string(),
  /** The ids of the reviews. */
  reviews: z.array(z.string()),
});
type Published = z.infer<typeof Published>;

/** What content says of its reviews, whatever else is wrong with it. */
export type StatedReviews = {
  readonly business: { readonly name: string };
  readonly reviews: readonly { readonly id: string }[];
  readonly removed: readonly { readonly id: string }[];
};

/** Reviews that a release would lack by a mishap, it seems, and how many were published. */
export type Vanished = { readonly vanished: readonly string[]; readonly published: number };

export const PUBLISHED_FILE = 'published.json';

/** So many may go at once without a tombstone, however few there are. */
const MAX_VANISHED = 5;

const pathFrom = (folder: string, contentDir: string) =>
  relative(resolve(folder), resolve(contentDir));

/** Serialises what the release of a folder publishes, for PUBLISHED_FILE in it. */
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

/** What the release of a folder publishes; `isOther`: of another content folder. */
export function readPublished(
  folder: string,
  contentDir: string,
): (Published & { readonly isOther: boolean }) | undefined {
  try {
    const published = Published.parse(
      JSON.parse(readFileSync(join(folder, PUBLISHED_FILE), 'utf8')),
    );
    return { ...published, isOther: published.content !== pathFrom(folder, contentDir) };
  } catch {
    return undefined;
  }
}

/** What a draft says of its reviews; undefined where an error in it hides some. */
export function statedReviewsOf({
  business,
  reviews,
  removals,
  problems,
}: Draft): StatedReviews | undefined {
  if (!business || problems.some(hidesReviews)) return undefined;
  const verified = reviews.filter(({ value }) => value.verification.status === 'verified');
  return {
    business: business.value,
    reviews: verified.map(({ value }) => value),
    removed: removals?.value ?? [],
  };
}

/**
 * The reviews that were published, and that content has neither as reviews nor as removed, where these
 * are so many that a mishap is likely, such as a folder that is not mounted: more than five, and half
 * of all at least. Otherwise undefined. Where it `isHeld` one is enough: half a folder that is back is
 * no edit.
 */
export function findVanished(
  published: ReadonlySet<string>,
  { reviews, removed }: Pick<StatedReviews, 'reviews' | 'removed'>,
  isHeld = false,
): Vanished | undefined {
  const vanished = new Set(published);
  for (const { id } of reviews) vanished.delete(id);
  for (const { id } of removed) vanished.delete(id);
  const { size } = vanished;
  const isMishap = isHeld ? size > 0 : size > MAX_VANISHED && 2 * size >= published.size;
  return isMishap ? { vanished: [...vanished], published: published.size } : undefined;
}

/** Says so to an operator, with what to do; `confirm` is how to publish all the same. */
export function describeVanished({ vanished, published }: Vanished, confirm: string): string {
  return (
    `${vanished.length} of ${published} published reviews would vanish without an entry in removed.yaml, as where a folder is lost or not mounted. ` +
    `Bring them back or, if they are to go, run: ${confirm}`
  );
}
