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
import { joinPieces, lengthOf, type Pieces, slicePieces } from '#search/pieces.ts';
import { strongEtag } from '#search/strong-etag.ts';

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
export type Variant = { readonly body: Pieces; readonly etag: string };

/** Compressed variants, each in one piece that has its memory for itself. */
export type Codings = Partial<Record<Coding, Variant & { readonly body: readonly [Coded] }>>;
type Coded = Uint8Array<ArrayBuffer>;

/** Every representation of one published file. */
export type Variants = { readonly identity: Variant } & Partial<Record<Coding, Variant>>;

/** Below this, headers weigh more than what a coding saves. */
export const MIN_CODED_BYTES = 512;

/** Up to here coding takes less time than handing the work to another thread. */
const MAX_INLINE_BYTES = 32 * 1024;

/** Above this a body is coded in parts, since it would be held twice in one piece. */
const MAX_WHOLE_BYTES = 512 * 1024;
/** All parts but the last: what they are cut into decides which bytes a coder makes. */
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
// zstd tells its decoders the size. Without it, what is coded aside would differ from what is coded inline.
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
 * Seals bytes for publication: compressed variants where they are smaller, and a strong ETag of
 * each. Same bytes, same variants, same tags. What takes long runs off the event loop.
 */
export async function seal(body: Pieces, compressible = true): Promise<Variants> {
  const { identity } = sealIdentity(body);
  return compressible ? { identity, ...(await encode(body)) } : { identity };
}

/** Bytes as they are, with their strong ETag: a file whose codings are still to come. */
export function sealIdentity(body: Pieces): Variants {
  return { identity: { body, etag: strongEtag(...body) } };
}

/**
 * The compressed variants of some bytes: those that are smaller. Short ones are coded where they are,
 * which takes the least time in all, unless the event loop is to have nothing of it: `aside`. Into
 * which pieces the bytes are cut makes no difference. Rejects with an AbortError once `signal` says that
 * nobody wants those of a large body any more.
 */
export async function encode(
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

/** The same bytes with memory for themselves: as part of more, they would keep and hand over all. */
function detach(bytes: Uint8Array): Coded {
  const { buffer } = bytes;
  const isWhole = buffer instanceof ArrayBuffer && buffer.byteLength === bytes.length;
  return isWhole ? new Uint8Array(buffer) : new Uint8Array(bytes);
}

function encoderFor(length: number, where: 'anywhere' | 'aside') {
  return where === 'anywhere' && length <= MAX_INLINE_BYTES ? encodeInline : encodeAside;
}

/** Part by part through one buffer: copies of all parts would be as much garbage as the body. */
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
      // It has taken all of the part when it calls back.
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
    // Whichever of the two was the first to find the coder closed.
    signal?.throwIfAborted();
    throw error;
  }
}
