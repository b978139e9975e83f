import { isDeepStrictEqual } from 'node:util';
import { z } from 'zod';
import { AggregateRating } from '#dataset/aggregate-rating.ts';
import { vocabularyOf } from '#dataset/annotate.ts';
import { Business } from '#dataset/business.ts';
import { Collection } from '#dataset/collection.ts';
import type { Dataset } from '#dataset/dataset.ts';
import { Review } from '#dataset/review.ts';
import { CalendarDate } from '#dataset/schema/scalars.ts';
import { StoredQuestion, SummaryFrontMatter } from '#dataset/schema/stored-editorial.ts';
import { Aspect, Service, ServiceArea, Technician } from '#dataset/schema/stored-entities.ts';
import type { Analysed } from '#insights/annotation/earlier-analyses.ts';
import { idOfLine } from '#search/corpus/corpus.ts';
import { parseReviewLine, readReviewLines } from '#search/corpus/review-lines.ts';
import { type EntityNames, namesOf } from '#search/question/names.ts';
import { RemovedReview } from '#search/since.ts';
import { FORMAT, type ReleaseKey } from './manifest.ts';
import { parsePublished } from './published-source.ts';
import { BrokenReleaseError, type ReleaseOnDisk, reviewsJsonOf } from './release.ts';
import { isSameProgram } from './release-key.ts';

/** A dataset without its reviews, which are in reviews.json. */
const StoredDataset = z.strictObject({
  format: z.literal(FORMAT),
  baseUrl: z.string(),
  business: Business,
  feedAuthority: z.string(),
  language: z.string(),
  technicians: z.array(Technician),
  services: z.array(Service),
  serviceAreas: z.array(ServiceArea),
  aspects: z.array(Aspect),
  others: z.array(z.string()),
  judged: z.array(z.string()),
  questions: z.array(StoredQuestion),
  summary: SummaryFrontMatter.extend({ text: z.string() }).optional(),
  removed: z.array(RemovedReview),
  collection: Collection,
  aggregateRating: AggregateRating,
  dateLastWithheld: CalendarDate.nullable(),
  dateModified: CalendarDate.nullable(),
});
type StoredDataset = z.infer<typeof StoredDataset>;

/** Serialises dataset.json. */
export function serializeDataset({ reviews, ...stored }: Dataset): Uint8Array<ArrayBuffer> {
  return Buffer.from(`${JSON.stringify({ format: FORMAT, ...stored })}\n`);
}

/**
 * The dataset of which a release was rendered: everything rendered from it again has the same bytes.
 * Throws an error that says what to do if the release has none, or its files do not belong together.
 */
export function readDataset({ manifest, files, dataset }: ReleaseOnDisk): Dataset {
  if (!dataset) {
    throw new BrokenReleaseError(
      `The release ${manifest.ordinal} holds no dataset; build it again.`,
    );
  }
  const { format: _, ...rest } = parseStored(dataset);
  const reviews: Review[] = [];
  readReviewLines(reviewsJsonOf(files), (line, position) => {
    reviews.push(parseReviewLine((value) => Review.parse(value), line, position));
  });
  if (reviews.length !== rest.collection.reviewsPublished) {
    throw new Error(
      `dataset.json: belongs to ${rest.collection.reviewsPublished} reviews, but reviews.json holds ${reviews.length}; build the release again`,
    );
  }
  return { ...rest, summary: rest.summary, reviews };
}

/** What a release says of its reviews, if this very program made it. Throws as readDataset does. */
export function readAnalyses(
  { manifest, files, dataset }: ReleaseOnDisk,
  key: ReleaseKey,
): Analysed | undefined {
  if (!dataset || !isSameProgram(manifest.key, key)) return undefined;
  const stored = parseStored(dataset);
  const lines = new Map<string, Buffer>();
  readReviewLines(reviewsJsonOf(files), (line) => lines.set(idOfLine(line), line));
  for (const id of stored.judged) lines.delete(id);
  return {
    vocabulary: vocabularyOf(stored),
    review: (id) => {
      const line = lines.get(id);
      return line && parsePublished<Review>(line.toString());
    },
  };
}

/** Names and removals, without the reviews. Throws as readDataset does. */
export function readStoredEntities(stored: Uint8Array): {
  readonly removed: Dataset['removed'];
  readonly names: EntityNames;
} {
  const dataset = parseStored(stored);
  return { removed: dataset.removed, names: namesOf(dataset) };
}

function parseStored(stored: Uint8Array): StoredDataset {
  try {
    const value: unknown = JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(stored));
    assertIsStored(value);
    return value;
  } catch (cause) {
    throw new Error('dataset.json: is not the dataset of a release; build the release again', {
      cause,
    });
  }
}

/** Only checks: what zod returns has members in another order. */
function assertIsStored(value: unknown): asserts value is StoredDataset {
  if (isDeepStrictEqual(StoredDataset.parse(value), value)) return;
  throw new Error('Members are missing, or not as they are stored.');
}
