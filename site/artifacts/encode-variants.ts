import { lengthOf, type Pieces, strongEtag } from '#search/corpus/pieces.ts';
import {
  CODINGS,
  type Coded,
  type Coding,
  encodeAside,
  encodeNow,
  type Levels,
} from './encoder.ts';

export type Representation = Coding | 'identity';

/** Every form in which a published file may be stored. */
export const REPRESENTATIONS: readonly Representation[] = ['identity', ...CODINGS];

/** The suffix of the file name of each variant. */
export const CODING_SUFFIX: Readonly<Record<Representation, string>> = {
  identity: '',
  br: '.br',
  zstd: '.zst',
  gzip: '.gz',
};

/** The bytes of one representation with their strong ETag. */
export type Variant = { readonly body: Pieces; readonly etag: string };

/** Compressed variants, each one piece that shares its memory with no other value. */
export type Codings = Partial<Record<Coding, Variant & { readonly body: readonly [Coded] }>>;

/** Every representation of one published file. */
export type Variants = { readonly identity: Variant } & Partial<Record<Coding, Variant>>;

/** Below this size, the headers outweigh the savings of a coding. */
export const MIN_CODED_BYTES = 512;

/** Up to this size, compressing inline is faster than using another thread. */
const MAX_INLINE_BYTES = 64 * 1024;

/** For the path from an edit to readers: brotli 11 takes fifty times as long to save a tenth. */
const LEVELS: Levels = { br: 5, zstd: 3, gzip: 6 };

/** For styles and scripts, which are compressed once per start and kept by browsers for a year. */
export const ASSET_LEVELS: Levels = { ...LEVELS, br: 9 };

/**
 * Returns all variants of a body with their strong ETags: the plain bytes, and every coding that
 * makes them smaller. Deterministic: equal bytes give equal variants. Long bodies are compressed
 * off the event loop.
 */
export async function encodeVariants(
  body: Pieces,
  compressible = true,
  levels = LEVELS,
): Promise<Variants> {
  return {
    identity: toVariant(body),
    ...(compressible && (await compress(body, 'anywhere', undefined, levels))),
  };
}

/** Returns the bytes of a body with their strong ETag. */
export function toVariant(body: Pieces): Variant {
  return { body, etag: strongEtag(...body) };
}

/**
 * Returns the compressed variants of a body that are smaller than it. Short bodies are compressed
 * inline, which takes the least time in total; `aside` also keeps them off the event loop. The
 * division of the body into pieces makes no difference. Rejects with an AbortError once `signal`
 * aborts a compression off the event loop.
 */
export async function compress(
  body: Pieces,
  where: 'anywhere' | 'aside' = 'anywhere',
  signal?: AbortSignal,
  levels = LEVELS,
): Promise<Codings> {
  const length = lengthOf(body);
  if (length < MIN_CODED_BYTES) return {};
  const isInline = where === 'anywhere' && length <= MAX_INLINE_BYTES;
  const coded = await Promise.all(
    CODINGS.map(async (coding) => {
      const bytes = isInline
        ? encodeNow(coding, body, levels)
        : await encodeAside(coding, body, levels, signal);
      const variant = [coding, { body: [bytes], etag: strongEtag(bytes) }] as const;
      return bytes.length < length ? [variant] : [];
    }),
  );
  return Object.fromEntries(coded.flat());
}
