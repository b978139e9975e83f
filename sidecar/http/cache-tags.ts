import type { RawHeaders } from './shared-headers.ts';

/** An answer that shows more reviews than this is purged with any of them. */
export const MAX_NAMED = 50;

/**
 * The headers by which a CDN can purge an answer when a review changes or is taken down: `r-<id>`
 * for each review that it shows, or `reviews` where these are many. Cloudflare and Akamai read
 * Cache-Tag, with commas; Fastly and Varnish read Surrogate-Key, with blanks.
 */
export function cacheTags(ids: readonly string[]): RawHeaders {
  if (ids.length === 0) return [];
  const tags = ids.length > MAX_NAMED ? ['reviews'] : ids.map((id) => `r-${id}`);
  return ['Cache-Tag', tags.join(','), 'Surrogate-Key', tags.join(' ')];
}
