import { type Placed, pagesBesideReviews } from '#release/page-addresses.ts';
import { archiveFeedPaths } from './feed-archive.ts';

/** Maximum addresses that a manifest lists: it is written again at every edit. */
export const MAX_VANISHED_ADDRESSES = 10_000;

/** The addresses of a release that depend on its content, except those of single reviews. */
export function placesOf(release: Placed): string[] {
  return [...pagesBesideReviews(release), ...archiveFeedPaths(release)];
}

/**
 * Returns the addresses of earlier releases that a release no longer has: the last to vanish first,
 * within a bound. Caches must be told that nothing is there any more.
 */
export function findVanishedAddresses(
  earlier: readonly string[],
  present: readonly string[],
): string[] {
  return [...new Set(earlier).difference(new Set(present))].slice(0, MAX_VANISHED_ADDRESSES);
}
