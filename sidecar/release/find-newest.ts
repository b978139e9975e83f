import type { Removal } from '#dataset/dataset.ts';
import { type AnyManifest, FORMAT, type ManifestEntry, readKeptLog } from '#release/manifest.ts';
import { BrokenReleaseError, type ReleaseOnDisk, reviewsJsonOf } from '#release/release.ts';
import { readStoredEntities } from '#release/stored-dataset.ts';
import { readPublished } from '#release/vanished-reviews.ts';
import { beginLog, type ChangeLog } from '#search/changes/change-log.ts';
import { timeAfter } from '#search/changes/find-changes.ts';
import { toChangeLog } from '#search/changes/kept-log.ts';
import { type Corpus, readCorpus } from '#search/corpus/corpus.ts';
import type { EntityNames } from '#search/question/names.ts';
import type { SearchDocument } from '#search/search.ts';
import { documentOf } from '#search/search.ts';
import type { Config } from '../config/config.ts';
import { readAnnouncedOrdinal } from '../hub/announced-ordinal.ts';
import { ReleaseStore } from '../store/store.ts';
import { STORE_DISK, type StoreDisk } from '../store/store-disk.ts';
import { createLogId } from '../store/stored-log.ts';
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
        readonly changes: ChangeLog;
      }
    | undefined;
};

/** What is on disk at a start. */
export type Found = {
  readonly release: FoundRelease | undefined;
  /** Whether it is withheld: removed.yaml names reviews that it shows. */
  readonly isHeldBack: boolean;
  /** What search indexes of its reviews. */
  readonly documents: readonly SearchDocument[];
  /** The entries of the newest release there, for dates, whether it can be served or not. */
  readonly previous: readonly ManifestEntry[];
  /** The highest ordinal that is known to have been used. */
  readonly after: number;
};

type Tell = (message: string, fields?: Readonly<Record<string, unknown>>) => void;

/**
 * Finds the newest release on disk that can be served for this origin, of whatever content and
 * program. Damaged ones are passed over and logged. One of another format is served as well; a replica
 * prefers an older one of its own format.
 */
export function findNewest(settings: FindOptions, tell: Tell, disk: StoreDisk = STORE_DISK): Found {
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
  const candidates = candidatesOf(settings, inFolder, inStore, tell, disk).values();
  const found = candidates.map((read) => read()).find((one) => one !== undefined);
  const newest = (inFolder?.ordinal ?? 0) > (inStore?.ordinal ?? 0) ? inFolder : inStore;
  return {
    ...(found ?? NOTHING),
    previous: newest?.key.baseUrl === settings.baseUrl ? newest.entries : [],
    after,
  };
}

type OnDisk = Pick<FoundRelease, 'from'> & { readonly read: ReleaseOnDisk };
type Described = Pick<Found, 'release' | 'isHeldBack' | 'documents'>;
type Candidate = () => Described | undefined;

const NOTHING: Described = { release: undefined, isHeldBack: false, documents: [] };

/** What could be served, best first; none is read before it is needed. */
function candidatesOf(
  settings: FindOptions,
  inFolder: AnyManifest | undefined,
  inStore: AnyManifest | undefined,
  tell: Tell,
  disk: StoreDisk,
): Candidate[] {
  const { outDir, stateDir, contentDir, baseUrl, watch, isLocked } = settings;
  const passOver = (from: OnDisk['from'], read: () => ReleaseOnDisk | undefined) => () => {
    try {
      const release = read();
      // The manifest may have changed since it was read.
      if (release?.manifest.key.baseUrl !== baseUrl) return undefined;
      // A site must not show the reviews of another while its own are being prepared.
      const folder = from === 'store' ? stateDir : outDir;
      if (watch !== 'release' && readPublished(folder, contentDir)?.isOther) return undefined;
      return describe({ from, read: release }, settings);
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
  const isOurs = ({ key }: AnyManifest) => key.baseUrl === baseUrl;
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
  const rank = ({ format }: AnyManifest) => (watch === 'release' && format === FORMAT ? 1 : 0);
  read.sort(({ manifest: a }, { manifest: b }) => rank(b) - rank(a) || b.ordinal - a.ordinal);
  return [...unread, ...read].map(({ load }) => load);
}

function manifestIn(outDir: string, tell: Tell): AnyManifest | undefined {
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

function describe({ from, read }: OnDisk, settings: FindOptions): Described {
  const { manifest, files, dataset } = read;
  const documents: SearchDocument[] = [];
  const isHeldBack = showsRemoved(read, settings);
  if (manifest.format !== FORMAT || !dataset) {
    return { release: { ...read, from, data: undefined }, documents, isHeldBack };
  }
  const corpus = readCorpus(reviewsJsonOf(files), (review) => documents.push(documentOf(review)));
  const changes = findLog(from, manifest.ordinal, settings);
  const data = { corpus, ...readStoredEntities(dataset), changes };
  return { release: { ...read, from, data }, documents, isHeldBack };
}

/**
 * The change log of a release. A replica goes on with that of the build. Where the content is followed,
 * and a build has left another release than is stored, it is the log of the stored one: what the build
 * changed is appended once it is stored. One that is not kept takes the place of a missing one until
 * then.
 */
function findLog(
  from: OnDisk['from'],
  ordinal: number,
  { outDir, stateDir, isLocked, watch }: FindOptions,
): ChangeLog {
  const isReplica = watch === 'release';
  const built = from === 'folder' && isReplica ? readKeptLog(outDir, ordinal) : undefined;
  if (built) return toChangeLog(built);
  const stored = isLocked ? ReleaseStore.readLog(stateDir) : undefined;
  const isBehind = from === 'folder' && !isReplica;
  if (stored && (isBehind || stored.ordinal === ordinal)) return stored.log;
  return beginLog(createLogId(), timeAfter(0, Date.now()));
}
