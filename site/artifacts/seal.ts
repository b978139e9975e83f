import { promisify } from 'node:util';
import {
  brotliCompress,
  brotliCompressSync,
  constants,
  gzip,
  gzipSync,
  zstdCompress,
  zstdCompressSync,
} from 'node:zlib';
import { strongEtag } from '#query/strong-etag.ts';

/** The content codings (RFC 9110 §8.4.1) that a release holds, in the order of preference. */
export const CODINGS = ['br', 'zstd', 'gzip'] as const;
export type Coding = (typeof CODINGS)[number];
export type Representation = Coding | 'identity';

/** Everything that a published file may be stored as. */
export const REPRESENTATIONS: readonly Representation[] = ['identity', ...CODINGS];

/** What is added to a file's name to hold its variant. */
export const CODING_SUFFIX: Readonly<Record<Representation, string>> = {
  identity: '',
  br: '.br',
  zstd: '.zst',
  gzip: '.gz',
};

/** The bytes of one representation with their strong ETag. */
export type Variant = { readonly bytes: Uint8Array; readonly etag: string };

/** Every representation of one published file. */
export type Variants = { readonly identity: Variant } & Partial<Record<Coding, Variant>>;

/** Below this, headers weigh more than what a coding saves. */
export const MIN_CODED_BYTES = 512;

/** Up to here coding takes less time than handing the work to another thread. */
const MAX_INLINE_BYTES = 32 * 1024;

// Levels for the path from an edit to its readers: brotli 11 takes fifty times as long for a tenth.
const GZIP = { level: 6 };
const brotliFor = ({ length }: Uint8Array) => ({
  params: {
    [constants.BROTLI_PARAM_QUALITY]: 5,
    [constants.BROTLI_PARAM_SIZE_HINT]: length,
  },
});
// zstd tells its decoders the size. Without it, what is coded aside would differ from what is coded inline.
const zstdFor = ({ length }: Uint8Array) => ({ pledgedSrcSize: length });

const encodeInline: Readonly<Record<Coding, (bytes: Uint8Array) => Uint8Array>> = {
  br: (bytes) => brotliCompressSync(bytes, brotliFor(bytes)),
  zstd: (bytes) => zstdCompressSync(bytes, zstdFor(bytes)),
  gzip: (bytes) => gzipSync(bytes, GZIP),
};
const encodeAside: Readonly<Record<Coding, (bytes: Uint8Array) => Promise<Uint8Array>>> = {
  br: (bytes) => promisify(brotliCompress)(bytes, brotliFor(bytes)),
  zstd: (bytes) => promisify(zstdCompress)(bytes, zstdFor(bytes)),
  gzip: (bytes) => promisify(gzip)(bytes, GZIP),
};

/**
 * Seals bytes for publication: compressed variants where they are smaller, and a strong ETag of
 * each. Same bytes, same variants, same tags. What takes long runs off the event loop.
 */
export async function seal(bytes: Uint8Array, compressible = true): Promise<Variants> {
  const { identity } = sealIdentity(bytes);
  return compressible ? { identity, ...(await encode(bytes)) } : { identity };
}

/** Bytes as they are, with their strong ETag: a file whose codings are still to come. */
export function sealIdentity(bytes: Uint8Array): Variants {
  return { identity: { bytes, etag: strongEtag(bytes) } };
}

/**
 * The compressed variants of some bytes: those that are smaller. Short ones are coded where they are,
 * which takes the least time in all, unless the event loop is to have nothing of it: `aside`.
 */
export async function encode(
  bytes: Uint8Array,
  where: 'anywhere' | 'aside' = 'anywhere',
): Promise<Omit<Variants, 'identity'>> {
  if (bytes.length < MIN_CODED_BYTES) return {};
  const isInline = where === 'anywhere' && bytes.length <= MAX_INLINE_BYTES;
  const encodeOne = isInline ? encodeInline : encodeAside;
  const coded = await Promise.all(CODINGS.map((coding) => encodeOne[coding](bytes)));
  const smaller = CODINGS.flatMap((coding, index): [Coding, Variant][] => {
    const variant = coded[index];
    return variant && variant.length < bytes.length
      ? [[coding, { bytes: variant, etag: strongEtag(variant) }]]
      : [];
  });
  return Object.fromEntries(smaller);
}
