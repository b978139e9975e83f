import { renderArtifact } from '#artifacts/artifacts.ts';
import { CATALOG } from '#artifacts/catalog.ts';
import { compress, MIN_CODED_BYTES, toVariant } from '#artifacts/encode-variants.ts';
import { renderReviews } from '#artifacts/reviews-json.ts';
import type { CreateAnnotate } from '#dataset/annotate.ts';
import type { Content } from '#dataset/content.ts';
import { createDataset, type Dataset } from '#dataset/dataset.ts';
import type { KnownReviews } from '#dataset/published-reviews.ts';
import { createAnnotator } from '#insights/annotation/annotation.ts';
import { type Noter, rememberNoted } from '#insights/noted-review.ts';
import { type Change, findChanges } from '#search/changes/find-changes.ts';
import { continueLog, type KeptLog } from '#search/changes/kept-log.ts';
import { type Corpus, corpusOf } from '#search/corpus/corpus.ts';
import { lengthOf, type Pieces, shareBytes } from '#search/corpus/pieces.ts';
import type { RecordBlock } from '#search/corpus/review-records.ts';
import { buildSearchIndex } from '#search/index/build-search-index.ts';
import type { SearchIndexData } from '#search/index/index-data.ts';
import { indexReviews } from '#search/index/index-documents.ts';
import { type ManifestEntry, nextOrdinal } from './manifest.ts';
import { type EncodedFile, toEncodedFile } from './release.ts';
import type { Digests } from './stored-dataset.ts';

/** A file above this size is published as it is, and its compressed variants follow. */
const LARGE_BYTES = 256 * 1024;

/** The data of a release as values, built or loaded: the next one follows it. */
export type ReleaseData = {
  readonly ordinal: number;
  readonly dataset: Dataset;
  /** Its files, reused where their bytes are still the same. */
  readonly files: readonly EncodedFile[];
  readonly blocks: readonly RecordBlock[];
  /** The records of reviews.json, with what search and since ask of them. */
  readonly corpus: Corpus;
  readonly index: () => SearchIndexData;
  /** The change log that ends with it. */
  readonly log: KeptLog;
  /** What is stored so that the next start need not read every review again. */
  readonly digests: () => Digests;
};

/** A release that was built; its manifest lists what it is written with. */
export type Build = ReleaseData & {
  /** The changes since the release before. */
  readonly changes: readonly Change[];
};

/** Reads reviews, and remembers what it has read. */
export type Reader = {
  readonly createAnnotate: CreateAnnotate;
  readonly createNoter: (dataset: Dataset) => Noter;
  readonly known: KnownReviews | undefined;
};

/** The reader of all builds of a process; `known` was read by an earlier one. */
export function createReader(known?: KnownReviews): Reader {
  return { createAnnotate: createAnnotator(), createNoter: rememberNoted(), known };
}

type Settings = {
  readonly baseUrl: string;
  readonly reader: Reader;
  /** The ordinal is higher than this. */
  readonly after: number;
  /** Dates what changed; the bytes of files do not depend on it. */
  readonly now: Date;
  /** The entries that have the dates of files, where those of the release before are not known. */
  readonly dated?: readonly ManifestEntry[];
};

/**
 * Builds a release of checked content, or of a dataset of which something was taken down: the one way
 * from what editors say to what is published, at a start, an edit, a takedown and `npm run build`. Small
 * files have their compressed variants. Same content, same bytes, whatever was built before.
 */
export async function build(
  said: Content | Dataset,
  previous: ReleaseData | undefined,
  { baseUrl, reader, after, now, dated = previous?.files.map(({ entry }) => entry) }: Settings,
): Promise<Build> {
  const { createAnnotate, createNoter, known } = reader;
  const isContent = !('baseUrl' in said);
  const dataset = isContent ? createDataset(said, baseUrl, createAnnotate, known) : said;
  const { removed } = dataset;
  const noter = createNoter(dataset);
  const reviews = renderReviews(dataset, previous?.blocks);
  const corpus = corpusOf(reviews);
  const before = new Map(previous?.files.map((file) => [file.entry.path, file]));
  const dates = new Map(dated?.map((entry) => [entry.path, entry]));
  const rendered = Promise.all(
    CATALOG.map(async ({ path, mediaType }) => {
      const body: Pieces =
        path === '/reviews.json' ? corpus.body : [shareBytes(renderArtifact(path, dataset, noter))];
      const identity = toVariant(body);
      const same = before.get(path);
      if (same?.entry.variants.identity.etag === identity.etag) return same;
      const coded = lengthOf(body) <= LARGE_BYTES ? await compress(body) : {};
      const names = { path, file: path.slice(1), mediaType };
      return toEncodedFile(names, { identity, ...coded }, dates.get(path), now);
    }),
  );
  const { blocks } = reviews;
  // While files are compressed.
  const index = buildSearchIndex(blocks.map(indexReviews));
  const files = await rendered;
  const ordinal = nextOrdinal(Math.max(after, previous?.ordinal ?? 0), now);
  const earlier = { blocks: previous?.blocks ?? [], removed: previous?.dataset.removed ?? [] };
  const changes = findChanges(earlier, { blocks, removed });
  const log = continueLog(previous?.log, changes, now.getTime());
  const digests = isContent ? () => said.digests : (previous?.digests ?? (() => new Map()));
  const data = { ordinal, dataset, files, blocks, corpus, log, digests, changes };
  return { ...data, index: () => index };
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
