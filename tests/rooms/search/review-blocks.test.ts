import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { joinPieces } from '#search/corpus/pieces.ts';
import { ReviewBlocks } from '#search/corpus/review-blocks.ts';

const KIB = 1024;
const BLOCK_BYTES = 128 * KIB;
const BETWEEN = ',\n';

/** Lines of these lengths, no two alike. */
function linesOf(lengths: readonly number[]): Buffer[] {
  return lengths.map((length, index) => Buffer.alloc(length, `{"line":${index}}`));
}

function textOf(lines: readonly Uint8Array[]): string {
  return lines.map((line) => joinPieces([line]).toString('latin1')).join(BETWEEN);
}

/** A block as an earlier rendering has made it. */
function blockOf(lines: readonly Uint8Array[], isFirst: boolean): Buffer {
  return Buffer.from((isFirst ? '' : BETWEEN) + textOf(lines), 'latin1');
}

function blocksOf(lines: readonly Uint8Array[]): readonly Uint8Array[] {
  const blocks = new ReviewBlocks();
  for (const line of lines) blocks.add(line);
  return blocks.finish();
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
        } else {
          for (const line of lines) blocks.add(line);
        }
        all.push(...lines);
      }
      const made = blocks.finish();
      assert.ok(joinPieces(made).equals(Buffer.from(textOf(all), 'latin1')));
      for (const block of taken) assert.ok(made.includes(block), 'taken as it is');
      for (const [index, block] of made.entries()) {
        const begins = joinPieces([block]).toString('latin1', 0, 2) === BETWEEN;
        assert.equal(begins, index > 0);
      }
    }),
  );
});

test('blocks are memory that threads share, as much as they have bytes', () => {
  const made = blocksOf(linesOf(Array.from({ length: 200 }, (_, index) => 1_000 + index * 50)));
  assert.ok(made.length > 5);
  for (const { buffer, length } of made) {
    assert.ok(buffer instanceof SharedArrayBuffer);
    assert.equal(buffer.byteLength, length);
  }
});

test('no block is larger than two and a line, whatever is added', () => {
  fc.assert(
    fc.property(anySteps, (steps) => {
      const lines = linesOf(steps.flatMap((step) => step.lengths));
      const longest = Math.max(0, ...lines.map(({ length }) => length));
      for (const { length } of blocksOf(lines)) {
        assert.ok(length <= 2 * BLOCK_BYTES + longest + BETWEEN.length, `${length}`);
      }
    }),
  );
});

for (const length of [100, 999, 20_000, 60_000]) {
  test(`thousands of lines of ${length} bytes leave no tiny block`, () => {
    const made = blocksOf(linesOf(Array<number>(3_000).fill(length)));
    for (const block of made) {
      assert.ok(block.length >= BLOCK_BYTES / 2, `${block.length}`);
      assert.ok(block.length <= 2 * BLOCK_BYTES + length, `${block.length}`);
    }
  });
}

test('a block is not to be taken while too few lines wait before it', () => {
  const blocks = new ReviewBlocks();
  assert.equal(blocks.canTakeBlock, true);
  for (const line of linesOf([10_000, 10_000])) blocks.add(line);
  assert.equal(blocks.canTakeBlock, false);
  for (const line of linesOf([10_000, 10_000])) blocks.add(line);
  assert.equal(blocks.canTakeBlock, true);
  blocks.take(blockOf(linesOf([50_000]), false));
  assert.equal(blocks.canTakeBlock, true);
});
