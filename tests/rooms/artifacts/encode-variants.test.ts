import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { test } from 'node:test';
import fc from 'fast-check';
import { compress, encodeVariants } from '#artifacts/encode-variants.ts';
import { CODINGS } from '#artifacts/encoder.ts';
import { joinPieces, lengthOf, type Pieces, strongEtag } from '#search/corpus/pieces.ts';
import { DECODERS } from '../../support/ask.ts';
import { runs } from '../../support/at-length.ts';

const repeated = (length: number) => Buffer.from('a'.repeat(length));

/** Bytes that look random, the same in every run. */
function noise(length: number): Buffer {
  const blocks = Array.from({ length: Math.ceil(length / 32) }, (_, index) =>
    createHash('sha256').update(`block ${index}`).digest(),
  );
  return Buffer.concat(blocks).subarray(0, length);
}

/** Text of a length that becomes smaller by a half. */
const textOf = (length: number) => Buffer.from(noise(length).toString('hex').slice(0, length));

/** Each coding decodes to the bytes, is smaller, and has memory and a tag of its own. */
function assertCoded(codings: Awaited<ReturnType<typeof compress>>, bytes: Buffer): void {
  for (const coding of CODINGS) {
    const variant = codings[coding];
    if (!variant) continue;
    const { body, etag } = variant;
    assert.deepEqual(DECODERS[coding]?.(Buffer.from(joinPieces(body))), bytes);
    assert.ok(lengthOf(body) < bytes.length);
    assert.equal(etag, strongEtag(...body));
    assert.equal(body[0].buffer.byteLength, body[0].length);
  }
}

test('a body has the codings that make it smaller, unless it is short or compressed already', async () => {
  for (const [body, isCompressible, codings] of [
    [repeated(511), true, []],
    [repeated(512), true, CODINGS],
    [noise(4096), true, []],
    [repeated(5000), false, []],
  ] as const) {
    const variants = await encodeVariants([body], isCompressible);
    assert.deepEqual(Object.keys(variants), ['identity', ...codings]);
    const tags = new Set(Object.values(variants).map(({ etag }) => etag));
    assert.equal(tags.size, 1 + codings.length);
  }
});

test('variants decode to the same bytes, and the same bytes have the same variants anywhere', async () => {
  const parts = fc.array(fc.constantFrom(repeated(400), noise(300), Buffer.from('review ')), {
    maxLength: 8,
  });
  const sized = fc.constantFrom(512, 5000, 64 * 1024, 64 * 1024 + 1).map(textOf);
  await fc.assert(
    fc.asyncProperty(
      fc.oneof(
        parts.map((some) => Buffer.concat(some)),
        sized,
      ),
      async (bytes) => {
        const codings = await compress([bytes]);
        assertCoded(codings, bytes);
        assert.deepEqual(await compress([bytes], 'aside'), codings);
      },
    ),
    { numRuns: runs(50) },
  );
});

/** Two of the parts in which a body is coded. */
const TWO_PARTS = 512 * 1024;

function cut(bytes: Buffer, pieceBytes: number): Pieces {
  const count = Math.ceil(bytes.length / pieceBytes);
  return Array.from({ length: count }, (_, index) =>
    bytes.subarray(index * pieceBytes, (index + 1) * pieceBytes),
  );
}

test('a large body is coded to the same bytes in any pieces, and decodes to itself', async () => {
  const length = TWO_PARTS + 1;
  const bytes = textOf(length);
  const codings = await compress([bytes]);
  assert.deepEqual(Object.keys(codings), [...CODINGS]);
  assertCoded(codings, bytes);
  const shared = new Uint8Array(new SharedArrayBuffer(length));
  shared.set(bytes);
  const cuts = [cut(bytes, 1_000), cut(bytes, 256 * 1024), cut(bytes, length - 1), [shared]];
  for (const body of cuts) assert.deepEqual(await compress(body), codings);
  assert.deepEqual(await compress(cut(bytes, 999), 'aside'), codings);
});

test('the coding of a large body ends when it is aborted', async () => {
  const body = [noise(1024 * 1024)];
  const unwanted = new AbortController();
  const coding = compress(body, 'anywhere', unwanted.signal);
  unwanted.abort();
  await assert.rejects(coding, { name: 'AbortError' });
  await assert.rejects(compress(body, 'anywhere', unwanted.signal), { name: 'AbortError' });
});
