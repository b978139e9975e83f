import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { CODINGS, type Coding } from '#artifacts/encoder.ts';
import { type Manifest, type ManifestEntry, parseManifest } from '#release/manifest.ts';
import type { EncodedFile } from '#release/release.ts';
import { BrokenReleaseError, type ReleaseOnDisk } from '#release/release.ts';
import type { KeptLog } from '#search/changes/kept-log.ts';
import { joinPieces, type Pieces } from '#search/corpus/pieces.ts';
import { SEPARATOR } from '#search/corpus/review-records.ts';
import { strongEtag } from '#search/strong-etag.ts';
import { highestPack } from './earlier-packs.ts';
import { isDamage, type SqlConnection, STORE_DISK, type StoreDisk } from './store-disk.ts';
import { markOf, REVIEWS, SCHEMA_VERSION, STORE_FILE, versionOf } from './store-schema.ts';
import { readLog } from './stored-log.ts';

/**
 * Reads the release that is stored in a folder, and checks every byte against its tag; undefined if
 * there is none. Damaged compressed variants are left out and reported. Throws a BrokenReleaseError
 * where anything else is damaged, and a StoreFault where the system fails. To be called by the process
 * that has the folder (see StateLock).
 */
export function readRelease(
  stateDir: string,
  tell: (message: string) => void = () => {},
  disk: StoreDisk = STORE_DISK,
): ReleaseOnDisk | undefined {
  try {
    // For writing: this rolls back what a killed process has left half written.
    return inStore(stateDir, 'write', disk, (connection) => readWhole(connection, tell));
  } catch (cause) {
    if (!isDamage(cause)) throw cause;
    throw new BrokenReleaseError(`The release store is damaged (${String(cause)}).`, { cause });
  }
}

/** The manifest of the stored release, also while a service runs; undefined if it cannot be read. */
export function readStoredManifest(stateDir: string): Manifest | undefined {
  try {
    return inStore(stateDir, 'read', STORE_DISK, readManifest);
  } catch {
    // The service logs it when it starts.
    return undefined;
  }
}

/** The stored change log; undefined where there is none, or it cannot be read: then one begins. */
export function readStoredLog(stateDir: string, disk: StoreDisk = STORE_DISK): KeptLog | undefined {
  try {
    return inStore(stateDir, 'read', disk, readLog);
  } catch {
    return undefined;
  }
}

/** A stored file's bytes, also while a service runs. Throws a StoreFault or BrokenReleaseError. */
export function readStoredFile(stateDir: string, entry: ManifestEntry): Pieces {
  const file = inStore(stateDir, 'read', STORE_DISK, (connection) =>
    readFile(connection, entry, () => {}),
  );
  if (file) return file.bodies.identity;
  throw new BrokenReleaseError(`There is no stored ${entry.path}.`);
}

/**
 * The highest ordinal in the store of a folder, of any version and also where its release is damaged,
 * or in packs of earlier versions; 0 for none. What cannot be read is ignored here and logged when the
 * release is read. `use` is `write` for the process that has the folder.
 */
export function readStoredOrdinal(
  stateDir: string,
  use: 'read' | 'write',
  disk: StoreDisk = STORE_DISK,
): number {
  const ordinals = [
    () => highestPack(stateDir),
    () => inAnyStore(stateDir, use, disk, (connection) => markOf(connection, 'ordinal')) ?? 0,
  ].map((read) => {
    try {
      return read();
    } catch {
      return 0;
    }
  });
  return Math.max(...ordinals);
}

type Read<Result> = (connection: SqlConnection) => Result;

function inStore<Result>(
  stateDir: string,
  use: 'read' | 'write',
  disk: StoreDisk,
  read: Read<Result>,
): Result | undefined {
  return inAnyStore(stateDir, use, disk, (connection) =>
    versionOf(connection) === SCHEMA_VERSION ? read(connection) : undefined,
  );
}

function inAnyStore<Result>(
  stateDir: string,
  use: 'read' | 'write',
  disk: StoreDisk,
  read: Read<Result>,
): Result | undefined {
  const file = join(stateDir, STORE_FILE);
  if (!existsSync(file)) return undefined;
  const connection = disk.connect(file, use);
  try {
    return read(connection);
  } finally {
    connection.close();
  }
}

function readWhole(
  connection: SqlConnection,
  tell: (message: string) => void,
): ReleaseOnDisk | undefined {
  const manifest = readManifest(connection);
  if (!manifest) return undefined;
  const entries: ManifestEntry[] = [];
  const files = manifest.entries.map((entry) => {
    const file = readFile(connection, entry, tell);
    entries.push(file.entry);
    return file;
  });
  const { dataset } = manifest;
  return {
    manifest: { ...manifest, entries },
    files,
    dataset:
      dataset === ''
        ? undefined
        : joinPieces(whole('dataset.json', dataset, piecesOf(connection, dataset))),
  };
}

function readManifest(connection: SqlConnection): Manifest | undefined {
  const [row] = connection.rows('SELECT manifest, digest FROM release');
  if (!row) return undefined;
  const text = String(row.manifest);
  const manifest =
    strongEtag(Buffer.from(text)) === row.digest ? parseManifest(JSON.parse(text)) : undefined;
  if (manifest) return manifest;
  throw new BrokenReleaseError('The stored manifest is not what was written.');
}

function readFile(
  connection: SqlConnection,
  entry: ManifestEntry,
  tell: (message: string) => void,
): EncodedFile {
  const { identity, ...others } = entry.variants;
  const around = piecesOf(connection, identity.etag);
  const pieces = entry.path === REVIEWS ? withLines(connection, around) : around;
  const coded = CODINGS.flatMap((coding): [Coding, Pieces][] => {
    const etag = others[coding]?.etag;
    if (etag === undefined) return [];
    const body = piecesOf(connection, etag);
    if (strongEtag(...body) === etag) return [[coding, body]];
    tell(`the stored ${coding} variant of ${entry.path} is damaged and left out`);
    return [];
  });
  const variants = coded.length === Object.keys(others).length ? entry.variants : { identity };
  return {
    entry: { ...entry, variants },
    bodies: {
      identity: whole(entry.path, identity.etag, pieces),
      ...(variants === entry.variants && Object.fromEntries(coded)),
    },
  };
}

/** reviews.json, in one piece: its lines between its beginning and its end. */
function withLines(connection: SqlConnection, [before, ...after]: Pieces): Pieces {
  const lines: Uint8Array[] = [];
  for (const { line } of connection.eachRow('SELECT line FROM reviews ORDER BY date DESC, id')) {
    if (!(line instanceof Uint8Array)) continue;
    if (lines.length > 0) lines.push(SEPARATOR);
    lines.push(line);
  }
  return [Buffer.concat([...(before ? [before] : []), ...lines, ...after])];
}

function piecesOf(connection: SqlConnection, etag: string): Uint8Array[] {
  return connection
    .rows('SELECT bytes FROM pieces WHERE etag = ? ORDER BY number', etag)
    .flatMap(({ bytes }) => (bytes instanceof Uint8Array ? [bytes] : []));
}

function whole(name: string, etag: string, body: Pieces): Pieces {
  if (strongEtag(...body) === etag) return body;
  throw new BrokenReleaseError(`The stored ${name} is not what was written.`);
}
