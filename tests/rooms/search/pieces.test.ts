import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { joinPieces, lengthOf, offsetsOf, pieceAt, slicePieces } from '#search/corpus/pieces.ts';
import { runs } from '../../support/at-length.ts';

/** Pieces of all kinds of memory, some of them empty, and views of a part of it. */
const anyPieces = fc.array(
  fc
    .tuple(fc.uint8Array({ maxLength: 20 }), fc.nat(3), fc.boolean())
    .map(([bytes, skipped, isShared]) => {
      const length = bytes.length + skipped + 1;
      const memory = isShared ? new SharedArrayBuffer(length) : new ArrayBuffer(length);
      const piece = new Uint8Array(memory, skipped, bytes.length);
      piece.set(bytes);
      return piece;
    }),
  { maxLength: 8 },
);

test('pieces are one plain buffer when joined or sliced, without a copy of what lies in one', () => {
  fc.assert(
    fc.property(anyPieces, fc.nat(170), fc.nat(170), (body, one, other) => {
      const plain = Buffer.concat(body);
      assert.equal(lengthOf(body), plain.length);
      assert.deepEqual(joinPieces(body), plain);
      const offsets = offsetsOf(body);
      for (const [offset, byte] of plain.entries()) {
        const number = pieceAt(offsets, offset);
        assert.equal(body[number]?.[offset - (offsets[number] ?? 0)], byte);
      }
      const [from, to] = [Math.min(one, other), Math.max(one, other)];
      const slice = slicePieces(body, from, to);
      assert.deepEqual(Buffer.concat(slice), plain.subarray(from, to));
      const memories = new Set(body.map(({ buffer }) => buffer));
      for (const piece of slice) {
        assert.ok(memories.has(piece.buffer));
        const { buffer, byteOffset, length } = joinPieces([piece]);
        assert.equal(buffer, piece.buffer);
        assert.deepEqual([byteOffset, length], [piece.byteOffset, piece.length]);
      }
      const rest = slicePieces(body, from, Number.POSITIVE_INFINITY);
      assert.deepEqual(Buffer.concat(rest), plain.subarray(from));
    }),
    { numRuns: runs(500) },
  );
});
