import { z } from 'zod';
import type { ZodOpenApiPathsObject } from 'zod-openapi';
import { FORMATS } from '#formats/formats.ts';
import { columnsOf } from '#formats/review-columns.ts';
import { renderCsv } from '#formats/write-csv.ts';
import { namesOf } from '#search/question/names.ts';
import type { Examples } from '../examples.ts';
import type { Media } from '../responses.ts';
import { describeFile, textOf } from './describe-file.ts';

type Words = {
  readonly operationId: string;
  readonly description: string;
  /** Of text: how the file begins. */
  readonly media?: Media;
};

/** The review of the examples in the columns of reviews.csv. */
export const exampleCsv = ({ excerpt, review }: Examples): string =>
  textOf(renderCsv(columnsOf(namesOf(excerpt)), [review]));

/** All that is a table of reviews in CSV has the same example, a component. */
export const EXAMPLE_OF_CSV = 'ReviewsCsv';
export const REVIEWS_CSV: Media = {
  schema: z.string(),
  examples: { review: { $ref: `#/components/examples/${EXAMPLE_OF_CSV}` } },
};

/** What is said of each format. */
const WORDS: Readonly<Record<string, Words>> = {
  '/reviews.ndjson': {
    operationId: 'getReviewsNdjson',
    description: 'Each line is a record as getReview answers it, newest first.',
    media: { schema: z.string() },
  },
  '/reviews.csv': {
    operationId: 'getReviewsCsv',
    description:
      'RFC 4180. A cell that would be a formula has an apostrophe before it: take one off at the start.',
    media: REVIEWS_CSV,
  },
  '/reviews.parquet': {
    operationId: 'getReviewsParquet',
    description: 'The same columns with types.',
  },
  '/reviews.sqlite': {
    operationId: 'getReviewsSqlite',
    description: 'Tables of reviews, mentions and names.',
  },
};

/** The tables, made when they are first asked for. */
export function describeTables(): ZodOpenApiPathsObject {
  return Object.fromEntries(
    FORMATS.map(({ path, mediaType, title }) => {
      const words = WORDS[path];
      if (!words) throw new Error(`Nothing is said of ${path}: WORDS has each format.`);
      const file = { media: {}, ...words, summary: title, mediaType };
      return [path, describeFile('datasets', file)];
    }),
  );
}
