import { z } from 'zod';

/** Reviews that a release lacks by a mishap, it seems. */
export const Vanished = z.strictObject({
  /** How many were published. */
  published: z.int(),
  /** The ids of those that are missed. */
  vanished: z.array(z.string()),
  /** Those that were missed as well, and were taken down since. */
  takenDown: z.array(z.string()),
});
export type Vanished = z.infer<typeof Vanished>;

type Stated = {
  readonly reviews: readonly { readonly id: string }[];
  readonly removed: readonly { readonly id: string }[];
};

/** So many may go at once without a tombstone, however few there are. */
const MAX_VANISHED = 5;

/**
 * The reviews that were published, and that a dataset has neither as reviews nor as removed, where
 * these are so many that a mishap is likely, such as a folder that is not mounted: more than five, and
 * half of all at least. Otherwise undefined. Those that were missed `before` count although they are
 * taken down by now: that says nothing of the others.
 */
export function findVanished(
  published: ReadonlySet<string>,
  { reviews, removed }: Stated,
  before: ReadonlySet<string> = new Set(),
): Vanished | undefined {
  const takenDown = new Set(removed.map(({ id }) => id));
  const missed = published
    .difference(new Set(reviews.map(({ id }) => id)))
    .difference(takenDown.difference(before));
  if (missed.size <= MAX_VANISHED || 2 * missed.size < published.size) return undefined;
  const vanished = [...missed.difference(takenDown)];
  if (vanished.length === 0) return undefined;
  return { published: published.size, vanished, takenDown: [...missed.intersection(takenDown)] };
}

/** Says so to an operator, with what to do; `confirm` is how to publish all the same. */
export function describeVanished({ vanished, published }: Vanished, confirm: string): string {
  return (
    `${vanished.length} of ${published} published reviews would vanish without an entry in removed.yaml, as where a folder is lost or not mounted. ` +
    `Bring them back or, if they are to go, run: ${confirm}`
  );
}
