import type { Dataset } from '#dataset/dataset.ts';
import { memoizeWith } from '#dataset/memoize.ts';
import type { Review } from '#dataset/review.ts';
import type { Notes, NotesOf } from '#insights/notes/notes.ts';
import { parsePublished, type RecordBlock } from '#search/corpus/review-records.ts';

/*
 * dataset.json: all of a dataset but its reviews, which are in reviews.json, and a line for each review,
 * in their order, with its reading: the digest of its content file, and the notes that insights took of
 * it. A takedown needs the first line where the content has errors; the others spare a start reading
 * again what did not change.
 */

/** The first line. */
type StoredDataset = Omit<Dataset, 'reviews'>;

/** A line of a review. */
type Line = { readonly digest: string; readonly notes: Notes };

/** What was read of the reviews of a release. */
export type Readings = {
  /** The digests of their content files, by their ids. */
  readonly digests: ReadonlyMap<string, string>;
  readonly notesOf: NotesOf;
};

const START = '"readings":[\n';
const END = '\n]}\n';

/** Serializes dataset.json. */
export function serializeDataset(
  { reviews, ...stored }: Dataset,
  blocks: readonly RecordBlock[],
  readings: Readings,
): Buffer {
  const head = JSON.stringify(stored).replace(/}$/, `,${START}`);
  const lines = blocks.map((block) => linesOf(readings, block));
  return Buffer.from(head + lines.join(',\n') + END);
}

// A block is another one where a review, and so its reading, is another.
const linesOf = memoizeWith(({ digests, notesOf }: Readings, { reviews }: RecordBlock) =>
  reviews
    .map((review) => {
      const digest = Buffer.from(digests.get(review.id) ?? '', 'latin1').toString('base64');
      return JSON.stringify({ digest, notes: notesOf(review) } satisfies Line);
    })
    .join(',\n'),
);

/**
 * The dataset of which a release was rendered, with its reviews: everything rendered from it again has
 * the same bytes.
 */
export function readDataset(stored: Buffer, reviews: readonly Review[]): Dataset {
  const end = stored.indexOf(`,${START}`);
  const head = parsePublished<StoredDataset>(`${stored.toString('utf8', 0, end)}}`);
  // A member without a value is not written.
  return { ...head, summary: head.summary, reviews };
}

/** The readings in dataset.json of reviews in its order. */
export function readReadings(stored: Buffer, reviews: readonly Review[]): Readings {
  const start = stored.indexOf(START) + START.indexOf('[');
  const lines = parsePublished<readonly Line[]>(stored.toString('utf8', start, stored.length - 2));
  const digestAt = (at: number) =>
    Buffer.from(lines[at]?.digest ?? '', 'base64').toString('latin1');
  const notes = new Map(reviews.map((review, at) => [review, lines[at]?.notes ?? NOTHING]));
  return {
    digests: new Map(reviews.map(({ id }, at) => [id, digestAt(at)])),
    notesOf: (review) => notes.get(review) ?? NOTHING,
  };
}

const NOTHING: Notes = { phrases: [], mentions: [] };
