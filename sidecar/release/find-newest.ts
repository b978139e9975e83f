import type { Removal } from '#dataset/dataset.ts';
import { FORMAT, type Manifest, type ManifestEntry, readKeptLog } from '#release/manifest.ts';
import { BrokenReleaseError, type ReleaseOnDisk, reviewsJsonOf } from '#release/release.ts';
import { readPrevious, readStoredEntities } from '#release/stored-dataset.ts';
import { readPublished } from '#release/vanished-reviews.ts';
import { type Change, findChanges } from '#search/changes/find-changes.ts';
import { continueLog, type KeptLog } from '#search/changes/kept-log.ts';
import { type Corpus, readCorpus } from '#search/corpus/corpus.ts';
import type { EntityNames } from '#search/question/names.ts';
import type { SearchDocument } from '#search/search.ts';
import { documentOf } from '#search/search.ts';
import type { Config } from '../config/config.ts';
import { readAnnouncedOrdinal } from '../hub/announced-ordinal.ts';
import { ReleaseStore } from '../store/store.ts';
import { STORE_DISK, type StoreDisk } from '../store/store-disk.ts';
import { readDataManifest, readReleaseFolder } from './read-release-folder.ts';
import { showsRemoved } from './shows-removed.ts';

/** Where releases may be, and which of them can be served. */
export type FindOptions = {
  readonly outDir: string;
  readonly stateDir: string;
  readonly contentDir: string;
  readonly watch: Config['watch'];
  readonly baseUrl: string;
  /** Whether this process has STATE_DIR; another one's store is not read. */
  readonly isLocked: boolean;
};

/** A release that was read, and from where. */
export type FoundRelease = ReleaseOnDisk & {
  readonly from: 'folder' | 'store';
  /** What search and since answer from; undefined of another format. */
  readonly data:
    | {
        readonly corpus: Corpus;
        readonly removed: readonly Removal[];
        readonly names: EntityNames;
        readonly log: KeptLog;
      }
    | undefined;
};

/** What is on disk at a start. */
export type Found = {
  readonly release: FoundRelease | undefined;
  /** Whether it is withheld: removed.yaml names reviews that it shows. */
  readonly isWithheld: boolean;
  /** What search indexes of its reviews. */
  readonly documents: readonly SearchDocument[];
  /** The entries of the newest release there, for dates, whether it can be served or not. */
  readonly previous: readonly ManifestEntry[];
  /** The highest ordinal that is known to have been used. */
  readonly after: number;
};

type Tell = (message: string, fields?: Readonly<Record<string, unknown>>) => void;

type Deps = {
  readonly disk: StoreDisk;
  /** In milliseconds since 1970. */
  readonly now: () => number;
};

/**
 * Finds the newest release on disk that can be served for this origin, of whatever content and
 * program. Damaged ones are passed over and logged. One of another format is served as well; a replica
 * prefers an older one of its own format.
 */
export function findNewest(
  settings: FindOptions,
  tell: Tell,
  { disk = STORE_DISK, now = Date.now }: Partial<Deps> = {},
): Found {
  const { outDir, stateDir, isLocked } = settings;
  const inFolder = manifestIn(outDir, tell);
  // First: this rolls back what a killed process has left half written.
  const marked = ReleaseStore.readOrdinal(stateDir, isLocked ? 'write' : 'read', disk);
  const inStore = ReleaseStore.readManifest(stateDir);
  const after = Math.max(
    inFolder?.ordinal ?? 0,
    inStore?.ordinal ?? 0,
    marked,
    readAnnouncedOrdinal(stateDir),
  );
  const candidates = candidatesOf(settings, inFolder, inStore, tell, { disk, now }).values();
  const found = candidates.map((read) => read()).find((one) => one !== undefined);
  const newest = (inFolder?.ordinal ?? 0) > (inStore?.ordinal ?? 0) ? inFolder : inStore;
  return {
    ...(found ?? NOTHING),
    previous: newest?.key.baseUrl === settings.baseUrl ? newest.entries : [],
    after,
  };
}

type OnDisk = Pick<FoundRelease, 'from'> & { readonly read: ReleaseOnDisk };
type Described = Pick<Found, 'release' | 'isWithheld' | 'documents'>;
type Candidate = () => Described | undefined;

const NOTHING: Described = { release: undefined, isWithheld: false, documents: [] };

/** What could be served, best first; none is read before it is needed. */
function candidatesOf(
  settings: FindOptions,
  inFolder: Manifest | undefined,
  inStore: Manifest | undefined,
  tell: Tell,
  deps: Deps,
): Candidate[] {
  const { disk } = deps;
  const { outDir, stateDir, contentDir, baseUrl, watch, isLocked } = settings;
  const passOver = (from: OnDisk['from'], read: () => ReleaseOnDisk | undefined) => () => {
    try {
      const release = read();
      // The manifest may have changed since it was read.
      if (release?.manifest.key.baseUrl !== baseUrl) return undefined;
      // A site must not show the reviews of another while its own are being prepared.
      const folder = from === 'store' ? stateDir : outDir;
      if (watch !== 'release' && readPublished(folder, contentDir)?.isOther) return undefined;
      return describe({ from, read: release }, settings, deps);
    } catch (error) {
      tell('a release cannot be loaded and is passed over', { from, cause: String(error) });
      // The store is damaged; the system could read it.
      if (from === 'store' && error instanceof BrokenReleaseError) removeStore(stateDir, disk);
      return undefined;
    }
  };
  // The store first: the same release in both need not be stored again.
  const loadStore = passOver('store', () => ReleaseStore.read(stateDir, tell, disk));
  const loadFolder = passOver('folder', () => readReleaseFolder(outDir));
  const all = [
    ...(isLocked ? [{ manifest: inStore, load: loadStore }] : []),
    ...(inFolder ? [{ manifest: inFolder, load: loadFolder }] : []),
  ];
  const isOurs = ({ key }: Manifest) => key.baseUrl === baseUrl;
  const foreign = all.find(({ manifest }) => manifest && !isOurs(manifest))?.manifest;
  const ours = all.filter(({ manifest }) => !manifest || isOurs(manifest));
  if (foreign && ours.every(({ manifest }) => !manifest)) {
    tell(
      `the release on disk was made for ${foreign.key.baseUrl} and not for ${baseUrl}; it is not served, and the next one takes its place`,
    );
  }
  // A store without a readable manifest is damaged or missing; reading it first removes it.
  const unread = ours.filter(({ manifest }) => !manifest);
  const read = ours.flatMap(({ manifest, load }) => (manifest ? [{ manifest, load }] : []));
  const rank = ({ format }: Manifest) => (watch === 'release' && format === FORMAT ? 1 : 0);
  read.sort(({ manifest: a }, { manifest: b }) => rank(b) - rank(a) || b.ordinal - a.ordinal);
  return [...unread, ...read].map(({ load }) => load);
}

function manifestIn(outDir: string, tell: Tell): Manifest | undefined {
  try {
    return readDataManifest(outDir);
  } catch (error) {
    tell('a release cannot be loaded and is passed over', { from: 'folder', cause: String(error) });
    return undefined;
  }
}

function removeStore(stateDir: string, disk: StoreDisk): void {
  try {
    ReleaseStore.remove(stateDir, disk);
  } catch {
    // Storing the next release replaces it.
  }
}

function describe({ from, read }: OnDisk, settings: FindOptions, deps: Deps): Described {
  const { manifest, files, dataset } = read;
  const documents: SearchDocument[] = [];
  const isWithheld = showsRemoved(read, settings);
  if (manifest.format !== FORMAT || !dataset) {
    return { release: { ...read, from, data: undefined }, documents, isWithheld };
  }
  const corpus = readCorpus(reviewsJsonOf(files), (review) => documents.push(documentOf(review)));
  const log = findLog(from, read, settings, deps);
  const data = { corpus, ...readStoredEntities(dataset), log };
  return { release: { ...read, from, data }, documents, isWithheld };
}

/**
 * The change log of a release. A replica goes on with that of the build. Where the content is followed,
 * and a build has left another release than is stored, the log of the stored one goes on with what the
 * build changed.
 */
function findLog(
  from: OnDisk['from'],
  read: ReleaseOnDisk,
  { outDir, stateDir, isLocked, watch }: FindOptions,
  { disk, now }: Deps,
): KeptLog {
  const { ordinal } = read.manifest;
  const isReplica = watch === 'release';
  const built = from === 'folder' && isReplica ? readKeptLog(outDir, ordinal) : undefined;
  if (built) return built;
  const stored = isLocked ? ReleaseStore.readLog(stateDir, disk) : undefined;
  if (stored?.ordinal === ordinal) return stored;
  const changes = stored && !isReplica ? changesSince(stored, read, stateDir, disk) : undefined;
  return continueLog(changes && stored, ordinal, changes ?? [], now());
}

/** What a release changes of the one that is stored; undefined where that cannot be known. */
function changesSince(
  log: KeptLog,
  read: ReleaseOnDisk,
  stateDir: string,
  disk: StoreDisk,
): readonly Change[] | undefined {
  try {
    const before = ReleaseStore.read(stateDir, undefined, disk);
    if (before?.manifest.ordinal !== log.ordinal) return undefined;
    return findChanges(readPrevious(before, log), readPrevious(read, undefined));
  } catch {
    return undefined;
  }
}
