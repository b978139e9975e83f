import { createHash } from 'node:crypto';

/** A digest of bytes, as the service makes strong tags of what it sends. */
export function digestOf(bytes: Uint8Array): string {
  return createHash('sha256').update(bytes).digest().toString('base64url', 0, 20);
}

/**
 * A body as a person reads it, a member or an element a line; undefined of bytes that are no text.
 * Two bodies that differ in a byte differ here as well, as what is changed can be changed back.
 */
export function toReadable(mediaType: string, bytes: Buffer): string | undefined {
  const text = bytes.toString('utf8');
  if (!Buffer.from(text).equals(bytes) || text.includes('\0')) return undefined;
  if (/\bjson\b/.test(mediaType)) return spreadJson(text);
  if (/\b(?:html|xml)\b/.test(mediaType)) return text.replaceAll('<', '\n<').replace(/^\n/, '');
  return text;
}

/** Compact JSON with its members on lines; any other text as it is, such as a part of some. */
function spreadJson(text: string): string {
  const end = text.endsWith('\n') ? '\n' : '';
  try {
    const value: unknown = JSON.parse(text);
    return JSON.stringify(value) + end === text ? JSON.stringify(value, null, 1) + end : text;
  } catch {
    return text;
  }
}
