import { arch, versions } from 'node:process';
import { pipeline, Readable } from 'node:stream';
import pLimit from 'p-limit';
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
import { lengthOf, type Pieces, strongEtag } from '#search/corpus/pieces.ts';
import type { PublishedVariant } from '../../http/published-file.ts';

/** Shorter answers are sent uncompressed: most fit into one packet with their head. */
const MIN_CODED_BYTES = 1024;
/** Up to this size, compressing takes no more of the event loop than handing it over would. */
const MAX_INLINE_BYTES = 16 * 1024;

export const ANSWER_LEVELS: Levels = { zstd: 3, br: 4, gzip: 6 };

/** Everything, beside the bytes, that decides the output of an encoder. */
const ENCODERS = JSON.stringify([
  ANSWER_LEVELS,
  versions.zlib,
  versions.brotli,
  versions.zstd,
  arch,
]);

/**
 * Returns the codings in which an answer can be sent, not made yet. Their tags follow from the
 * identity's tag: an encoder makes equal bytes of equal bytes, so a conditional request is answered
 * without compressing anything.
 */
export function codingsOf(
  mediaType: string,
  { etag, length }: Pick<PublishedVariant, 'etag' | 'length'>,
): [Coding, PublishedVariant<undefined>][] {
  if (length < MIN_CODED_BYTES || !isCompressible(mediaType)) return [];
  return CODINGS.map((coding) => [
    coding,
    { etag: strongEtag(etag, coding, ENCODERS), body: undefined, length: Number.POSITIVE_INFINITY },
  ]);
}

/** Bodies that are compressed at once: the threads of zlib also resolve names and read files. */
const aside = pLimit(2);
/** Maximum bodies that wait for it; further ones are sent uncompressed. */
const MAX_WAITING = 256;

/** Compresses a body, off the event loop unless it is short; undefined if too many wait. */
export async function encodeBody(coding: Coding, body: Pieces): Promise<Coded | undefined> {
  if (lengthOf(body) <= MAX_INLINE_BYTES) return encodeNow(coding, body, ANSWER_LEVELS);
  if (aside.pendingCount >= MAX_WAITING) return undefined;
  return aside(() => encodeAside(coding, body, ANSWER_LEVELS));
}

/**
 * Returns all variants of an answer with these bytes, each with its tag, as a build writes them for
 * a view.
 */
export async function encodeAnswer(body: Uint8Array, mediaType: string): Promise<Variants> {
  const identity = { body: [body], etag: strongEtag(body) };
  const codings = codingsOf(mediaType, { etag: identity.etag, length: body.length });
  const coded = codings.map(async ([coding, { etag }]) => {
    const bytes = await encodeAside(coding, [body], ANSWER_LEVELS);
    return [coding, { body: [bytes], etag }] as const;
  });
  return { identity, ...Object.fromEntries(await Promise.all(coded)) };
}

/** Maximum streams that are compressed at once, each in a few megabytes. */
export const MAX_CODED_STREAMS = 16;
let codedStreams = 0;

/** True if one more stream may be compressed. */
export const isEncoderFree = (): boolean => codedStreams < MAX_CODED_STREAMS;

/** Compresses a body while it is made and sent. */
export function encodeStream(coding: Coding, body: AsyncIterable<Uint8Array>): Readable {
  codedStreams++;
  const encoder = createEncoder(coding, ANSWER_LEVELS[coding]);
  encoder.once('close', () => codedStreams--);
  // If the client leaves, the rest of the body is not made.
  return pipeline(Readable.from(body), encoder, () => {});
}
