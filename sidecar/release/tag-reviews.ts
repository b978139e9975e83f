import type { Corpus } from '#search/corpus.ts';
import { idAt } from '#search/review-position.ts';
import { cacheTags, MAX_NAMED } from '../http/cache-tags.ts';
import type { RawHeaders } from '../http/shared-headers.ts';

/** The cache tags of an answer that shows the reviews at some positions. */
export function tagReviews(corpus: Corpus, positions: readonly number[]): RawHeaders {
  // One more than are named is enough to know that there are too many.
  return cacheTags(positions.slice(0, MAX_NAMED + 1).map((position) => idAt(corpus, position)));
}
