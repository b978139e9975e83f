import { Readable } from 'node:stream';
import { joinPieces, lengthOf, type Pieces } from '#search/pieces.ts';

/** Above this a body is sent in parts. */
const WHOLE_BYTES = 1024 * 1024;
const PART_BYTES = 256 * 1024;

function* cut(body: Pieces) {
  for (const piece of body) {
    for (let start = 0; start < piece.length; start += PART_BYTES) {
      yield piece.subarray(start, start + PART_BYTES);
    }
  }
}

/**
 * A body as undici shall send it, a large one without a copy. A socket takes whatever it is given and encrypts
 * it at once; with a large body for many slow subscribers that would be a copy for each.
 */
export function bodyInParts(body: Pieces): Uint8Array | Readable {
  if (lengthOf(body) <= WHOLE_BYTES) return joinPieces(body);
  return Readable.from(cut(body), { objectMode: true });
}
