import { createHash } from 'node:crypto';
import { fold } from '#dataset/fold.ts';

/** `<source>-<first 12 hex digits of SHA-256 of the key>`: the same review gets the same id. */
export function reviewIdOf(sourceName: string, key: string): string {
  const hash = createHash('sha256').update(key).digest('hex').slice(0, 12);
  return `${slugOf(sourceName, 'import').slice(0, 40).replace(/-$/, '')}-${hash}`;
}

/** The text as lower-case letters, digits and hyphens, or the fallback where none are left. */
export function slugOf(text: string, fallback: string): string {
  const slug = fold(text)
    .replace(/[^a-z0-9]+/g, '-')
    .replace(/^-|-$/g, '');
  return slug || fallback;
}
