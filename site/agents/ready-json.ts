import { memoize } from '#dataset/edits/memoize.ts';
import { type Corpus, reviewText } from '#search/corpus/corpus.ts';

/** A JSON text that is sent twice: as it is, and inside a JSON string for clients that read only text. */
export type ReadyJson = {
  /** The text, in pieces. */
  readonly plain: readonly Uint8Array[];
  /** The same as it stands between the quotation marks of a JSON string, in pieces. */
  readonly escaped: readonly Uint8Array[];
};

/** Makes both forms of a JSON text. */
export function readyJson(text: string): ReadyJson {
  return { plain: [Buffer.from(text)], escaped: [escapeJson(text)] };
}

/** A text as it stands between the quotation marks of a JSON string. */
export function escapeJson(text: string): Buffer {
  return Buffer.from(JSON.stringify(text).slice(1, -1));
}

/** Maximum bytes kept of one release, about 12,000 reviews of usual length; beyond, all are dropped. */
export const MAX_KEPT_BYTES = 16 * 1024 * 1024;

type Kept = { readonly reviews: Map<number, Uint8Array>; bytes: number };

const keptOf = memoize((_: Corpus): Kept => ({ reviews: new Map(), bytes: 0 }));

/** A published review, escaped for a JSON string and kept, as the same reviews are asked for again. */
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
