import type { Dataset } from '#dataset/dataset.ts';
import { memoizeWith } from '#dataset/memoize.ts';
import type { Review } from '#dataset/review.ts';
import { parsePublished, type RecordBlock } from '#search/corpus/review-records.ts';

/*
 * dataset.json: all of a dataset except its reviews, which are in reviews.json, and one line per review,
 * in their order, with the digest of its content file. A takedown needs the first line if the content
 * has errors; the others save a start from reading unchanged files again.
 */

/** The first line. */
type StoredDataset = Omit<Dataset, 'reviews'>;

/** The digests of the content files of reviews, by their ids. */
export type Digests = ReadonlyMap<string, string>;

const START = '"digests":[\n';
const END = '\n]}\n';

/** Serializes dataset.json. */
export function serializeDataset(
  { reviews, ...stored }: Dataset,
  blocks: readonly RecordBlock[],
  digests: Digests,
): Buffer {
  const head = JSON.stringify(stored).replace(/}$/, `,${START}`);
  const lines = blocks.map((block) => linesOf(digests, block));
  return Buffer.from(head + lines.join(',\n') + END);
}

// A block is another object if a review, and so its digest, changes.
const linesOf = memoizeWith((digests: Digests, { reviews }: RecordBlock) =>
  reviews
    .map(({ id }) => `"${Buffer.from(digests.get(id) ?? '', 'latin1').toString('base64')}"`)
    .join(',\n'),
);

/**
 * Returns the dataset that a release was rendered from, with its reviews: everything rendered from
 * it again has the same bytes.
 */
export function readDataset(stored: Buffer, reviews: readonly Review[]): Dataset {
  const end = stored.indexOf(`,${START}`);
  const head = parsePublished<StoredDataset>(`${stored.toString('utf8', 0, end)}}`);
  // A member without a value is not written.
  return { ...head, trade: head.trade, summary: head.summary, reviews };
}

/** The digests in dataset.json of reviews in its order. */
export function readDigests(stored: Buffer, reviews: readonly Review[]): Digests {
  const start = stored.indexOf(START) + START.indexOf('[');
  const lines = parsePublished<readonly string[]>(
    stored.toString('utf8', start, stored.length - 2),
  );
  const digestAt = (at: number) => Buffer.from(lines[at] ?? '', 'base64').toString('latin1');
  return new Map(reviews.map(({ id }, at) => [id, digestAt(at)]));
}
