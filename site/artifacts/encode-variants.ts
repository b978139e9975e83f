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

/** Compressed variants, each one piece that shares its memory with nothing else. */
export type Codings = Partial<Record<Coding, Variant & { readonly body: readonly [Coded] }>>;

/** Every representation of one published file. */
export type Variants = { readonly identity: Variant } & Partial<Record<Coding, Variant>>;

/** Below this, headers weigh more than what a coding saves. */
export const MIN_CODED_BYTES = 512;

/** Up to this size compressing inline is faster than handing the work to another thread. */
const MAX_INLINE_BYTES = 32 * 1024;

/** For the path from an edit to its readers: brotli 11 takes fifty times as long for a tenth. */
const LEVELS: Levels = { br: 5, zstd: 3, gzip: 6 };

/**
 * All variants of a body with their strong ETags: the bytes as they are, and every coding that makes
 * them smaller. Deterministic: the same bytes have the same variants. Long bodies are compressed off
 * the event loop.
 */
export async function encodeVariants(body: Pieces, compressible = true): Promise<Variants> {
  return { identity: toVariant(body), ...(compressible && (await compress(body))) };
}

/** The bytes of a body with their strong ETag. */
export function toVariant(body: Pieces): Variant {
  return { body, etag: strongEtag(...body) };
}

/**
 * The compressed variants of a body that are smaller than it. Short bodies are compressed inline, which
 * takes the least time in total; `aside` keeps them off the event loop, too. How the body is cut into
 * pieces makes no difference. Rejects with an AbortError once `signal` aborts one that is compressed
 * off the event loop.
 */
export async function compress(
  body: Pieces,
  where: 'anywhere' | 'aside' = 'anywhere',
  signal?: AbortSignal,
): Promise<Codings> {
  const length = lengthOf(body);
  if (length < MIN_CODED_BYTES) return {};
  const isInline = where === 'anywhere' && length <= MAX_INLINE_BYTES;
  const coded = await Promise.all(
    CODINGS.map(async (coding) => {
      const bytes = isInline
        ? encodeNow(coding, body, LEVELS)
        : await encodeAside(coding, body, LEVELS, signal);
      const variant = [coding, { body: [bytes], etag: strongEtag(bytes) }] as const;
      return bytes.length < length ? [variant] : [];
    }),
  );
  return Object.fromEntries(coded.flat());
}
