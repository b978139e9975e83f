import { vocabularyOf } from '#dataset/annotate.ts';
import type { Dataset } from '#dataset/dataset.ts';
import type { Analysed } from '#insights/annotation/earlier-analyses.ts';
import type { KeptLog } from '#search/changes/kept-log.ts';
import { type Corpus, positionOf } from '#search/corpus/corpus.ts';
import {
  parsePublished,
  parseReview,
  readBlocks,
  readReviewLines,
} from '#search/corpus/review-records.ts';
import { type EntityNames, namesOf } from '#search/question/names.ts';
import type { Previous } from './build.ts';
import { FORMAT, type ReleaseKey } from './manifest.ts';
import { publishedReviewAt } from './published-source.ts';
import { BrokenReleaseError, type ReleaseOnDisk, reviewsJsonOf } from './release.ts';
import { isSameProgram } from './release-key.ts';

/** dataset.json of this format: a dataset without its reviews, which are in reviews.json. */
type StoredDataset = Omit<Dataset, 'reviews'>;

/** Serialises dataset.json. */
export function serializeDataset({ reviews, ...stored }: Dataset): Uint8Array<ArrayBuffer> {
  return Buffer.from(`${JSON.stringify({ format: FORMAT, ...stored })}\n`);
}

/**
 * The dataset of which a release of this format was rendered: everything rendered from it again has the
 * same bytes. Throws where the release has none.
 */
export function readDataset({ files, dataset }: ReleaseOnDisk): Dataset {
  const reviews = readReviewLines(reviewsJsonOf(files)).map(parseReview);
  return { ...parseStored(dataset), reviews };
}

/** The analyses that a release has of its reviews, if this very program made it. Throws as readDataset does. */
export function readAnalyses(
  { manifest, dataset }: ReleaseOnDisk,
  corpus: Corpus,
  key: ReleaseKey,
): Analysed | undefined {
  if (!isSameProgram(manifest.key, key)) return undefined;
  const stored = parseStored(dataset);
  const judged = new Set(stored.judged);
  return {
    vocabulary: vocabularyOf(stored),
    review: (id) => {
      const position = judged.has(id) ? undefined : positionOf(corpus, id);
      return position === undefined ? undefined : publishedReviewAt(corpus, position);
    },
  };
}

/** A release that was read, as the next build follows it. Throws as readDataset does. */
export function readPrevious(
  { manifest, files, dataset }: ReleaseOnDisk,
  log: KeptLog | undefined,
): Previous {
  const { ordinal, entries } = manifest;
  const blocks = readBlocks(reviewsJsonOf(files));
  return { ordinal, files, entries, blocks, removed: parseStored(dataset).removed, log };
}

/** Names and removals, without the reviews. Throws as readDataset does. */
export function readStoredEntities(stored: ReleaseOnDisk['dataset']): {
  readonly removed: Dataset['removed'];
  readonly names: EntityNames;
} {
  const dataset = parseStored(stored);
  return { removed: dataset.removed, names: namesOf(dataset) };
}

function parseStored(stored: ReleaseOnDisk['dataset']): StoredDataset {
  const { format, ...dataset } = parsePublished<StoredDataset & { readonly format?: number }>(
    Buffer.from(stored ?? '{}').toString(),
  );
  if (format !== FORMAT) {
    throw new BrokenReleaseError('The release holds no dataset of this format; build it again.');
  }
  // A member without a value is not written.
  return { ...dataset, summary: dataset.summary };
}
