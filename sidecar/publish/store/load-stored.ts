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

type Candidate = { readonly folder: string; readonly isStored: boolean };

/**
 * Loads the newest complete release of this site: from STATE_DIR, else the one that a build has
 * left in OUT_DIR; a replica uses OUT_DIR alone. Others are skipped, and the log says why. If it
 * does not have the highest ordinal in STATE_DIR, readers may have seen newer ones: then its change
 * log begins again.
 */
export function loadStored(
  settings: PublisherSettings,
  port: Pick<PublisherPort, 'log' | 'now'>,
  disk: FileSystem = DISK,
): Stored {
  const { stateDir, outDir, watch, announced, after: served } = settings;
  const isReplica = watch === 'release';
  const ordinals = isReplica ? [] : listStored(stateDir, port);
  const [newest = 0] = ordinals;
  const known = Math.max(newest, served, announced);
  const candidates: Candidate[] = [
    ...ordinals.map((ordinal) => ({ folder: folderOf(stateDir, ordinal), isStored: true })),
    { folder: outDir, isStored: false },
  ];
  const release = candidates
    .values()
    .map((candidate) => tryToLoad(candidate, settings, port))
    .find((loaded) => loaded !== undefined);
  const after = Math.max(isReplica ? served : known, release?.ordinal ?? 0);
  if (!release) return { release, isShown: false, isServed: false, after };
  const isHidden = !isReplica && showsRemoved(release, settings.contentDir, disk);
  const isShown = release.ordinal > served && !isHidden;
  const isServed = isShown || release.ordinal === served;
  const isNewest = release.ordinal === known && known === newest;
  if (isReplica || isNewest) return { release, isShown, isServed, after };
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
  { folder, isStored }: Candidate,
  { stateDir, contentDir, watch, ...origins }: PublisherSettings,
  port: Pick<PublisherPort, 'log'>,
): LoadedRelease | undefined {
  const from = isStored ? 'STATE_DIR' : 'OUT_DIR';
  try {
    const manifest = readDataManifest(folder);
    // Most services have no build.
    if (!manifest && !isStored) return undefined;
    const other = manifest && describeOtherSite(manifest.key, origins);
    if (other) {
      port.log('warn', `the release in ${from} ${other.reason}; it is not served`);
      return undefined;
    }
    // A site must not show the reviews of another while its own are being prepared.
    const site = isStored ? stateDir : folder;
    if (watch !== 'release' && readPublished(site, contentDir)?.isOther) return undefined;
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
