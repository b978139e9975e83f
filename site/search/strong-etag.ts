import { createHash } from 'node:crypto';

/** A strong entity tag (RFC 9110 §8.8.3): 160 bits of the SHA-256 of what determines a body. */
export function strongEtag(...pieces: readonly (string | Uint8Array)[]): string {
  const hash = createHash('sha256');
  for (const piece of pieces) hash.update(piece);
  return `"${hash.digest().toString('base64url', 0, 20)}"`;
}
