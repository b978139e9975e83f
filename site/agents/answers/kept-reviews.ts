import type { z } from 'zod';
import { memoize } from '#dataset/memoize.ts';
import { Review } from '#dataset/review.ts';
import { fold } from '#dataset/text/fold.ts';
import { type Corpus, reviewBytes, reviewText } from '#search/corpus/corpus.ts';
import { shortenReview } from './answer-size.ts';
import { costOf } from './text-cost.ts';

/** Serialized bytes of the reviews that are kept of one release, some 3,000; beyond, all are dropped. */
const MAX_KEPT_BYTES = 4 * 1024 * 1024;

/** Makes something of reviews by their position in a corpus, and keeps it: few are asked for often. */
export function keepByReview<Made>(
  make: (corpus: Corpus, position: number) => Made,
): (corpus: Corpus, position: number) => Made {
  const keptOf = memoize((_: Corpus) => ({ made: new Map<number, Made>(), bytes: 0 }));
  return (corpus, position) => {
    const kept = keptOf(corpus);
    const known = kept.made.get(position);
    if (known !== undefined) return known;
    const { length } = reviewBytes(corpus, position);
    if (kept.bytes + length > MAX_KEPT_BYTES) {
      kept.made.clear();
      kept.bytes = 0;
    }
    const made = make(corpus, position);
    kept.made.set(position, made);
    kept.bytes += length;
    return made;
  };
}

/** A review as detailed answers have it, with what it takes of their room. */
export const detailedAt = keepByReview((corpus, position) => {
  const text = shortenReview(reviewText(corpus, position));
  return { text, cost: costOf(text) };
});

const Read = Review.pick({
  id: true,
  url: true,
  author: true,
  datePublished: true,
  reviewRating: true,
  name: true,
  reviewBody: true,
  publisher: true,
  mentionedTechnicians: true,
  aspects: true,
  ownerReply: true,
  relationship: true,
}).strip();

/** What concise answers are made of: the review, and its text as search sees it. */
export type ReadReview = z.infer<typeof Read> & { readonly folded: string };

export const readReviewAt = keepByReview((corpus, position): ReadReview => {
  const review = Read.parse(JSON.parse(reviewText(corpus, position)));
  return { ...review, folded: fold(review.reviewBody) };
});
