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
import type { Corpus } from '#search/corpus/corpus.ts';
import { positionsOf } from '#search/corpus/corpus.ts';
import type { Pieces } from '#search/corpus/pieces.ts';
import { parseReviewLine, readReviewLines } from '#search/corpus/review-lines.ts';
import { type EntityNames, namesOf } from '#search/question/names.ts';
import { RemovedReview } from '#search/since.ts';
import { FORMAT } from './manifest.ts';
import { publishedReviewAt } from './published-source.ts';

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
 * The dataset exactly as it was serialised: everything rendered from it has the same bytes. Throws an
 * error that says what to do if the files do not belong to one dataset.
 */
export function readDataset(stored: Uint8Array, reviewsJson: Pieces): Dataset {
  const { format: _, ...rest } = parseStored(stored);
  const reviews: Review[] = [];
  readReviewLines(reviewsJson, (line, position) => {
    reviews.push(parseReviewLine((value) => Review.parse(value), line, position));
  });
  if (reviews.length !== rest.collection.reviewsPublished) {
    throw new Error(
      `dataset.json: belongs to ${rest.collection.reviewsPublished} reviews, but reviews.json holds ${reviews.length}; build the release again`,
    );
  }
  return { ...rest, summary: rest.summary, reviews };
}

/** The analyses of the reviews of a release. Throws as readDataset does. */
export function readStoredAnalyses(stored: Uint8Array, corpus: Corpus): Analysed {
  const dataset = parseStored(stored);
  const judged = new Set(dataset.judged);
  const positions = positionsOf(corpus);
  return {
    vocabulary: vocabularyOf(dataset),
    review: (id) => {
      const position = judged.has(id) ? undefined : positions.get(id);
      return position === undefined ? undefined : publishedReviewAt(corpus, position);
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
