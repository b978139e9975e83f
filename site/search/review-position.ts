import { z } from 'zod';
import { ReviewId } from '#dataset/scalars.ts';
import { type Corpus, reviewBytes, reviewText } from './corpus.ts';
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

/** The positions of all reviews by their ids. */
export function positionsOf(corpus: Corpus): ReadonlyMap<string, number> {
  const positions = new Map<string, number>();
  for (let position = 0; position < corpus.count; position++) {
    positions.set(idAt(corpus, position), position);
  }
  return positions;
}

// An id holds no quotation mark, and no member before it a text of somebody else's.
const ID = /^\{"@type":"Review","@id":"[^"]*","id":"([a-z0-9-]{4,64})"/;
/** Enough for the members up to the id, however long the origin is. */
const HEAD_BYTES = 1024;

/** The id of the review at a position. */
export function idAt(corpus: Corpus, position: number): string {
  const head = reviewBytes(corpus, position).toString('latin1', 0, HEAD_BYTES);
  return ID.exec(head)?.[1] ?? WithId.parse(JSON.parse(reviewText(corpus, position))).id;
}
