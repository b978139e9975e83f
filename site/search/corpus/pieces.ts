import { createHash } from 'node:crypto';
import { memoize } from '#dataset/memoize.ts';
import { firstWhere } from '#search/binary-search.ts';

/** The bytes of a file, in one piece or several: releases and threads share those that stay. */
export type Pieces = readonly Uint8Array[];

/** Bytes in memory that threads share: sent to another thread, they are not copied. */
export function shareBytes(bytes: Uint8Array): Uint8Array {
  const shared = new Uint8Array(new SharedArrayBuffer(bytes.length));
  shared.set(bytes);
  return shared;
}

/** The number of bytes of a body. */
export function lengthOf(body: Pieces): number {
  return body.reduce((length, piece) => length + piece.length, 0);
}

/** Returns a body in one piece: itself if it has only one, else a copy. */
export function joinPieces(body: Pieces): Buffer {
  const [first, ...rest] = body;
  if (!first || rest.length > 0) return Buffer.concat(body);
  return Buffer.from(first.buffer, first.byteOffset, first.byteLength);
}

/** The offset of each piece of a body. */
export const offsetsOf = memoize((body: Pieces): readonly number[] => {
  const offsets: number[] = [];
  let offset = 0;
  for (const { length } of body) {
    offsets.push(offset);
    offset += length;
  }
  return offsets;
});

/** The bytes from one offset to another, without a copy. */
export function slicePieces(body: Pieces, from: number, to: number): Pieces {
  const offsets = offsetsOf(body);
  const first = pieceAt(offsets, from);
  return body.slice(first, pieceAt(offsets, to - 1) + 1).map((piece, index) => {
    const offset = offsets[first + index] ?? 0;
    return piece.subarray(Math.max(0, from - offset), to - offset);
  });
}

/** The index of the last piece that begins at or before an offset. */
export function pieceAt(offsets: ArrayLike<number>, offset: number): number {
  return Math.max(0, firstWhere(0, offsets.length, (at) => (offsets[at] ?? 0) > offset) - 1);
}

/** A strong entity tag (RFC 9110 §8.8.3): 160 bits of the SHA-256 of all that makes a body. */
export function strongEtag(...pieces: readonly (string | Uint8Array)[]): string {
  const hash = createHash('sha256');
  for (const piece of pieces) hash.update(piece);
  return `"${hash.digest().toString('base64url', 0, 20)}"`;
}
