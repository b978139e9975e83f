import { addAbortSignal } from 'node:stream';
import { promisify } from 'node:util';
import {
  brotliCompress,
  brotliCompressSync,
  constants,
  createBrotliCompress,
  createGzip,
  createZstdCompress,
  gzip,
  gzipSync,
  zstdCompress,
  zstdCompressSync,
} from 'node:zlib';
import { joinPieces, lengthOf, type Pieces, slicePieces } from '#search/corpus/pieces.ts';
import { strongEtag } from '#search/strong-etag.ts';

/** The content codings (RFC 9110 §8.4.1) that a release holds, in the order of preference. */
export const CODINGS = ['br', 'zstd', 'gzip'] as const;
export type Coding = (typeof CODINGS)[number];
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
type Coded = Uint8Array<ArrayBuffer>;

/** Every representation of one published file. */
export type Variants = { readonly identity: Variant } & Partial<Record<Coding, Variant>>;

/** Below this, headers weigh more than what a coding saves. */
export const MIN_CODED_BYTES = 512;

/** Up to this size compressing inline is faster than handing the work to another thread. */
const MAX_INLINE_BYTES = 32 * 1024;

/** Larger bodies are compressed part by part: joined, they would be in memory twice. */
const MAX_WHOLE_BYTES = 512 * 1024;
/** Fixed, since the size of the parts decides which bytes an encoder produces. */
const PART_BYTES = 256 * 1024;

// Levels for the path from an edit to its readers: brotli 11 takes fifty times as long for a tenth.
// `chunkSize`: one buffer that the result fits into; by default zstd alone takes 128 kB for each text.
const gzipFor = (length: number) => ({ level: 6, chunkSize: length });
const brotliFor = (length: number) => ({
  chunkSize: length,
  params: {
    [constants.BROTLI_PARAM_QUALITY]: 5,
    [constants.BROTLI_PARAM_SIZE_HINT]: length,
  },
});
// zstd writes the size into its frame; unless pledged, asynchronous results would differ from inline ones.
const zstdFor = (length: number) => ({ chunkSize: length, pledgedSrcSize: length });

const encodeInline: Readonly<Record<Coding, (bytes: Uint8Array) => Uint8Array>> = {
  br: (bytes) => brotliCompressSync(bytes, brotliFor(bytes.length)),
  zstd: (bytes) => zstdCompressSync(bytes, zstdFor(bytes.length)),
  gzip: (bytes) => gzipSync(bytes, gzipFor(bytes.length)),
};
const encodeAside: Readonly<Record<Coding, (bytes: Uint8Array) => Promise<Uint8Array>>> = {
  br: (bytes) => promisify(brotliCompress)(bytes, brotliFor(bytes.length)),
  zstd: (bytes) => promisify(zstdCompress)(bytes, zstdFor(bytes.length)),
  gzip: (bytes) => promisify(gzip)(bytes, gzipFor(bytes.length)),
};
const createCoder = {
  br: (length: number) => createBrotliCompress({ ...brotliFor(length), chunkSize: PART_BYTES }),
  zstd: (length: number) => createZstdCompress({ ...zstdFor(length), chunkSize: PART_BYTES }),
  gzip: (length: number) => createGzip({ ...gzipFor(length), chunkSize: PART_BYTES }),
};

/**
 * All variants of a body with their strong ETags: the bytes as they are, and every coding that makes
 * them smaller. Deterministic: the same bytes have the same variants. Long bodies are compressed off
 * the event loop.
 */
export async function encodeVariants(body: Pieces, compressible = true): Promise<Variants> {
  const { identity } = encodeIdentity(body);
  return compressible ? { identity, ...(await compress(body)) } : { identity };
}

/** The uncompressed variant alone, for a file whose codings follow. */
export function encodeIdentity(body: Pieces): Variants {
  return { identity: { body, etag: strongEtag(...body) } };
}

/**
 * The compressed variants of a body that are smaller than it. Short bodies are compressed inline, which
 * takes the least time in total; `aside` keeps them off the event loop, too. How the body is cut into
 * pieces makes no difference. Rejects with an AbortError once `signal` aborts a large body.
 */
export async function compress(
  body: Pieces,
  where: 'anywhere' | 'aside' = 'anywhere',
  signal?: AbortSignal,
): Promise<Codings> {
  const length = lengthOf(body);
  if (length < MIN_CODED_BYTES) return {};
  const coded =
    length > MAX_WHOLE_BYTES
      ? await Promise.all(CODINGS.map((coding) => encodeInParts(coding, body, length, signal)))
      : await Promise.all(
          CODINGS.map((coding) => encoderFor(length, where)[coding](joinPieces(body))),
        );
  const smaller = CODINGS.flatMap((coding, index) => {
    const variant = coded[index];
    if (!variant || variant.length >= length) return [];
    return [[coding, { body: [detach(variant)], etag: strongEtag(variant) }] as const];
  });
  return Object.fromEntries(smaller);
}

/** The bytes in memory of their own: a view would retain, and transfer, the whole buffer behind it. */
function detach(bytes: Uint8Array): Coded {
  const { buffer } = bytes;
  const isWhole = buffer instanceof ArrayBuffer && buffer.byteLength === bytes.length;
  return isWhole ? new Uint8Array(buffer) : new Uint8Array(bytes);
}

function encoderFor(length: number, where: 'anywhere' | 'aside') {
  return where === 'anywhere' && length <= MAX_INLINE_BYTES ? encodeInline : encodeAside;
}

/** Feeds an encoder through one reused buffer: copies of all parts would be garbage as large as the body. */
async function encodeInParts(
  coding: Coding,
  body: Pieces,
  length: number,
  signal: AbortSignal | undefined,
): Promise<Buffer> {
  const coder = createCoder[coding](length);
  if (signal) addAbortSignal(signal, coder);
  const part = Buffer.allocUnsafeSlow(PART_BYTES);
  const feed = async () => {
    for (let at = 0; at < length; at += PART_BYTES) {
      const end = Math.min(at + PART_BYTES, length);
      let filled = 0;
      for (const piece of slicePieces(body, at, end)) {
        part.set(piece, filled);
        filled += piece.length;
      }
      // The callback says that the part was consumed and its buffer may be reused.
      await new Promise<void>((resolve, reject) => {
        coder.write(part.subarray(0, filled), (error) => (error ? reject(error) : resolve()));
      });
    }
    coder.end();
  };
  try {
    const [chunks] = await Promise.all([coder.toArray(), feed()]);
    return Buffer.concat(chunks);
  } catch (error) {
    // An abort rejects feed() or toArray(), whichever notices first; report the abort itself.
    signal?.throwIfAborted();
    throw error;
  }
}
