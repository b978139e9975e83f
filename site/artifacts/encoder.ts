import { addAbortSignal, type Transform } from 'node:stream';
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

/** The content codings (RFC 9110 §8.4.1) that are made here, usually the smallest first. */
export const CODINGS = ['br', 'gzip', 'zstd'] as const;
export type Coding = (typeof CODINGS)[number];

/** How much effort each encoder makes, as it counts itself. */
export type Levels = Readonly<Record<Coding, number>>;

/** Bytes that share their memory with nothing else. */
export type Coded = Uint8Array<ArrayBuffer>;

/** Larger bodies are compressed part by part: joined, they would be in memory twice. */
const MAX_WHOLE_BYTES = 512 * 1024;
/** Fixed, since the size of the parts decides which bytes an encoder produces. */
const PART_BYTES = 256 * 1024;

/** That of a body; undefined where it is not known. */
type Length = number | undefined;

// `chunkSize`: one buffer that the result fits into; by default zstd alone takes 128 kB for each text.
const gzipFor = (length: Length, level: number) => ({ level, chunkSize: length });
const brotliFor = (length: Length, level: number) => ({
  chunkSize: length,
  params: {
    [constants.BROTLI_PARAM_QUALITY]: level,
    [constants.BROTLI_PARAM_SIZE_HINT]: length ?? 0,
  },
});
// zstd writes the size into its frame; unless pledged, asynchronous results would differ from inline ones.
const zstdFor = (length: Length, level: number) => ({
  chunkSize: length,
  pledgedSrcSize: length,
  params: { [constants.ZSTD_c_compressionLevel]: level },
});

type EncodeBytes<Result> = (bytes: Uint8Array, level: number) => Result;

const encodeInline: Readonly<Record<Coding, EncodeBytes<Uint8Array>>> = {
  br: (bytes, level) => brotliCompressSync(bytes, brotliFor(bytes.length, level)),
  zstd: (bytes, level) => zstdCompressSync(bytes, zstdFor(bytes.length, level)),
  gzip: (bytes, level) => gzipSync(bytes, gzipFor(bytes.length, level)),
};
const encodeWhole: Readonly<Record<Coding, EncodeBytes<Promise<Uint8Array>>>> = {
  br: (bytes, level) => promisify(brotliCompress)(bytes, brotliFor(bytes.length, level)),
  zstd: (bytes, level) => promisify(zstdCompress)(bytes, zstdFor(bytes.length, level)),
  gzip: (bytes, level) => promisify(gzip)(bytes, gzipFor(bytes.length, level)),
};
const inParts = { chunkSize: PART_BYTES };
const createCoder: Readonly<Record<Coding, (length: Length, level: number) => Transform>> = {
  br: (length, level) => createBrotliCompress({ ...brotliFor(length, level), ...inParts }),
  zstd: (length, level) => createZstdCompress({ ...zstdFor(length, level), ...inParts }),
  gzip: (length, level) => createGzip({ ...gzipFor(length, level), ...inParts }),
};

/** The encoder of a stream. Deterministic: the same bytes, in the same pieces, become the same bytes. */
export function createEncoder(coding: Coding, length: Length, level: number): Transform {
  return createCoder[coding](length, level);
}

/** Compresses a short body at once, with the same result as `encodeAside`. */
export function encodeNow(coding: Coding, body: Pieces, levels: Levels): Coded {
  return detach(encodeInline[coding](joinPieces(body), levels[coding]));
}

/**
 * Compresses a body in the threads of zlib. Deterministic: the same bytes become the same bytes,
 * however they are cut into pieces. Rejects with an AbortError once `signal` aborts a large body.
 */
export async function encodeAside(
  coding: Coding,
  body: Pieces,
  levels: Levels,
  signal?: AbortSignal,
): Promise<Coded> {
  const length = lengthOf(body);
  const level = levels[coding];
  if (length <= MAX_WHOLE_BYTES) return detach(await encodeWhole[coding](joinPieces(body), level));
  return detach(await feedParts(createCoder[coding](length, level), body, length, signal));
}

/** The bytes in memory of their own: a view would retain, and transfer, the whole buffer behind it. */
function detach(bytes: Uint8Array): Coded {
  const { buffer } = bytes;
  const isWhole = buffer instanceof ArrayBuffer && buffer.byteLength === bytes.length;
  return isWhole ? new Uint8Array(buffer) : new Uint8Array(bytes);
}

/** Feeds an encoder through one reused buffer: copies of all parts would be garbage as large as the body. */
async function feedParts(
  coder: Transform,
  body: Pieces,
  length: number,
  signal: AbortSignal | undefined,
): Promise<Buffer> {
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
