/** The bytes of a file, in one piece or several: releases and threads share those that stay. */
export type Pieces = readonly Uint8Array[];

/** How many bytes a body has. */
export function lengthOf(body: Pieces): number {
  return body.reduce((length, piece) => length + piece.length, 0);
}

/** A body in one piece: the very one where there is but one, else a copy. */
export function joinPieces(body: Pieces): Buffer {
  const [first, ...rest] = body;
  if (!first || rest.length > 0) return Buffer.concat(body);
  return Buffer.from(first.buffer, first.byteOffset, first.byteLength);
}

/** Where each piece of a body begins. */
export function offsetsOf(body: Pieces): Float64Array<ArrayBuffer> {
  const offsets = new Float64Array(body.length);
  let offset = 0;
  for (const [index, piece] of body.entries()) {
    offsets[index] = offset;
    offset += piece.length;
  }
  return offsets;
}

/** The bytes from one offset to another, without a copy. `offsets` are those of the pieces. */
export function slicePieces(
  body: Pieces,
  from: number,
  to: number,
  offsets: Float64Array = offsetsOf(body),
): Pieces {
  const slice: Uint8Array[] = [];
  for (let index = pieceAt(offsets, from); index < body.length; index++) {
    const piece = body[index];
    const offset = offsets[index] ?? 0;
    if (!piece || offset >= to) break;
    slice.push(piece.subarray(Math.max(0, from - offset), to - offset));
  }
  return slice;
}

/** The number of the last piece that begins at an offset or before it. */
export function pieceAt(offsets: Float64Array | Uint32Array, offset: number): number {
  let low = 0;
  let high = offsets.length;
  while (high - low > 1) {
    const middle = (low + high) >>> 1;
    if ((offsets[middle] ?? 0) <= offset) low = middle;
    else high = middle;
  }
  return low;
}
