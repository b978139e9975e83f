import { join } from 'node:path';
import { DISK, type FileSystem } from '#dataset/file-system.ts';
import { isSystemFault } from '#dataset/system-fault.ts';
import { parseRemovals } from '#dataset/take-down.ts';
import type { LoadedRelease } from '../release/load-release.ts';

type Settings = { readonly contentDir: string; readonly watch: 'content' | 'release' | 'off' };

/**
 * Whether a release holds reviews that removed.yaml names by now: it must not be served before they
 * are taken out, not even for the moment until it is replaced. Nor may it where the system fails and
 * nobody knows: it is held back until the content can be read.
 */
export function showsRemoved(
  { corpus, removed }: Pick<LoadedRelease, 'corpus' | 'removed'>,
  { contentDir, watch }: Settings,
  disk: FileSystem = DISK,
): boolean {
  if (watch === 'release') return false;
  const known = new Set(removed.map(({ id }) => id));
  const file = readIfThere(join(contentDir, 'removed.yaml'), disk);
  if (!file) return true;
  const removals = parseRemovals([{ path: 'removed.yaml', bytes: file }]) ?? [];
  const bytes = Buffer.from(corpus.bytes.buffer, corpus.bytes.byteOffset, corpus.bytes.byteLength);
  return removals.some(({ id }) => !known.has(id) && bytes.includes(`"id":${JSON.stringify(id)},`));
}

/**
 * Undefined where the system fails. What cannot be read for another reason is told when the content
 * is read as a whole.
 */
function readIfThere(file: string, disk: FileSystem): Buffer | undefined {
  try {
    return disk.readFileSync(file);
  } catch (error) {
    return isSystemFault(error) ? undefined : Buffer.alloc(0);
  }
}
