import { join } from 'node:path';
import { DISK, type FileSystem } from '#dataset/file-system.ts';
import { isSystemFault } from '#dataset/system-fault.ts';
import { parseRemovals } from '#dataset/take-down.ts';
import type { PackedFile } from '#release/packed-file.ts';

type Settings = { readonly contentDir: string; readonly watch: 'content' | 'release' | 'off' };

type Shown = {
  /** The data files of a release. */
  readonly files: readonly PackedFile[];
  /** The reviews that were taken down before it was made; undefined where it does not say. */
  readonly removed: readonly string[] | undefined;
  /** Whether this program knows how the files are made. */
  readonly isReadable: boolean;
};

/**
 * Whether a release holds reviews that removed.yaml names by now: it must not be served before they
 * are taken out, not even for the moment until it is replaced. Nor may it where the system fails and
 * nobody knows: it is held back until the content can be read. Of files that only another program
 * can read, the id anywhere is taken for the review.
 */
export function showsRemoved(
  { files, removed, isReadable }: Shown,
  { contentDir, watch }: Settings,
  disk: FileSystem = DISK,
): boolean {
  if (watch === 'release') return false;
  const known = new Set(removed);
  const file = readIfThere(join(contentDir, 'removed.yaml'), disk);
  if (!file) return true;
  const removals = parseRemovals([{ path: 'removed.yaml', bytes: file }]) ?? [];
  const bodies = files
    .filter(({ entry }) => !isReadable || entry.path === '/reviews.json')
    .map(({ bodies: { identity } }) =>
      Buffer.from(identity.buffer, identity.byteOffset, identity.byteLength),
    );
  return removals.some(({ id }) => {
    const shown = isReadable ? `"id":${JSON.stringify(id)},` : id;
    return !known.has(id) && bodies.some((bytes) => bytes.includes(shown));
  });
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
