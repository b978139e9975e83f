import { renderArtifact } from '#artifacts/artifacts.ts';
import { catalogOf } from '#artifacts/catalog.ts';
import { compress, MIN_CODED_BYTES, toVariant } from '#artifacts/encode-variants.ts';
import { renderReviews } from '#artifacts/reviews-json.ts';
import type { CreateAnnotate } from '#dataset/annotate.ts';
import type { Content } from '#dataset/content.ts';
import { createDataset, type Dataset, type Origins } from '#dataset/dataset.ts';
import type { KnownReviews } from '#dataset/published-reviews.ts';
import { createAnnotator } from '#insights/annotation/annotation.ts';
import { type Noter, rememberNoted } from '#insights/noted-review.ts';
import type { ChangeLog } from '#search/changes/change-log.ts';
import { type Change, findChanges } from '#search/changes/find-changes.ts';
import { continueLog } from '#search/changes/kept-log.ts';
import { type Corpus, corpusOf } from '#search/corpus/corpus.ts';
import { lengthOf, type Pieces, shareBytes } from '#search/corpus/pieces.ts';
import type { RecordBlock } from '#search/corpus/review-records.ts';
import { buildSearchIndex } from '#search/index/build-search-index.ts';
import type { SearchIndexData } from '#search/index/index-data.ts';
import { indexReviews } from '#search/index/index-documents.ts';
import { type ManifestEntry, nextOrdinal } from './manifest.ts';
import { type EncodedFile, toEncodedFile } from './release.ts';
import type { Digests } from './stored-dataset.ts';

/** A larger file is published without compressed variants at first; they follow. */
const LARGE_BYTES = 256 * 1024;

/** The data of a release as values, built or loaded, from which the next one continues. */
export type ReleaseData = {
  readonly ordinal: number;
  readonly dataset: Dataset;
  /** Its files, reused if their bytes are unchanged. */
  readonly files: readonly EncodedFile[];
  readonly blocks: readonly RecordBlock[];
  /** The records of reviews.json, indexed for search and since. */
  readonly corpus: Corpus;
  readonly index: () => SearchIndexData;
  /** The change log up to this release. */
  readonly log: ChangeLog;
  /** The stored digests, which save the next start from reading every review again. */
  readonly digests: () => Digests;
};

/** A release that was built; its manifest lists the inputs that it is written with. */
export type Build = ReleaseData & {
  /** The changes since the previous release. */
  readonly changes: readonly Change[];
};

/** Reads reviews, and remembers the results. */
export type Reader = {
  readonly createAnnotate: CreateAnnotate;
  readonly createNoter: (dataset: Dataset) => Noter;
  readonly known: KnownReviews | undefined;
};

/** Creates the reader of all builds of a process; `known` was read by an earlier one. */
export function createReader(known?: KnownReviews): Reader {
  return { createAnnotate: createAnnotator(), createNoter: rememberNoted(), known };
}

type Settings = Origins & {
  readonly reader: Reader;
  /** The ordinal is higher than this. */
  readonly after: number;
  /** Dates changes; the bytes of files do not depend on it. */
  readonly now: Date;
  /** The entries with the dates of files, if those of the previous release are not known. */
  readonly dated?: readonly ManifestEntry[];
};

/**
 * Builds a release from checked content, or from a dataset after a takedown: the only way from the
 * editors' content to the published files, at a start, an edit, a takedown and `npm run build`.
 * Small files have their compressed variants. Equal content gives equal bytes, whatever was built
 * before.
 */
export async function build(
  said: Content | Dataset,
  previous: ReleaseData | undefined,
  {
    baseUrl,
    sidecarUrl,
    reader,
    after,
    now,
    dated = previous?.files.map(({ entry }) => entry),
  }: Settings,
): Promise<Build> {
  const { createAnnotate, createNoter, known } = reader;
  const isContent = !('baseUrl' in said);
  const origins = { baseUrl, sidecarUrl };
  const dataset = isContent ? createDataset(said, origins, createAnnotate, known) : said;
  const { removed } = dataset;
  const noter = createNoter(dataset);
  const reviews = renderReviews(dataset, previous?.blocks);
  const corpus = corpusOf(reviews);
  const before = new Map(previous?.files.map((file) => [file.entry.path, file]));
  const dates = new Map(dated?.map((entry) => [entry.path, entry]));
  const rendered = Promise.all(
    catalogOf(dataset).map(async ({ path, mediaType }) => {
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

/** True if the compressed variants of a file have not been made yet. */
export function lacksCodings({ entry }: EncodedFile): boolean {
  const { identity, ...coded } = entry.variants;
  return identity.bytes >= MIN_CODED_BYTES && Object.keys(coded).length === 0;
}

/**
 * Adds the compressed variants to a file that was built without them. Rejects with an AbortError if
 * they are no longer needed.
 */
export async function addCodings(file: EncodedFile, signal?: AbortSignal): Promise<EncodedFile> {
  const { entry, bodies } = file;
  const identity = { body: bodies.identity, etag: entry.variants.identity.etag };
  const coded = await compress(identity.body, 'anywhere', signal);
  return toEncodedFile(entry, { identity, ...coded }, entry, new Date(0));
}
