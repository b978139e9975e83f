import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseRemovals } from '#dataset/take-down.ts';
import type { LoadedRelease } from '../release/load-release.ts';

type Settings = { readonly contentDir: string; readonly watch: 'content' | 'release' | 'off' };

/**
 * Whether a release holds reviews that removed.yaml names by now: it must not be served before they
 * are taken out, not even for the moment until it is replaced.
 */
export function showsRemoved(
  { corpus, removed }: Pick<LoadedRelease, 'corpus' | 'removed'>,
  { contentDir, watch }: Settings,
): boolean {
  if (watch === 'release') return false;
  const known = new Set(removed.map(({ id }) => id));
  const file = join(contentDir, 'removed.yaml');
  const removals = parseRemovals([{ path: 'removed.yaml', bytes: readIfThere(file) }]) ?? [];
  const bytes = Buffer.from(corpus.bytes.buffer, corpus.bytes.byteOffset, corpus.bytes.byteLength);
  return removals.some(({ id }) => !known.has(id) && bytes.includes(`"id":${JSON.stringify(id)},`));
}

/** What cannot be read is told when the content is read as a whole. */
function readIfThere(file: string): Buffer {
  try {
    return readFileSync(file);
  } catch {
    return Buffer.alloc(0);
  }
}
