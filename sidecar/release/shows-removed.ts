import { join } from 'node:path';
import { DISK, type FileSystem } from '#dataset/file-system.ts';
import { readTombstones } from '#dataset/read/read-tombstones.ts';
import { isSystemFault } from '#dataset/system-fault.ts';
import { FORMAT } from '#release/manifest.ts';
import type { ReleaseOnDisk } from '#release/release.ts';
import { joinPieces } from '#search/corpus/pieces.ts';
import type { Config } from '../config/config.ts';

type Settings = Pick<Config, 'contentDir' | 'watch'>;

/**
 * Whether a release shows reviews that removed.yaml names by now, and so is withheld until it is
 * replaced. Where the system fails and nobody knows, it is withheld until the content can be read.
 */
export function showsRemoved(
  release: ReleaseOnDisk,
  { contentDir, watch }: Settings,
  disk: FileSystem = DISK,
): boolean {
  if (watch === 'release') return false;
  const file = readIfThere(join(contentDir, 'removed.yaml'), disk);
  if (!file) return true;
  const { removals, ids } = readTombstones([{ path: 'removed.yaml', bytes: file }]);
  return showsAny(release, [...removals.map(({ id }) => id), ...ids]);
}

/**
 * Whether a release shows one of some reviews that were taken down since it was made. Of files that
 * only another program can read, the id anywhere is taken for the review.
 */
export function showsAny({ manifest, files }: ReleaseOnDisk, removed: readonly string[]): boolean {
  // Earlier versions list removed reviews nowhere, and their feeds name them, too; but how they wrote
  // reviews.json is known.
  const isReadable =
    manifest.format <= FORMAT && files.some(({ entry }) => entry.path === '/reviews.json');
  const known = new Set(manifest.removed);
  const bodies = files
    .filter(({ entry }) => !isReadable || entry.path === '/reviews.json')
    .flatMap(({ bodies }) => bodies.identity.map((piece) => joinPieces([piece])));
  return removed.some((id) => {
    const shown = isReadable ? `"id":${JSON.stringify(id)},` : id;
    return !known.has(id) && bodies.some((bytes) => bytes.includes(shown));
  });
}

/** Undefined where the system fails. Other faults are reported when the content is read as a whole. */
function readIfThere(file: string, disk: FileSystem): Buffer | undefined {
  try {
    return disk.readFileSync(file);
  } catch (error) {
    return isSystemFault(error) ? undefined : Buffer.alloc(0);
  }
}
