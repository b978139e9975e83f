import { arch, versions } from 'node:process';
import { pipeline, Readable } from 'node:stream';
import type { Variants } from '#artifacts/encode-variants.ts';
import {
  CODINGS,
  type Coded,
  type Coding,
  createEncoder,
  encodeAside,
  encodeNow,
  type Levels,
} from '#artifacts/encoder.ts';
import { isCompressible } from '#artifacts/media-types.ts';
import type { Pieces } from '#search/corpus/pieces.ts';
import { strongEtag } from '#search/strong-etag.ts';
import { preferredCoding } from '../../http/reply-with-file.ts';
import { BoundedQueue } from './bounded-queue.ts';

/** Shorter answers are sent as they are: most fit into one packet with their head. */
const MIN_CODED_ANSWER_BYTES = 1024;

/** Up to these sizes, compressing takes no more of the event loop than handing it over would. */
const MAX_INLINE_BYTES: Readonly<Record<Coding, number>> = {
  zstd: 64 * 1024,
  br: 16 * 1024,
  gzip: 16 * 1024,
};
/** From here on one answer takes milliseconds. */
const MIN_LARGE_BYTES = 512 * 1024;

export const ANSWER_LEVELS: Levels = { zstd: 3, br: 4, gzip: 6 };

/** What decides, beside the bytes, which ones an encoder makes of them. */
const ENCODERS = JSON.stringify([
  ANSWER_LEVELS,
  versions.zlib,
  versions.brotli,
  versions.zstd,
  arch,
]);

/** Whether answers of a type and length are sent in codings. */
export function isCoded(mediaType: string, length: number): boolean {
  return length >= MIN_CODED_ANSWER_BYTES && isCompressible(mediaType);
}

/**
 * The coding in which a client prefers an answer of a type and length; undefined for none. Only the one
 * that is sent is made, so that among equals it is the one that is usually the smallest.
 */
export function codingFor(
  acceptEncoding: string | undefined,
  mediaType: string,
  length: number,
): Coding | undefined {
  if (!isCoded(mediaType, length)) return undefined;
  return preferredCoding(acceptEncoding, CODINGS);
}

/**
 * The strong ETag of an answer in a coding, from that of its identity: the same encoder makes the same
 * bytes of the same bytes, so that a conditional request is answered without compressing anything.
 */
export function tagOfCoding(etag: string, coding: Coding): string {
  return strongEtag(etag, coding, ENCODERS);
}

/** Compresses a body at once where that is little work; undefined of a longer one. */
export function encodeIfShort(
  coding: Coding,
  body: () => Pieces,
  length: number,
): Coded | undefined {
  return length <= MAX_INLINE_BYTES[coding] ? encodeNow(coding, body(), ANSWER_LEVELS) : undefined;
}

/** All that is sent of an answer with these bytes, each with its tag: what a build writes of a view. */
export async function encodeAnswer(body: Uint8Array, mediaType: string): Promise<Variants> {
  const identity = { body: [body], etag: strongEtag(body) };
  if (!isCoded(mediaType, body.length)) return { identity };
  const coded = await Promise.all(
    CODINGS.map(async (coding) => {
      const short = encodeIfShort(coding, () => [body], body.length);
      const bytes = short ?? (await encodeAside(coding, [body], ANSWER_LEVELS));
      return [coding, { body: [bytes], etag: tagOfCoding(identity.etag, coding) }] as const;
    }),
  );
  return { identity, ...Object.fromEntries(coded) };
}

/** Streams that are compressed at once, each in some megabytes; one more is sent as it is. */
export const MAX_CODED_STREAMS = 16;
let codedStreams = 0;

/** Compresses a body while it is made and sent; undefined where too many are. */
export function encodeStream(
  coding: Coding,
  body: () => AsyncIterable<Uint8Array>,
): Readable | undefined {
  if (codedStreams >= MAX_CODED_STREAMS) return undefined;
  codedStreams++;
  const encoder = createEncoder(coding, ANSWER_LEVELS[coding]);
  encoder.once('close', () => codedStreams--);
  // Where the client leaves, the body is not made any further.
  return pipeline(Readable.from(body()), encoder, () => {});
}

/** Bodies that are compressed and that wait for it; one more is sent as it is. */
export const CODER_LIMITS = { inFlight: 4, waiting: 256 };
/** Few at once: the threads of zlib also resolve names and read files. */
export const LARGE_LIMITS = { inFlight: 2, waiting: 8 };

/** Compresses longer answers off the event loop. */
export class AnswerCoder {
  readonly #queue = new BoundedQueue(CODER_LIMITS);
  readonly #large = new BoundedQueue(LARGE_LIMITS);

  /** The bytes of a body in a coding; undefined where too many bodies wait. */
  encode(coding: Coding, body: () => Pieces, length: number): Promise<Coded> | undefined {
    const queue = length < MIN_LARGE_BYTES ? this.#queue : this.#large;
    return queue.run(() => encodeAside(coding, body(), ANSWER_LEVELS));
  }
}
