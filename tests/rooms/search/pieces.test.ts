import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { joinPieces, lengthOf, offsetsOf, pieceAt, slicePieces } from '#search/corpus/pieces.ts';
import { ReviewBlocks } from '#search/corpus/review-blocks.ts';
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

test('pieces are one plain buffer when joined, a single one without a copy', () => {
  fc.assert(
    fc.property(anyPieces, (body) => {
      const plain = Buffer.concat(body);
      assert.equal(lengthOf(body), plain.length);
      assert.deepEqual(joinPieces(body), plain);
      for (const piece of body) {
        const { buffer, byteOffset, length } = joinPieces([piece]);
        assert.equal(buffer, piece.buffer);
        assert.deepEqual([byteOffset, length], [piece.byteOffset, piece.length]);
      }
      const offsets = offsetsOf(body);
      for (const [offset, byte] of plain.entries()) {
        const number = pieceAt(offsets, offset);
        assert.equal(body[number]?.[offset - (offsets[number] ?? 0)], byte);
      }
    }),
  );
});

test('a slice is what one plain buffer gives, without a copy', () => {
  fc.assert(
    fc.property(anyPieces, fc.nat(170), fc.nat(170), (body, one, other) => {
      const plain = Buffer.concat(body);
      const [from, to] = [Math.min(one, other), Math.max(one, other)];
      const slice = slicePieces(body, from, to);
      assert.deepEqual(Buffer.concat(slice), plain.subarray(from, to));
      assert.deepEqual(slicePieces(body, from, to, offsetsOf(body)), slice);
      const memories = new Set(body.map(({ buffer }) => buffer));
      assert.ok(slice.every(({ buffer }) => memories.has(buffer)));
      const rest = slicePieces(body, from, Number.POSITIVE_INFINITY);
      assert.deepEqual(Buffer.concat(rest), plain.subarray(from));
    }),
    { numRuns: runs(500) },
  );
});

const BLOCK_BYTES = 128 * 1024;
const BETWEEN = ',\n';

/** Lines of these lengths, no two alike. */
function linesOf(lengths: readonly number[]): Buffer[] {
  return lengths.map((length, index) => Buffer.alloc(length, `{"line":${index}}`));
}

/** Lines one after another, as an earlier rendering has made a block of them. */
function blockOf(lines: readonly Buffer[], isFirst = true): Buffer {
  const texts = lines.map((line) => line.toString('latin1'));
  return Buffer.from((isFirst ? '' : BETWEEN) + texts.join(BETWEEN), 'latin1');
}

function addTo(blocks: ReviewBlocks, lengths: readonly number[]): ReviewBlocks {
  for (const line of linesOf(lengths)) blocks.add(line);
  return blocks;
}

const lengths = fc.array(
  fc.oneof(
    { weight: 4, arbitrary: fc.integer({ min: 2, max: 2_000 }) },
    { weight: 3, arbitrary: fc.integer({ min: 3_000, max: 60_000 }) },
    { weight: 1, arbitrary: fc.integer({ min: 100_000, max: 600_000 }) },
  ),
  { minLength: 1, maxLength: 12 },
);
const anySteps = fc.array(fc.record({ isTaken: fc.boolean(), lengths }), { maxLength: 8 });

test('all lines come out in their order, whatever is added and what is taken', () => {
  fc.assert(
    fc.property(anySteps, (steps) => {
      const blocks = new ReviewBlocks();
      const all: Buffer[] = [];
      const taken: Buffer[] = [];
      for (const step of steps) {
        assert.equal(blocks.isEmpty, all.length === 0);
        const lines = linesOf(step.lengths);
        if (step.isTaken) {
          const block = blockOf(lines, blocks.isEmpty);
          blocks.take(block);
          taken.push(block);
        } else addTo(blocks, step.lengths);
        all.push(...lines);
      }
      const made = blocks.finish();
      assert.ok(joinPieces(made).equals(blockOf(all)));
      for (const block of taken) assert.ok(made.includes(block), 'taken as it is');
      for (const [index, block] of made.entries()) {
        const begins = joinPieces([block]).toString('latin1', 0, 2) === BETWEEN;
        assert.equal(begins, index > 0);
      }
    }),
  );
});

for (const length of [100, 999, 20_000, 60_000]) {
  test(`thousands of lines of ${length} bytes leave no tiny block, all in shared memory`, () => {
    const made = addTo(new ReviewBlocks(), Array<number>(3_000).fill(length)).finish();
    for (const block of made) {
      assert.ok(block.length >= BLOCK_BYTES / 2, `${block.length}`);
      assert.ok(block.length <= 2 * BLOCK_BYTES + length, `${block.length}`);
      assert.ok(block.buffer instanceof SharedArrayBuffer);
      assert.equal(block.buffer.byteLength, block.length);
    }
  });
}

test('a block is not to be taken while too few lines wait before it', () => {
  const blocks = new ReviewBlocks();
  assert.equal(blocks.canTakeBlock, true);
  assert.equal(addTo(blocks, [10_000, 10_000]).canTakeBlock, false);
  assert.equal(addTo(blocks, [10_000, 10_000]).canTakeBlock, true);
  blocks.take(blockOf(linesOf([50_000]), false));
  assert.equal(blocks.canTakeBlock, true);
});
