import type { Transform } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import {
  brotliCompressSync,
  constants,
  createBrotliCompress,
  createGzip,
  createZstdCompress,
  gzipSync,
  zstdCompressSync,
} from 'node:zlib';
import { joinPieces, lengthOf, type Pieces, slicePieces } from '#search/corpus/pieces.ts';

/** The content codings (RFC 9110 §8.4.1) that are made here, usually the smallest first. */
export const CODINGS = ['br', 'gzip', 'zstd'] as const;
export type Coding = (typeof CODINGS)[number];

/** The effort of each encoder, on its own scale. */
export type Levels = Readonly<Record<Coding, number>>;

/** Bytes that share their memory with no other value. */
export type Coded = Uint8Array<ArrayBuffer>;

/** Fixed, since an encoder's output may depend on the size of the parts. */
const PART_BYTES = 256 * 1024;

const COMPRESS = { br: brotliCompressSync, gzip: gzipSync, zstd: zstdCompressSync };
const CREATE = { br: createBrotliCompress, gzip: createGzip, zstd: createZstdCompress };

/** Returns the options of an encoder for a body of a length, if that is known. */
function optionsOf(coding: Coding, level: number, length?: number) {
  const params: Readonly<Record<Coding, Record<number, number>>> = {
    br: {
      [constants.BROTLI_PARAM_QUALITY]: level,
      [constants.BROTLI_PARAM_SIZE_HINT]: length ?? 0,
    },
    gzip: {},
    zstd: { [constants.ZSTD_c_compressionLevel]: level },
  };
  return {
    // For gzip.
    level,
    params: params[coding],
    // zstd writes the size into its frame: a stream gives equal bytes only if it knows the size.
    pledgedSrcSize: length,
    // The result of a short body fits into one buffer; by default zstd takes 128 kB each. 64 is the
    // minimum.
    chunkSize: Math.max(64, Math.min(length ?? PART_BYTES, PART_BYTES)),
  };
}

/** The encoder of a stream. Deterministic: equal bytes, in equal pieces, give equal bytes. */
export function createEncoder(coding: Coding, level: number, length?: number): Transform {
  return CREATE[coding](optionsOf(coding, level, length));
}

/** Compresses a short body at once, with the same result as `encodeAside`. */
export function encodeNow(coding: Coding, body: Pieces, levels: Levels): Coded {
  const bytes = joinPieces(body);
  return detach(COMPRESS[coding](bytes, optionsOf(coding, levels[coding], bytes.length)));
}

/**
 * Compresses a body in the threads of zlib. Deterministic: equal bytes give equal bytes, in
 * whatever pieces. Rejects with an AbortError once `signal` aborts.
 */
export async function encodeAside(
  coding: Coding,
  body: Pieces,
  levels: Levels,
  signal?: AbortSignal,
): Promise<Coded> {
  const encoder = createEncoder(coding, levels[coding], lengthOf(body));
  const take = async (coded: AsyncIterable<Uint8Array>) =>
    Buffer.concat(await Array.fromAsync(coded));
  return detach(await pipeline(partsOf(body), encoder, take, { ...(signal && { signal }) }));
}

/** A large body, joined, would be in memory twice. */
function* partsOf(body: Pieces): Generator<Buffer> {
  const length = lengthOf(body);
  for (let at = 0; at < length; at += PART_BYTES) {
    yield joinPieces(slicePieces(body, at, at + PART_BYTES));
  }
}

/** Copies bytes: a view would retain, and transfer, the whole buffer behind it. */
function detach(bytes: Uint8Array): Coded {
  const { buffer } = bytes;
  const isWhole = buffer instanceof ArrayBuffer && buffer.byteLength === bytes.length;
  return isWhole ? new Uint8Array(buffer) : new Uint8Array(bytes);
}
