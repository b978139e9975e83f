import { createHash } from 'node:crypto';

/** A digest of bytes, as the service makes strong tags of what it sends. */
export function digestOf(bytes: Uint8Array): string {
  return createHash('sha256').update(bytes).digest().toString('base64url', 0, 20);
}
