import { memoize } from '#dataset/memoize.ts';
import { type Corpus, reviewText } from '#search/corpus.ts';
import { escapeJson } from '../ready-json.ts';

/** What is kept of one release; then it is begun anew. About 12,000 reviews of usual length. */
export const MAX_KEPT_BYTES = 16 * 1024 * 1024;

type Kept = { readonly reviews: Map<number, Uint8Array>; bytes: number };

const keptOf = memoize((_: Corpus): Kept => ({ reviews: new Map(), bytes: 0 }));

/** A review as it is published, escaped for a JSON string: the same reviews are asked for again. */
export function escapedReview(corpus: Corpus, position: number): Uint8Array {
  const kept = keptOf(corpus);
  const known = kept.reviews.get(position);
  if (known) return known;
  const escaped = escapeJson(reviewText(corpus, position));
  if (kept.bytes + escaped.length > MAX_KEPT_BYTES) {
    kept.reviews.clear();
    kept.bytes = 0;
  }
  kept.reviews.set(position, escaped);
  kept.bytes += escaped.length;
  return escaped;
}
