import { REPRESENTATIONS } from '#artifacts/encode-variants.ts';
import { CODINGS } from '#artifacts/encoder.ts';
import type { Dataset } from '#dataset/dataset.ts';
import type { Review } from '#dataset/review.ts';
import { FORMAT, type Manifest, type ManifestEntry, parseManifest } from '#release/manifest.ts';
import { type EncodedFile, type ReleaseOnDisk, reviewsJsonOf } from '#release/release.ts';
import { readDataset } from '#release/stored-dataset.ts';
import type { KeptLog } from '#search/changes/kept-log.ts';
import { type Corpus, readCorpus } from '#search/corpus/corpus.ts';
import { joinPieces, type Pieces, slicePieces } from '#search/corpus/pieces.ts';
import { strongEtag } from '#search/strong-etag.ts';
import type { ReviewEdit } from './compare-lists.ts';
import type { SqlConnection } from './store-disk.ts';
import { LATER_TABLES, markOf, REVIEWS, setMark } from './store-schema.ts';
import { writeLog } from './stored-log.ts';
import type { StorableNotes } from './stored-notes.ts';
import { writeLines } from './write-lines.ts';

/** SQLite reads and writes values whole, on the calling thread. */
const MAX_PIECE_BYTES = 256 * 1024;

/** Maximum of unused bytes that may be removed later: see `dropUnused`. */
const MAX_WAITING_BYTES = 32 * 1024 * 1024;

/** Writes what changed; `edit` is that of its reviews. Call it, and all here, in a transaction. */
export function writeRelease(
  connection: SqlConnection,
  release: StorableRelease,
  edit: ReviewEdit | 'everything',
): void {
  const { manifest, dataset, files, corpus, log } = release;
  for (const statement of LATER_TABLES) connection.run(statement);
  const residue = writeLines(connection, release, edit);
  writeLog(connection, log);
  for (const file of files) {
    const { identity } = file.entry.variants;
    const pieces =
      file.entry.path === REVIEWS ? aroundLines(corpus) : piecesOf(file.bodies.identity);
    putPieces(connection, identity.etag, pieces);
    putVariants(connection, file);
  }
  putPieces(connection, manifest.dataset, piecesOf([dataset]));
  writeManifest(connection, { ...manifest, entries: manifest.entries.map(nameStored(connection)) });
  setMark(connection, 'ordinal', Math.max(manifest.ordinal, markOf(connection, 'ordinal')));
  setMark(connection, 'residue', Math.max(residue, markOf(connection, 'residue')));
  dropUnused(connection, 'soon');
}

/** Writes the compressed variants of files of the stored release. */
export function writeVariants(
  connection: SqlConnection,
  manifest: Manifest,
  files: readonly EncodedFile[],
): void {
  for (const file of files) {
    // Those that are stored are damaged.
    for (const { etag } of codedOf(file)) drop(connection, etag);
    putVariants(connection, file);
  }
  writeManifest(connection, manifest);
  dropUnused(connection);
}

/**
 * Removes pieces that the release does not use. With `soon`, large ones stay up to a maximum, since
 * removing them takes long: they are removed with the next compressed variants, once edits pause.
 */
export function dropUnused(connection: SqlConnection, when: 'now' | 'soon' = 'now'): void {
  const manifest = manifestOf(connection);
  const used = new Set(manifest ? tagsOf(manifest) : []);
  const unused = connection
    .rows('SELECT etag, sum(length(bytes)) AS size FROM pieces GROUP BY etag')
    .map(({ etag, size }) => ({ etag: String(etag), size: Number(size) }))
    .filter(({ etag }) => !used.has(etag));
  const bytes = unused.reduce((sum, { size }) => sum + size, 0);
  const most =
    when === 'soon' && bytes <= MAX_WAITING_BYTES ? MAX_PIECE_BYTES : Number.POSITIVE_INFINITY;
  for (const { etag, size } of unused) if (size <= most) drop(connection, etag);
}

/** The manifest, of any format: the release of another program may have to be erased, too. */
export function manifestOf(connection: SqlConnection): Manifest | undefined {
  const [row] = connection.rows('SELECT manifest FROM release');
  return row && parseManifest(JSON.parse(String(row.manifest)));
}

/** The beginning and the end of reviews.json, without the lines. */
function aroundLines({ body, count, starts }: StorableRelease['corpus']): Pieces {
  if (count === 0) return [joinPieces(body)];
  const around = [
    slicePieces(body, 0, starts[0] ?? 0),
    slicePieces(body, (starts.at(-1) ?? 0) - 2, Number.POSITIVE_INFINITY),
  ];
  return around.map(joinPieces);
}

/** An entry with only its stored compressed variants: others are made again at a start. */
function nameStored(connection: SqlConnection): (entry: ManifestEntry) => ManifestEntry {
  return (entry) => {
    const { identity } = entry.variants;
    const coded = CODINGS.flatMap((coding) => {
      const variant = entry.variants[coding];
      return variant && isStored(connection, variant.etag) ? [[coding, variant] as const] : [];
    });
    return { ...entry, variants: { identity, ...Object.fromEntries(coded) } };
  };
}

function putVariants(connection: SqlConnection, file: EncodedFile): void {
  for (const { etag, body } of codedOf(file)) putPieces(connection, etag, piecesOf(body));
}

function codedOf({ entry, bodies }: EncodedFile) {
  return CODINGS.flatMap((coding) => {
    const variant = entry.variants[coding];
    const body = bodies[coding];
    return variant && body ? [{ etag: variant.etag, body }] : [];
  });
}

function piecesOf(body: Pieces): Pieces {
  const bytes = joinPieces(body);
  const pieces: Uint8Array[] = [];
  for (let at = 0; at < bytes.length || at === 0; at += MAX_PIECE_BYTES) {
    pieces.push(bytes.subarray(at, at + MAX_PIECE_BYTES));
  }
  return pieces;
}

function putPieces(connection: SqlConnection, etag: string, pieces: Pieces): void {
  // A tag is the digest of the bytes: those that are stored are the same.
  if (isStored(connection, etag)) return;
  for (const [number, bytes] of pieces.entries()) {
    connection.run('INSERT INTO pieces VALUES (?, ?, ?)', etag, number, bytes);
  }
}

function isStored(connection: SqlConnection, etag: string): boolean {
  return connection.rows('SELECT 1 FROM pieces WHERE etag = ? LIMIT 1', etag).length > 0;
}

function drop(connection: SqlConnection, etag: string): void {
  connection.run('DELETE FROM pieces WHERE etag = ?', etag);
}

function writeManifest(connection: SqlConnection, manifest: Manifest): void {
  const text = JSON.stringify(manifest);
  connection.run('DELETE FROM release');
  connection.run('INSERT INTO release VALUES (?, ?)', text, strongEtag(Buffer.from(text)));
}

/** The tags of all files of a release. */
function tagsOf({ dataset, entries }: Manifest): string[] {
  const tags = entries.flatMap(({ variants }) =>
    REPRESENTATIONS.flatMap((representation) => variants[representation]?.etag ?? []),
  );
  return [dataset, ...tags];
}

export type StorableRelease = {
  readonly manifest: Manifest;
  /** dataset.json, whose tag the manifest has. */
  readonly dataset: Uint8Array;
  readonly files: readonly EncodedFile[];
  /** Those of reviews.json, in its order. */
  readonly reviews: readonly Review[];
  readonly corpus: Corpus;
  /** The change log that ends with it. */
  readonly log: KeptLog;
  /** Undefined of one that was read: what is stored of them stays. */
  readonly notes?: StorableNotes | undefined;
};

/** A release that was read, to store it again. Throws if it is of another format. */
export function toStorable(
  release: ReleaseOnDisk,
  log: KeptLog,
  { reviews }: Pick<Dataset, 'reviews'> = readDataset(release),
): StorableRelease {
  const { manifest, files, dataset } = release;
  if (manifest.format !== FORMAT || !dataset) throw new Error('It is of another format.');
  const corpus = readCorpus(reviewsJsonOf(files));
  return { manifest, dataset, files, reviews, corpus, log };
}
