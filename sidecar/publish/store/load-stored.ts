import { join } from 'node:path';
import { DISK, type FileSystem } from '#dataset/file-system.ts';
import { readTombstones } from '#dataset/read/read-tombstones.ts';
import { isSystemFault } from '#dataset/system-fault.ts';
import { type LoadedRelease, load } from '#release/load.ts';
import { readDataManifest } from '#release/manifest.ts';
import { describeOtherSite } from '#release/release-key.ts';
import { readPublished } from '#release/vanished-reviews.ts';
import { continueLog } from '#search/changes/kept-log.ts';
import { positionOf } from '#search/corpus/columns.ts';
import type { PublisherPort, PublisherSettings } from '../messages.ts';
import { folderOf, ordinalsIn } from './release-folders.ts';

/** The release that a thread begins with. */
export type Stored = {
  /** The newest release on disk that is complete and of this site. */
  readonly release: LoadedRelease | undefined;
  /**
   * True if it is to be served: it is newer than the served one, and shows no review that was taken
   * down.
   */
  readonly isShown: boolean;
  /** True if it need not be published again: it is served, and is stored as it is. */
  readonly isServed: boolean;
  /** The highest ordinal known to have been used. */
  readonly after: number;
};

/**
 * Loads the newest complete release of this site from STATE_DIR; a replica loads the one in OUT_DIR.
 * Others are skipped, and the log says why. If it does not have the highest ordinal in STATE_DIR,
 * readers may have seen newer ones: then its change log begins again.
 */
export function loadStored(
  settings: PublisherSettings,
  port: Pick<PublisherPort, 'log' | 'now'>,
  disk: FileSystem = DISK,
): Stored {
  const { stateDir, outDir, watch, announced, after: served } = settings;
  const isReplica = watch === 'release';
  const ordinals = isReplica ? [] : listStored(stateDir, port);
  const folders = isReplica ? [outDir] : ordinals.map((ordinal) => folderOf(stateDir, ordinal));
  const known = isReplica ? served : Math.max(ordinals[0] ?? 0, served, announced);
  const release = folders
    .values()
    .map((folder) => tryToLoad(folder, settings, port))
    .find((loaded) => loaded !== undefined);
  const after = Math.max(known, release?.ordinal ?? 0);
  if (!release) return { release, isShown: false, isServed: false, after };
  const isHidden = !isReplica && showsRemoved(release, settings.contentDir, disk);
  const isShown = release.ordinal > served && !isHidden;
  const isServed = isShown || release.ordinal === served;
  if (isReplica || release.ordinal === known) return { release, isShown, isServed, after };
  const log = continueLog(undefined, [], port.now().getTime());
  return { release: { ...release, log }, isShown, isServed: false, after };
}

/**
 * If STATE_DIR cannot be read, the content is published all the same, and storing it is a fault.
 */
function listStored(stateDir: string, port: Pick<PublisherPort, 'log'>): readonly number[] {
  try {
    return ordinalsIn(stateDir);
  } catch (error) {
    port.log('warn', 'the releases in STATE_DIR cannot be read', { cause: String(error) });
    return [];
  }
}

function tryToLoad(
  folder: string,
  { stateDir, contentDir, watch, ...origins }: PublisherSettings,
  port: Pick<PublisherPort, 'log'>,
): LoadedRelease | undefined {
  const isReplica = watch === 'release';
  const from = isReplica ? 'OUT_DIR' : 'STATE_DIR';
  try {
    const manifest = readDataManifest(folder);
    // It has not been copied yet.
    if (!manifest && isReplica) return undefined;
    const other = manifest && describeOtherSite(manifest.key, origins);
    if (other) {
      port.log('warn', `the release in ${from} ${other.reason}; it is not served`);
      return undefined;
    }
    // A site must not show the reviews of another while its own are being prepared.
    if (!isReplica && readPublished(stateDir, contentDir)?.isOther) return undefined;
    return load(folder, manifest);
  } catch (error) {
    port.log('warn', `a release in ${from} cannot be loaded and is skipped`, {
      cause: String(error),
    });
    return undefined;
  }
}

/** True if a release shows reviews that removed.yaml names, or the system cannot tell. */
function showsRemoved({ corpus }: LoadedRelease, contentDir: string, disk: FileSystem): boolean {
  try {
    const bytes = disk.readFileSync(join(contentDir, 'removed.yaml'));
    const { removals, ids } = readTombstones([{ path: 'removed.yaml', bytes }]);
    const named = [...removals.map(({ id }) => id), ...ids];
    return named.some((id) => positionOf(corpus, id) !== undefined);
  } catch (error) {
    // Other faults are reported when the content is read as a whole.
    return isSystemFault(error);
  }
}
