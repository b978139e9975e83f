import { createHash } from 'node:crypto';

/*
 * The work with bytes for which browsers have no equal: there, `imports` of package.json has
 * bytes-in-browser.ts in the place of this file.
 */

/** Memory that threads share. */
export function allocate(length: number): ArrayBufferLike {
  return new SharedArrayBuffer(length);
}

/** Returns a function that finds some bytes in others, from an offset on; -1 if they are not there. */
export function finderIn(bytes: Uint8Array, sought: Uint8Array): (from: number) => number {
  const buffer = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length);
  return (from) => buffer.indexOf(sought, from);
}

/** The SHA-256 of a text, in base64url. */
export function digestOf(text: string): string {
  return createHash('sha256').update(text).digest('base64url');
}
