import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { test } from 'node:test';
import { brotliDecompressSync, gunzipSync, zstdDecompressSync } from 'node:zlib';
import fc from 'fast-check';
import { CODINGS, type Coding, compress, encodeVariants } from '#artifacts/encode-variants.ts';
import { joinPieces, lengthOf, type Pieces } from '#search/corpus/pieces.ts';
import { strongEtag } from '#search/strong-etag.ts';

const DECODERS = { br: brotliDecompressSync, zstd: zstdDecompressSync, gzip: gunzipSync };
const decode = (coding: Coding, body: Pieces) => DECODERS[coding](joinPieces(body));
const bytesOf = (text: string) => new TextEncoder().encode(text);
const repeated = (length: number) => bytesOf('a'.repeat(length));

/** Bytes that look random, the same in every run. */
function noise(length: number): Uint8Array {
  const blocks = Array.from({ length: Math.ceil(length / 32) }, (_, index) =>
    createHash('sha256').update(`block ${index}`).digest(),
  );
  return Uint8Array.from(Buffer.concat(blocks).subarray(0, length));
}

test('every coding decodes to the same bytes and has a tag of its own', async () => {
  const variants = await encodeVariants([repeated(5000)]);
  assert.deepEqual(Object.keys(variants), ['identity', ...CODINGS]);
  const tags = new Set([variants.identity.etag]);
  for (const coding of CODINGS) {
    const variant = variants[coding];
    assert.ok(variant);
    assert.deepEqual(decode(coding, variant.body), joinPieces(variants.identity.body));
    tags.add(variant.etag);
  }
  assert.equal(tags.size, 1 + CODINGS.length);
});

test('a variant holds no more memory than it has bytes, wherever it was coded', async () => {
  for (const where of ['anywhere', 'aside'] as const) {
    for (const {
      body: [bytes],
    } of Object.values(await compress([repeated(5000)], where))) {
      assert.equal(bytes.buffer.byteLength, bytes.length);
    }
  }
});

test('wherever bytes are coded, they become the same bytes', async () => {
  for (const length of [512, 5000, 32 * 1024, 32 * 1024 + 1]) {
    const bytes = Buffer.from(Buffer.from(noise(length)).toString('hex').slice(0, length));
    const anywhere = await compress([bytes]);
    assert.deepEqual(Object.keys(anywhere), [...CODINGS]);
    assert.deepEqual(await compress([bytes], 'aside'), anywhere, `${length} bytes`);
  }
});

test('below 512 bytes nothing is compressed, from there on it is', async () => {
  assert.deepEqual(Object.keys(await encodeVariants([repeated(511)])), ['identity']);
  assert.deepEqual(Object.keys(await encodeVariants([repeated(512)])), ['identity', ...CODINGS]);
});

test('what does not become smaller has no variants', async () => {
  assert.deepEqual(Object.keys(await encodeVariants([noise(4096)])), ['identity']);
});

test('what is compressed already is left alone', async () => {
  assert.deepEqual(Object.keys(await encodeVariants([repeated(5000)], false)), ['identity']);
});

test('a variant is always smaller, and the same bytes give the same variants', async () => {
  const parts = fc.array(fc.constantFrom(repeated(400), noise(300), bytesOf('review ')), {
    maxLength: 8,
  });
  await fc.assert(
    fc.asyncProperty(parts, async (some) => {
      const bytes = Uint8Array.from(Buffer.concat(some));
      const variants = await encodeVariants([bytes]);
      for (const coding of CODINGS) {
        const variant = variants[coding];
        if (!variant) continue;
        assert.ok(lengthOf(variant.body) < bytes.length);
        assert.deepEqual(decode(coding, variant.body), Buffer.from(bytes));
      }
      assert.deepEqual(await encodeVariants([bytes]), variants);
    }),
    { numRuns: 40 },
  );
});

/** Text of a length: what is coded in one go up to 512 KiB, and in parts above. */
const WHOLE = 512 * 1024;
const textOf = (length: number) => Buffer.from(noise(length)).toString('hex').slice(0, length);

function cut(bytes: Buffer, pieceBytes: number): Pieces {
  const count = Math.ceil(bytes.length / pieceBytes);
  return Array.from({ length: count }, (_, index) =>
    bytes.subarray(index * pieceBytes, (index + 1) * pieceBytes),
  );
}

for (const length of [WHOLE, WHOLE + 1, 3 * WHOLE + 7]) {
  test(`${length} bytes are coded to the same bytes in any pieces, and decode to themselves`, async () => {
    const bytes = Buffer.from(textOf(length));
    const codings = await compress([bytes]);
    assert.deepEqual(Object.keys(codings), [...CODINGS]);
    for (const coding of CODINGS) {
      const { body, etag } = codings[coding] ?? assert.fail();
      assert.ok(decode(coding, body).equals(bytes), coding);
      assert.ok(lengthOf(body) < length);
      assert.equal(etag, strongEtag(...body));
      assert.equal(body[0].buffer.byteLength, body[0].length);
    }
    const shared = new Uint8Array(new SharedArrayBuffer(length));
    shared.set(bytes);
    const cuts = [cut(bytes, 1_000), cut(bytes, 256 * 1024), cut(bytes, length - 1), [shared]];
    for (const body of cuts) assert.deepEqual(await compress(body), codings);
    assert.deepEqual(await compress(cut(bytes, 999), 'aside'), codings);
  });
}

test('of a large body that nobody wants any more, the coding ends', async () => {
  const body = [noise(1024 * 1024)];
  const unwanted = new AbortController();
  const coding = compress(body, 'anywhere', unwanted.signal);
  unwanted.abort();
  await assert.rejects(coding, { name: 'AbortError' });
  await assert.rejects(compress(body, 'anywhere', unwanted.signal), { name: 'AbortError' });
});
