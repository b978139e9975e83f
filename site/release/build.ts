import { renderArtifact } from '#artifacts/artifacts.ts';
import { CATALOG } from '#artifacts/catalog.ts';
import { compress, MIN_CODED_BYTES, toVariant } from '#artifacts/encode-variants.ts';
import { renderReviews } from '#artifacts/reviews-json.ts';
import type { CreateAnnotate } from '#dataset/annotate.ts';
import type { Content } from '#dataset/content.ts';
import { createDataset, type Dataset } from '#dataset/dataset.ts';
import type { NotesOf } from '#insights/notes/notes.ts';
import { type Change, findChanges, type Logged } from '#search/changes/find-changes.ts';
import { continueLog, type KeptLog } from '#search/changes/kept-log.ts';
import { type Corpus, corpusOf } from '#search/corpus/corpus.ts';
import { lengthOf, type Pieces } from '#search/corpus/pieces.ts';
import { buildSearchIndex } from '#search/index/build-search-index.ts';
import type { SearchIndexData } from '#search/index/index-data.ts';
import { indexReviews } from '#search/index/index-documents.ts';
import { type ManifestEntry, nextOrdinal } from './manifest.ts';
import { type EncodedFile, toEncodedFile } from './release.ts';

/** A file above this size is published as it is, and its compressed variants follow. */
const LARGE_BYTES = 256 * 1024;

/** The release that another one follows: one that was built, or as much as is known of it. */
export type Previous = Logged & {
  readonly ordinal: number;
  /** Its files, reused where their bytes are still the same. */
  readonly files: readonly EncodedFile[];
  /** The entries that have the dates of its files. */
  readonly entries: readonly ManifestEntry[];
  /** Its change log; undefined where that is not known. */
  readonly log: KeptLog | undefined;
};

/** A release without its manifest: the next one follows it. */
export type Build = Previous & {
  readonly dataset: Dataset;
  /** The records of reviews.json, with what search and since ask of them. */
  readonly corpus: Corpus;
  readonly index: SearchIndexData;
  /** The changes since the previous release. */
  readonly changes: readonly Change[];
  readonly log: KeptLog;
  /** The notes that insights took of its reviews. */
  readonly notesOf: NotesOf;
};

type Settings = {
  readonly baseUrl: string;
  readonly createAnnotate: CreateAnnotate;
  /** Takes the notes of insights, and remembers them. */
  readonly takeNotes: (dataset: Dataset) => NotesOf;
  /** Dates what changed; the bytes of files do not depend on it. */
  readonly now: Date;
};

/**
 * Builds a release of checked content, or of a dataset of which something was taken down: the one way
 * from what editors say to what is published, at a start, an edit, a takedown and `npm run build`. Small
 * files have their compressed variants. Same content, same bytes, whatever was built before.
 */
export async function build(
  said: Content | Dataset,
  previous: Previous | undefined,
  { baseUrl, createAnnotate, takeNotes, now }: Settings,
): Promise<Build> {
  const dataset = 'baseUrl' in said ? said : createDataset(said, baseUrl, createAnnotate);
  const { removed } = dataset;
  const notesOf = takeNotes(dataset);
  const reviews = renderReviews(dataset, previous?.blocks);
  const corpus = corpusOf(reviews);
  const known = new Map(previous?.files.map((file) => [file.entry.path, file]));
  const dated = new Map(previous?.entries.map((entry) => [entry.path, entry]));
  const rendered = Promise.all(
    CATALOG.map(async ({ path, mediaType }) => {
      const body: Pieces =
        path === '/reviews.json' ? corpus.body : [renderArtifact(path, dataset, notesOf)];
      const identity = toVariant(body);
      const same = known.get(path);
      if (same?.entry.variants.identity.etag === identity.etag) return same;
      const coded = lengthOf(body) <= LARGE_BYTES ? await compress(body) : {};
      const names = { path, file: path.slice(1), mediaType };
      return toEncodedFile(names, { identity, ...coded }, dated.get(path), now);
    }),
  );
  const { blocks } = reviews;
  // While files are compressed.
  const index = buildSearchIndex(blocks.map(indexReviews));
  const files = await rendered;
  const ordinal = nextOrdinal(previous?.ordinal, now);
  const changes = findChanges(previous ?? { blocks: [], removed: [] }, { blocks, removed });
  const log = continueLog(previous?.log, ordinal, changes, now.getTime());
  const entries = files.map(({ entry }) => entry);
  const made = { ordinal, dataset, files, entries, blocks, corpus, index };
  return { ...made, removed, changes, log, notesOf };
}

/** Whether the compressed variants of a file are still to be made. */
export function lacksCodings({ entry }: EncodedFile): boolean {
  const { identity, ...coded } = entry.variants;
  return identity.bytes >= MIN_CODED_BYTES && Object.keys(coded).length === 0;
}

/**
 * A file with the compressed variants that it was built without. Rejects with an AbortError where
 * they are not needed any more.
 */
export async function addCodings(file: EncodedFile, signal?: AbortSignal): Promise<EncodedFile> {
  const { entry, bodies } = file;
  const identity = { body: bodies.identity, etag: entry.variants.identity.etag };
  const coded = await compress(identity.body, 'anywhere', signal);
  return toEncodedFile(entry, { identity, ...coded }, entry, new Date(0));
}
