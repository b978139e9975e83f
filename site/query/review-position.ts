import { z } from 'zod';
import { ReviewId } from '#dataset/scalars.ts';
import { type Corpus, reviewText } from './corpus.ts';
import { hashOfId } from './id-hash.ts';

const WithId = z.object({ id: ReviewId });

/** The position of the review with an id, or undefined where there is none. */
export function positionOf(corpus: Corpus, id: string): number | undefined {
  const hash = hashOfId(id);
  let position = corpus.idHashes.indexOf(hash);
  // Two ids may have one hash.
  while (position >= 0 && idAt(corpus, position) !== id) {
    position = corpus.idHashes.indexOf(hash, position + 1);
  }
  return position < 0 ? undefined : position;
}

/** The id of the review at a position. */
export function idAt(corpus: Corpus, position: number): string {
  return WithId.parse(JSON.parse(reviewText(corpus, position))).id;
}
