import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { test } from 'node:test';
import { brotliDecompressSync, gunzipSync, zstdDecompressSync } from 'node:zlib';
import fc from 'fast-check';
import { CODING_SUFFIX, CODINGS, encode, REPRESENTATIONS, seal } from '#artifacts/seal.ts';

const DECODERS = { br: brotliDecompressSync, zstd: zstdDecompressSync, gzip: gunzipSync };
const bytesOf = (text: string) => new TextEncoder().encode(text);
const repeated = (length: number) => bytesOf('a'.repeat(length));

/** Bytes that look random, the same in every run. */
function noise(length: number): Uint8Array {
  const blocks = Array.from({ length: Math.ceil(length / 32) }, (_, index) =>
    createHash('sha256').update(`block ${index}`).digest(),
  );
  return Uint8Array.from(Buffer.concat(blocks).subarray(0, length));
}

// Computed with sha256sum: its first 40 hexadecimal digits in base64url.
for (const [text, etag] of [
  ['', '"47DEQpj8HBSa-_TImW-5JCeuQeQ"'],
  ['hello\n', '"WJG1tSLV3whtD_CxEPvZ0hu0_HE"'],
  ['{"a":"ü"}', '"_WIYIwAnBuJGBMuGip9PiFDW8B8"'],
] as const) {
  test(`the tag of ${JSON.stringify(text)} is ${etag}`, async () => {
    assert.equal((await seal(bytesOf(text))).identity.etag, etag);
  });
}

test('every coding decodes to the same bytes and has a tag of its own', async () => {
  const variants = await seal(repeated(5000));
  assert.deepEqual(Object.keys(variants), ['identity', ...CODINGS]);
  const tags = new Set([variants.identity.etag]);
  for (const coding of CODINGS) {
    const variant = variants[coding];
    assert.ok(variant);
    assert.deepEqual(new Uint8Array(DECODERS[coding](variant.bytes)), variants.identity.bytes);
    tags.add(variant.etag);
  }
  assert.equal(tags.size, 1 + CODINGS.length);
});

test('tags are strong, and the first 160 bits of the SHA-256 of what is sent', async () => {
  for (const { bytes, etag } of Object.values(await seal(repeated(5000)))) {
    const hash = createHash('sha256').update(bytes).digest().subarray(0, 20);
    assert.equal(etag, `"${hash.toString('base64url')}"`);
    assert.match(etag, /^"[\w-]{27}"$/);
  }
});

test('wherever bytes are coded, they become the same bytes', async () => {
  for (const length of [512, 5000, 32 * 1024, 32 * 1024 + 1]) {
    const bytes = Buffer.from(Buffer.from(noise(length)).toString('hex').slice(0, length));
    const anywhere = await encode(bytes);
    assert.deepEqual(Object.keys(anywhere), [...CODINGS]);
    assert.deepEqual(await encode(bytes, 'aside'), anywhere, `${length} bytes`);
  }
});

test('below 512 bytes nothing is compressed, from there on it is', async () => {
  assert.deepEqual(Object.keys(await seal(repeated(511))), ['identity']);
  assert.deepEqual(Object.keys(await seal(repeated(512))), ['identity', ...CODINGS]);
});

test('what does not become smaller has no variants', async () => {
  assert.deepEqual(Object.keys(await seal(noise(4096))), ['identity']);
});

test('what is compressed already is left alone', async () => {
  assert.deepEqual(Object.keys(await seal(repeated(5000), false)), ['identity']);
});

test('a variant is always smaller, and the same bytes give the same variants', async () => {
  const parts = fc.array(fc.constantFrom(repeated(400), noise(300), bytesOf('review ')), {
    maxLength: 8,
  });
  await fc.assert(
    fc.asyncProperty(parts, async (some) => {
      const bytes = Uint8Array.from(Buffer.concat(some));
      const variants = await seal(bytes);
      for (const coding of CODINGS) {
        const variant = variants[coding];
        if (!variant) continue;
        assert.ok(variant.bytes.length < bytes.length);
        assert.deepEqual(new Uint8Array(DECODERS[coding](variant.bytes)), bytes);
      }
      assert.deepEqual(await seal(bytes), variants);
    }),
    { numRuns: 40 },
  );
});

test('the bytes that were given are passed on as they are', async () => {
  const bytes = repeated(5000);
  assert.equal((await seal(bytes)).identity.bytes, bytes);
});

test('variants have the suffixes that file servers look for', () => {
  assert.deepEqual(
    REPRESENTATIONS.map((representation) => CODING_SUFFIX[representation]),
    ['', '.br', '.zst', '.gz'],
  );
});
