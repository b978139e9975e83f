import { closeSync, fsyncSync, openSync, renameSync, rmSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { type AnyManifest, type Manifest, parseManifest } from '#artifacts/manifest.ts';
import { CODINGS, REPRESENTATIONS } from '#artifacts/seal.ts';
import { diffReviews } from '#dataset/diff-reviews.ts';
import type { Review } from '#dataset/review.ts';
import { type Corpus, reviewBytes } from '#query/corpus.ts';
import { strongEtag } from '#query/strong-etag.ts';
import { makeFolder } from '#release/make-folder.ts';
import type { PackedFile } from '#release/packed-file.ts';
import {
  type Connect,
  connectSqlite,
  type SqlConnection,
  StoreFault,
} from './sqlite-connection.ts';

/*
 * One SQLite database in STATE_DIR holds the data of the newest release:
 *
 * - `release`: its manifest, and the digest of that;
 * - `pieces`: every representation of every file, by its strong ETag, in pieces; the same bytes are
 *   never written twice;
 * - `reviews`: the lines of reviews.json, of which `pieces` holds only what stands before and after
 *   them: an edit of one review writes one line;
 * - `marks`: the highest ordinal, and whether the file may still hold words of what is gone.
 *
 * SQLite leaves copies of rows behind where it rearranges its pages, and PRAGMA secure_delete does
 * not find them. So a takedown ends with the file being replaced by a copy (`erase`).
 */
export const SCHEMA_VERSION = 1;
const SCHEMA = [
  'CREATE TABLE IF NOT EXISTS release (manifest TEXT NOT NULL, digest TEXT NOT NULL)',
  `CREATE TABLE IF NOT EXISTS pieces (etag TEXT NOT NULL, number INTEGER NOT NULL, bytes BLOB NOT NULL,
     PRIMARY KEY (etag, number))`,
  // In the order of reviews.json.
  `CREATE TABLE IF NOT EXISTS reviews (date TEXT NOT NULL, id TEXT NOT NULL, line BLOB NOT NULL,
     PRIMARY KEY (date DESC, id))`,
  'CREATE TABLE IF NOT EXISTS marks (name TEXT PRIMARY KEY, value INTEGER NOT NULL)',
  `PRAGMA user_version = ${SCHEMA_VERSION}`,
];

/** SQLite reads and writes a value whole, on the thread that asks. */
const MAX_PIECE_BYTES = 256 * 1024;

const REVIEWS = '/reviews.json';

/** Writes nothing where the same line is there. */
const UPSERT = `INSERT INTO reviews (date, id, line) VALUES (?, ?, ?)
  ON CONFLICT DO UPDATE SET line = excluded.line WHERE line <> excluded.line`;

const DAMAGED = 'the release store is damaged; it is made anew of the content';
const DAMAGE: ReadonlySet<string> = new Set(['SQLITE_CORRUPT', 'SQLITE_NOTADB']);
/** SQLite has one code for whatever is wrong in a statement (https://sqlite.org/rescode.html#error). */
const NO_SUCH_TABLE = 'SQLITE_1';

type Tell = (message: string) => void;

/** The database inside STATE_DIR. */
export const STORE_FILE = 'release.sqlite';

/** A release that is to be stored. */
export type StorableRelease = {
  readonly manifest: Manifest;
  /** dataset.json, whose tag the manifest has. */
  readonly dataset: Uint8Array;
  readonly files: readonly PackedFile[];
  /** Those of reviews.json, in its order: of the same objects as before, nothing is written. */
  readonly reviews: readonly Review[];
  readonly corpus: Pick<Corpus, 'bytes' | 'starts'>;
};

/** What a file may still hold that readers do not get any more: a review that is gone, or another text. */
export type Residue = 'removed' | 'changed';
const RESIDUES: readonly Residue[] = ['changed', 'removed'];

/** Where the release that is served is kept. One process uses it at a time (see StateLock). */
export class ReleaseStore {
  readonly #file: string;
  readonly #tell: Tell;
  readonly #connect: Connect;
  /** Undefined where the file could not be opened again. */
  #open: SqlConnection | undefined;
  /** The ordinal of a store that has no tables yet. */
  #startsAfter: number | undefined;
  /** The reviews whose lines are stored; undefined where this process does not know them. */
  #reviews: readonly Review[] | undefined;

  private constructor(file: string, tell: Tell, connect: Connect) {
    this.#file = file;
    this.#tell = tell;
    this.#connect = connect;
  }

  /**
   * Opens the store of a folder, and makes it where there is none. What is no store of this version
   * is replaced; `tell` hears of it. Throws a StoreFault or the system's error where that fails.
   */
  static open(
    stateDir: string,
    tell: Tell = () => {},
    connect: Connect = connectSqlite,
  ): ReleaseStore {
    const file = join(stateDir, STORE_FILE);
    makeFolder(stateDir);
    // Half of one, if a process was killed while it wrote.
    removeDatabase(unfinished(file));
    const store = new ReleaseStore(file, tell, connect);
    try {
      store.#prepare();
      return store;
    } catch (error) {
      store.close();
      throw error;
    }
  }

  /** The highest ordinal that was ever stored or reserved here; 0 for none. */
  get ordinal(): number {
    return this.#mark('ordinal');
  }

  /** What the file may still hold of reviews that are gone or have changed. */
  get residue(): Residue | undefined {
    return RESIDUES[this.#mark('residue') - 1];
  }

  /** Later ordinals are higher than this one, whatever becomes of the release. */
  reserve(ordinal: number): void {
    this.#transact(() => this.#setMark('ordinal', ordinal));
  }

  /** Whether what is stored is the release with an ordinal. */
  holds(ordinal: number): boolean {
    return this.#manifest?.ordinal === ordinal;
  }

  /** The reviews that are stored are these objects. */
  know(reviews: readonly Review[]): void {
    this.#reviews = reviews;
  }

  /**
   * Stores a release in the place of the one before, whole or not at all, by writing what changed.
   * Where the file is damaged, a new one takes its place. Throws a StoreFault where that cannot be.
   */
  write(release: StorableRelease): void {
    try {
      this.#writeWhole(release);
    } catch (error) {
      if (!isDamage(error)) throw error;
      this.#tell(DAMAGED);
      this.#beginAnew(release.manifest.ordinal);
      this.#writeWhole(release);
    }
  }

  /** Stores the compressed variants of files of the release that is stored. */
  addVariants(manifest: Manifest, files: readonly PackedFile[]): void {
    this.#transact(() => {
      for (const file of files) {
        // They were damaged, where there are some.
        this.#dropVariants(file);
        this.#writeVariants(file);
      }
      this.#writeManifest(manifest);
      this.#dropUnused();
    });
  }

  /**
   * Leaves nothing in the file of what was stored before: it is copied into a new one, which takes
   * its place. Where the disk has no room for two, or it is damaged, the old one goes first, and the
   * release that is given is stored again: that a takedown is erased matters more than a fast start.
   */
  erase(release: StorableRelease | undefined): void {
    const fresh = unfinished(this.#file);
    const reviews = this.#reviews;
    const ordinal = Math.max(release?.manifest.ordinal ?? 0, this.#ordinalIfReadable());
    try {
      this.#transact(() => this.#dropUnused());
      this.#connection.run('VACUUM INTO ?', fresh);
      syncToDisk(fresh);
      this.#replace(() => renameSync(fresh, this.#file));
      this.#reviews = reviews;
      this.#transact(() => this.#setMark('residue', 0));
    } catch (error) {
      removeDatabase(fresh);
      if (!isDamage(error) && !isLackOfSpace(error)) throw error;
      this.#beginAnew(ordinal);
      if (release) this.#writeWhole(release);
    }
  }

  /** How many bytes the file has, and how many of them are free. */
  get size(): { readonly bytes: number; readonly free: number } {
    const of = (name: string) => Number(this.#connection.rows(`PRAGMA ${name}`)[0]?.[name] ?? 0);
    const page = of('page_size');
    return { bytes: of('page_count') * page, free: of('freelist_count') * page };
  }

  close(): void {
    this.#open?.close();
    this.#open = undefined;
  }

  /** Opened again where that failed, with tables. */
  get #connection(): SqlConnection {
    this.#open ??= this.#connect(this.#file, 'write');
    const connection = this.#open;
    const after = this.#startsAfter;
    if (after !== undefined) {
      transact(connection, () => {
        for (const statement of SCHEMA) connection.run(statement);
        if (after > 0) setMark(connection, 'ordinal', after);
      });
      this.#startsAfter = undefined;
    }
    return connection;
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
        : `the release store is of another version (${found}); it is made anew of the content`,
    );
    this.#beginAnew(found === undefined ? 0 : this.#ordinalIfReadable());
  }

  /** The version of the schema; undefined where the file is no database, or its marks are damaged. */
  #versionIfReadable(): number | undefined {
    try {
      const version = versionOf(this.#connection);
      if (version === SCHEMA_VERSION) this.#mark('residue');
      return version;
    } catch (error) {
      if (isDamage(error)) return undefined;
      throw error;
    }
  }

  /** 0 where it is damaged, or of another version without one. */
  #ordinalIfReadable(): number {
    try {
      return this.ordinal;
    } catch (error) {
      if (error instanceof StoreFault && (isDamage(error) || error.code === NO_SUCH_TABLE))
        return 0;
      throw error;
    }
  }

  /** Removes what there is, and makes an empty store. */
  #beginAnew(ordinal: number): void {
    this.#startsAfter = ordinal;
    this.#replace(() => removeDatabase(this.#file));
    // No line is stored.
    this.#reviews = [];
  }

  /** Puts another file, or none, in the place of the one that is open. */
  #replace(put: () => void): void {
    this.close();
    this.#reviews = undefined;
    put();
    syncToDisk(dirname(this.#file));
    this.#connection.rows('PRAGMA user_version');
  }

  #transact(work: () => void): void {
    transact(this.#connection, work);
  }

  #writeWhole(release: StorableRelease): void {
    try {
      this.#transact(() => this.#writeAll(release));
      this.#reviews = release.reviews;
    } catch (error) {
      // What failed last may have been done all the same.
      this.#reviews = undefined;
      throw error;
    }
  }

  #writeAll({ manifest, dataset, files, reviews, corpus }: StorableRelease): void {
    const residue = this.#writeLines(reviews, corpus);
    for (const file of files) {
      if (file.entry.path === REVIEWS) this.#writeAround(file, corpus);
      else this.#writePieces(file.entry.variants.identity.etag, file.bodies.identity);
      this.#writeVariants(file);
    }
    this.#writePieces(manifest.dataset, dataset);
    this.#writeManifest(manifest);
    this.#setMark('ordinal', Math.max(manifest.ordinal, this.ordinal));
    this.#setMark('residue', Math.max(this.#mark('residue'), residue));
    // What takes long to remove goes with the next compressed variants.
    this.#dropUnused(MAX_PIECE_BYTES);
  }

  /** Writes the lines that differ from those that are stored. Returns the mark of what they leave. */
  #writeLines(reviews: readonly Review[], corpus: StorableRelease['corpus']): number {
    const before = this.#reviews;
    const { removed, added } = before
      ? diffReviews(before, reviews)
      : { removed: [], added: reviews.keys() };
    const known = before
      ? removed.flatMap((position) => before[position] ?? [])
      : this.#connection.rows('SELECT date, id FROM reviews').map(toKey);
    const gone = new Map(known.map((one) => [`${one.datePublished} ${one.id}`, one]));
    let changed = 0;
    for (const position of added) {
      const review = reviews[position];
      if (!review) continue;
      const { datePublished, id } = review;
      const written = this.#connection.run(
        UPSERT,
        datePublished,
        id,
        reviewBytes(corpus, position),
      );
      if (gone.delete(`${datePublished} ${id}`)) changed += written;
    }
    for (const { datePublished, id } of gone.values()) {
      this.#connection.run('DELETE FROM reviews WHERE date = ? AND id = ?', datePublished, id);
    }
    return gone.size > 0 ? 2 : Math.min(changed, 1);
  }

  /** What stands before and after the lines of reviews.json. */
  #writeAround({ entry, bodies }: PackedFile, { bytes, starts }: StorableRelease['corpus']): void {
    const { etag } = entry.variants.identity;
    const first = starts[0] ?? 0;
    const last = starts.at(-1) ?? 0;
    const isEmpty = starts.length <= 1;
    const pieces = isEmpty
      ? [bodies.identity]
      : [bytes.subarray(0, first), bytes.subarray(last - 2)];
    this.#putPieces(etag, pieces);
  }

  #writeVariants({ entry, bodies }: PackedFile): void {
    for (const coding of CODINGS) {
      const variant = entry.variants[coding];
      const body = bodies[coding];
      if (variant && body) this.#writePieces(variant.etag, body);
    }
  }

  #dropVariants({ entry }: PackedFile): void {
    for (const coding of CODINGS) {
      const variant = entry.variants[coding];
      if (variant) this.#connection.run('DELETE FROM pieces WHERE etag = ?', variant.etag);
    }
  }

  #writePieces(etag: string, bytes: Uint8Array): void {
    const pieces: Uint8Array[] = [];
    for (let at = 0; at < bytes.length || at === 0; at += MAX_PIECE_BYTES) {
      pieces.push(bytes.subarray(at, at + MAX_PIECE_BYTES));
    }
    this.#putPieces(etag, pieces);
  }

  #putPieces(etag: string, pieces: readonly Uint8Array[]): void {
    // A tag is the digest of the bytes: what is there is the same.
    if (this.#connection.rows('SELECT 1 FROM pieces WHERE etag = ? LIMIT 1', etag).length > 0)
      return;
    for (const [number, bytes] of pieces.entries()) {
      this.#connection.run('INSERT INTO pieces VALUES (?, ?, ?)', etag, number, bytes);
    }
  }

  #writeManifest(manifest: Manifest): void {
    const text = JSON.stringify(manifest);
    this.#connection.run('DELETE FROM release');
    this.#connection.run('INSERT INTO release VALUES (?, ?)', text, strongEtag(Buffer.from(text)));
  }

  /** Removes what the release does not consist of; with `most`, only what is no longer than that. */
  #dropUnused(most = Number.POSITIVE_INFINITY): void {
    const manifest = this.#manifest;
    const used = new Set(manifest ? tagsOf(manifest) : []);
    const stored = this.#connection.rows(
      'SELECT etag, sum(length(bytes)) AS size FROM pieces GROUP BY etag',
    );
    for (const { etag, size } of stored) {
      if (used.has(String(etag)) || Number(size) > most) continue;
      this.#connection.run('DELETE FROM pieces WHERE etag = ?', String(etag));
    }
  }

  /** Of whatever format: what another program has stored may have to be erased, too. */
  get #manifest(): AnyManifest | undefined {
    const [row] = this.#connection.rows('SELECT manifest FROM release');
    return row && parseManifest(JSON.parse(String(row.manifest)));
  }

  #mark(name: string): number {
    return markIn(this.#connection, name);
  }

  #setMark(name: string, value: number): void {
    setMark(this.#connection, name, value);
  }
}

/** Removes the store of a folder: what it holds is not what was written. */
export function removeStore(stateDir: string): void {
  removeDatabase(join(stateDir, STORE_FILE));
}

function unfinished(file: string): string {
  return `${file}.new`;
}

/** A database, and the journal beside it. */
function removeDatabase(file: string): void {
  for (const one of [`${file}-journal`, file]) rmSync(one, { force: true });
}

/** Waits until a file, or which names a folder holds, would outlive a loss of power. */
function syncToDisk(path: string): void {
  const descriptor = openSync(path, 'r');
  try {
    fsyncSync(descriptor);
  } finally {
    closeSync(descriptor);
  }
}

function versionOf(connection: SqlConnection): number {
  return Number(connection.rows('PRAGMA user_version')[0]?.user_version ?? 0);
}

function markIn(connection: SqlConnection, name: string): number {
  return Number(connection.rows('SELECT value FROM marks WHERE name = ?', name)[0]?.value ?? 0);
}

function setMark(connection: SqlConnection, name: string, value: number): void {
  connection.run(
    'INSERT INTO marks VALUES (?, ?) ON CONFLICT DO UPDATE SET value = excluded.value',
    name,
    value,
  );
}

/** Does work whole or not at all. */
function transact(connection: SqlConnection, work: () => void): void {
  try {
    connection.run('BEGIN IMMEDIATE');
    work();
    connection.run('COMMIT');
  } catch (error) {
    connection.rollBack();
    throw error;
  }
}

function toKey({ date, id }: Readonly<Record<string, unknown>>) {
  return { datePublished: String(date), id: String(id) };
}

/** The tags of everything that a release consists of. */
function tagsOf({ dataset, entries }: AnyManifest): string[] {
  const tags = entries.flatMap(({ variants }) =>
    REPRESENTATIONS.flatMap((representation) => variants[representation]?.etag ?? []),
  );
  return dataset === undefined ? tags : [dataset, ...tags];
}

/** Whether an error says that a database is not what SQLite has written. */
export function isDamage(error: unknown): boolean {
  return error instanceof StoreFault && DAMAGE.has(error.code);
}

function isLackOfSpace(error: unknown): boolean {
  return error instanceof StoreFault && error.code === 'ENOSPC';
}
