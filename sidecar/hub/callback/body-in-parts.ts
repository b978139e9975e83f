import { Readable } from 'node:stream';

/** Above this a body is sent in parts. */
const WHOLE_BYTES = 1024 * 1024;
const PART_BYTES = 256 * 1024;

function* cut(body: Uint8Array) {
  for (let start = 0; start < body.byteLength; start += PART_BYTES) {
    yield body.subarray(start, start + PART_BYTES);
  }
}

/**
 * A body as undici shall send it, without a copy. A socket takes whatever it is given and encrypts
 * it at once; with a large body for many slow subscribers that would be a copy for each.
 */
export function bodyInParts(body: Uint8Array): Uint8Array | Readable {
  return body.byteLength <= WHOLE_BYTES ? body : Readable.from(cut(body), { objectMode: true });
}
