import { dirname, join } from 'node:path';
import type { Review } from '#dataset/review.ts';
import type { Notes } from '#insights/notes/notes.ts';
import type { Manifest } from '#release/manifest.ts';
import type { EncodedFile } from '#release/release.ts';
import type { KeptLog } from '#search/changes/kept-log.ts';
import type { ReviewEdit } from './compare-lists.ts';
import { highestPack, removePacks } from './earlier-packs.ts';
import {
  readRelease,
  readStoredFile,
  readStoredLog,
  readStoredManifest,
  readStoredOrdinal,
} from './read-release.ts';
import {
  isDamage,
  type SqlConnection,
  STORE_DISK,
  type StoreDisk,
  StoreFault,
  toStoreFault,
} from './store-disk.ts';
import {
  createTables,
  markOf,
  SCHEMA_VERSION,
  STORE_FILE,
  setMark,
  transact,
  versionOf,
} from './store-schema.ts';
import { readLog } from './stored-log.ts';
import { readNotes } from './stored-notes.ts';
import { RESIDUES, type Residue } from './write-lines.ts';
import {
  dropUnused,
  manifestOf,
  type StorableRelease,
  toStorable,
  writeRelease,
  writeVariants,
} from './write-release.ts';

/*
 * Where the served release is kept, so that a start reads it and builds nothing: one SQLite database
 * in STATE_DIR (store-schema.ts) with the manifest, the bytes of all files in every coding, a row for
 * each review, what insights have noted of it, the change log, and the highest ordinal. ReleaseStore
 * below is the one entrance: write-release.ts and write-lines.ts write what an edit changed,
 * stored-log.ts the log of it, stored-notes.ts writes and reads the notes, read-release.ts checks every
 * byte, store-disk.ts is SQLite and the file system.
 *
 * The store is
 *   empty       new, emptied, or put in the place of one that was damaged or of another version
 *   stored      holds one release, written whole or not at all; large variants follow (addVariants)
 *   to erase    rows are gone that the file may still hold: `residue` says of which reviews
 *   erased      the file was replaced by a copy, since SQLite leaves copies of rows behind where it
 *               rearranges its pages, and PRAGMA secure_delete does not find them
 *   damaged     reading throws a BrokenReleaseError; `open`, `write` and `erase` report it and go on
 *               with a new file
 *
 * Where the system fails, a StoreFault is thrown; a failed `write` leaves what was stored.
 */

export type { Residue, StorableRelease };

/** How the reviews of a release differ from the stored ones. */
export type StoredEdit = ReviewEdit | 'everything';

const DAMAGED = 'the release store is damaged; starting with an empty one';
/** SQLite has one code for whatever is wrong in a statement (https://sqlite.org/rescode.html#error). */
const NO_SUCH_TABLE = 'SQLITE_1';

type Options = {
  /** Ordinals come after this one. */
  readonly after?: number;
  /** Receives what an operator should know. */
  readonly tell?: (message: string) => void;
  readonly disk?: StoreDisk | undefined;
};

/** One process at a time opens it (StateLock); `readManifest` and `readFile` are for all. */
export class ReleaseStore {
  static readonly read = readRelease;
  static readonly readManifest = readStoredManifest;
  static readonly readFile = readStoredFile;
  static readonly readLog = readStoredLog;
  static readonly readOrdinal = readStoredOrdinal;

  readonly #file: string;
  readonly #tell: (message: string) => void;
  readonly #disk: StoreDisk;
  /** Undefined where the file could not be opened again. */
  #open: SqlConnection | undefined;
  /** The ordinal of a store that has no tables yet. */
  #startsAfter: number | undefined;

  private constructor(file: string, { tell, disk }: Required<Omit<Options, 'after'>>) {
    this.#file = file;
    this.#tell = tell;
    this.#disk = disk ?? STORE_DISK;
  }

  /**
   * Opens the store of a folder, and creates a missing one. A file that is not a store of this version
   * is replaced, and so are the packs of earlier versions; both are reported. Throws a StoreFault.
   */
  static open(
    stateDir: string,
    { after = 0, tell = () => {}, disk = STORE_DISK }: Options = {},
  ): ReleaseStore {
    const file = join(stateDir, STORE_FILE);
    disk.makeFolder(stateDir);
    const store = new ReleaseStore(file, { tell, disk });
    try {
      // A copy that a killed process has left half written.
      store.#remove(unfinished(file));
      store.#prepare();
      store.#replacePacks(stateDir, after);
      return store;
    } catch (error) {
      store.close();
      throw error;
    }
  }

  /** Removes a store that cannot be read. Throws a StoreFault. */
  static remove(stateDir: string, disk: StoreDisk = STORE_DISK): void {
    removeDatabase(disk, join(stateDir, STORE_FILE));
  }

  /** The highest ordinal that was ever stored or reserved here; 0 for none. */
  get ordinal(): number {
    return markOf(this.#connection, 'ordinal');
  }

  /** What the file may still hold of reviews that were removed or changed. */
  get residue(): Residue | undefined {
    return RESIDUES[markOf(this.#connection, 'residue') - 1];
  }

  /** Whether what is stored is the release with an ordinal. */
  holds(ordinal: number): boolean {
    return manifestOf(this.#connection)?.ordinal === ordinal;
  }

  /** The change log; undefined where it does not describe the release with an ordinal. */
  readLog(ordinal: number): KeptLog | undefined {
    const log = readLog(this.#connection);
    return log?.ordinal === ordinal ? log : undefined;
  }

  /** What was noted of a review by a key; undefined where that is not stored. */
  readNotes(review: Review, key: string): Notes | undefined {
    return readNotes(this.#connection, review, key);
  }

  /**
   * Replaces the stored release, whole or not at all, by writing what changed: `edit` is that of its
   * reviews since the stored one. A damaged file is replaced by a new one. Throws a StoreFault.
   */
  write(release: StorableRelease, edit: StoredEdit = 'everything'): void {
    try {
      this.#writeWhole(release, edit);
    } catch (error) {
      if (!isDamage(error)) throw error;
      this.#tell(DAMAGED);
      this.#startEmpty(release.manifest.ordinal);
      this.#writeWhole(release, 'everything');
    }
  }

  /** Stores the compressed variants of files of the release that is stored. Throws a StoreFault. */
  addVariants(manifest: Manifest, files: readonly EncodedFile[]): void {
    this.#transact((connection) => writeVariants(connection, manifest, files));
  }

  /**
   * Leaves nothing in the file of earlier releases: it is replaced by a copy. Where the disk has no
   * room for two files, or the file is damaged, it is removed first and the release stored again, by
   * default the one that it holds: an erased takedown matters more than a fast start. Throws a
   * StoreFault.
   */
  erase(release?: StorableRelease): void {
    const fresh = unfinished(this.#file);
    const ordinal = Math.max(release?.manifest.ordinal ?? 0, this.#ordinalIfReadable());
    try {
      this.#transact((connection) => dropUnused(connection));
      // SQLite itself would create a file that all users can read.
      this.#disk.connect(fresh, 'write').close();
      this.#connection.run('VACUUM INTO ?', fresh);
      this.#disk.sync(fresh);
      this.#replace(() => this.#disk.rename(fresh, this.#file));
      this.#transact((connection) => setMark(connection, 'residue', 0));
    } catch (error) {
      this.#remove(fresh);
      if (isDamage(error)) this.#tell(DAMAGED);
      else if (!isLackOfSpace(error)) throw error;
      const kept = release ?? this.#storedIfWhole();
      this.#startEmpty(ordinal);
      if (kept) this.#writeWhole(kept, 'everything');
    }
  }

  /** Leaves nothing in the file but the ordinal. Throws a StoreFault. */
  empty(): void {
    this.#startEmpty(this.#ordinalIfReadable());
  }

  close(): void {
    this.#open?.close();
    this.#open = undefined;
  }

  /** The database, opened again where it is not open, with its tables. */
  get #connection(): SqlConnection {
    this.#open ??= this.#disk.connect(this.#file, 'write');
    if (this.#startsAfter !== undefined) createTables(this.#open, this.#startsAfter);
    this.#startsAfter = undefined;
    return this.#open;
  }

  #prepare(): void {
    const found = this.#versionIfReadable();
    if (found === SCHEMA_VERSION) return;
    if (found === 0) {
      this.#startsAfter = 0;
      this.#connection.rows('SELECT 1 FROM release');
      return;
    }
    this.#tell(
      found === undefined
        ? DAMAGED
        : `the release store is of another version (${found}); starting with an empty one`,
    );
    this.#startEmpty(found === undefined ? 0 : this.#ordinalIfReadable());
  }

  /** Later ordinals are higher than those of the packs. */
  #replacePacks(stateDir: string, after: number): void {
    try {
      const highest = highestPack(stateDir);
      const reserved = Math.max(after, highest);
      if (reserved > this.ordinal) {
        this.#transact((connection) => setMark(connection, 'ordinal', reserved));
      }
      if (!removePacks(stateDir)) return;
      this.#tell('the release packs of an earlier version are replaced by release.sqlite');
    } catch (error) {
      throw toStoreFault(error, stateDir);
    }
  }

  /** The version of the schema; undefined if the file is damaged or not a database. */
  #versionIfReadable(): number | undefined {
    try {
      const version = versionOf(this.#connection);
      if (version === SCHEMA_VERSION) markOf(this.#connection, 'residue');
      return version;
    } catch (error) {
      if (isDamage(error)) return undefined;
      throw error;
    }
  }

  /** 0 if it is damaged, or of another version without an ordinal. */
  #ordinalIfReadable(): number {
    try {
      return this.ordinal;
    } catch (error) {
      if (error instanceof StoreFault && (isDamage(error) || error.code === NO_SUCH_TABLE))
        return 0;
      throw error;
    }
  }

  /** Undefined if it cannot be read, or is of another format. */
  #storedIfWhole(): StorableRelease | undefined {
    try {
      const stored = readRelease(dirname(this.#file), this.#tell, this.#disk);
      const log = readLog(this.#connection);
      return stored && log && toStorable(stored, log);
    } catch {
      return undefined;
    }
  }

  /** Replaces the file by an empty store. */
  #startEmpty(ordinal: number): void {
    this.#startsAfter = ordinal;
    this.#replace(() => this.#remove(this.#file));
  }

  /** Replaces the open file by another one or by none. */
  #replace(put: () => void): void {
    this.close();
    put();
    this.#disk.sync(dirname(this.#file));
    versionOf(this.#connection);
  }

  #remove(file: string): void {
    removeDatabase(this.#disk, file);
  }

  #transact(work: (connection: SqlConnection) => void): void {
    const connection = this.#connection;
    transact(connection, () => work(connection));
  }

  #writeWhole(release: StorableRelease, edit: StoredEdit): void {
    this.#transact((connection) => writeRelease(connection, release, edit));
  }
}

function unfinished(file: string): string {
  return `${file}.new`;
}

/** A database, and the journal beside it. */
function removeDatabase(disk: StoreDisk, file: string): void {
  for (const one of [`${file}-journal`, file]) disk.remove(one);
}

function isLackOfSpace(error: unknown): boolean {
  return error instanceof StoreFault && error.code === 'ENOSPC';
}
