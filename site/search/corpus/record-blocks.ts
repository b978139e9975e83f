import { memoize } from '#dataset/memoize.ts';
import { dateOfLastChange, type Review } from '#dataset/review.ts';
import { type Corpus, hashOfId, idOfLine } from './corpus.ts';
import { datePrefixesOf, digestOf } from './date-prefixes.ts';
import { joinPieces, offsetsOf, type Pieces, slicePieces } from './pieces.ts';
import { readReviewLines } from './review-lines.ts';

/** A review as far as the change log is concerned. */
export type DatedReview = Pick<Review, 'id' | 'datePublished'>;

/**
 * Some records of reviews.json in a row. Their ids alone decide where a block begins: where a review is
 * added, changed or removed, the other blocks stay the same, and releases and threads share them.
 */
export type RecordBlock<Of extends DatedReview = DatedReview> = {
  readonly reviews: readonly Of[];
  /** Their records, each with the separator behind it, in shared memory. */
  readonly bytes: Uint8Array;
  /** How many bytes each record has. */
  readonly lengths: readonly number[];
  /** SHA-256 of each record (see `digestOf`). */
  readonly digests: readonly string[];
};

/** How many records a block has on average. */
const RECORDS_OF_BLOCK = 64;

const SEPARATOR = Buffer.from(',\n');

/**
 * The records of published reviews, newest first. A block of `earlier` is taken as it is where its reviews
 * are the same objects, and its memory where the bytes are the same.
 */
export function renderBlocks(
  reviews: readonly Review[],
  earlier: readonly RecordBlock[],
): readonly RecordBlock<Review>[] {
  const known = new Map(earlier.map((block) => [block.reviews[0]?.id, block]));
  return cut(reviews).map((group) => {
    const before = known.get(group[0]?.id);
    if (before && isBlockOf(before, group)) return before;
    const records = new Map(before && recordsOf(before));
    const recordOf = (review: Review) => records.get(review) ?? Buffer.from(JSON.stringify(review));
    return blockOf(group, group.map(recordOf), before?.bytes);
  });
}

function isBlockOf(block: RecordBlock, group: readonly Review[]): block is RecordBlock<Review> {
  return (
    block.reviews.length === group.length &&
    block.reviews.every((review, index) => review === group[index])
  );
}

/** The records of a block by their reviews, without a copy. */
function* recordsOf({ reviews, bytes, lengths }: RecordBlock): Generator<[DatedReview, Buffer]> {
  const all = toBuffer(bytes);
  let start = 0;
  for (const [index, review] of reviews.entries()) {
    const length = lengths[index] ?? 0;
    yield [review, all.subarray(start, start + length)];
    start += length + SEPARATOR.length;
  }
}

/** reviews.json in parts: its beginning, the records, and its end. */
export type ReviewsParts<Of extends DatedReview = DatedReview> = {
  readonly head: Uint8Array;
  readonly blocks: readonly RecordBlock<Of>[];
  readonly end: Uint8Array;
};

/** The parts of a reviews.json that was read. Throws where it does not hold one review a line. */
export function readParts(body: Pieces): ReviewsParts {
  const lines: (DatedReview & { readonly line: Buffer })[] = [];
  const starts = readReviewLines(body, (line) => {
    lines.push({ id: idOfLine(line), datePublished: dateOfLine(line), line });
  });
  const [first = 0] = starts;
  const end = (starts.at(-1) ?? 0) - SEPARATOR.length;
  if (lines.length === 0) return { head: joinPieces(body), blocks: [], end: new Uint8Array() };
  const shared = body.filter(({ buffer }) => buffer instanceof SharedArrayBuffer).map(toBuffer);
  const known = new Map(shared.map((piece) => [idOfLine(piece), piece]));
  const blocks = cut(lines).map((group) =>
    blockOf(
      group.map(({ id, datePublished }) => ({ id, datePublished })),
      group.map(({ line }) => line),
      known.get(group[0]?.id ?? ''),
    ),
  );
  // Copies: views would keep the whole file in memory.
  const copy = (from: number, to: number) =>
    new Uint8Array(joinPieces(slicePieces(body, from, to)));
  return { head: copy(0, first), blocks, end: copy(end, Number.POSITIVE_INFINITY) };
}

// A text before it cannot hold this: quotation marks in it are escaped.
const DATE = /"datePublished":"([\d-]{10})"/;

function dateOfLine(line: Buffer): string {
  return DATE.exec(line.toString('latin1'))?.[1] ?? '';
}

function cut<Of extends DatedReview>(reviews: readonly Of[]): Of[][] {
  const groups: Of[][] = [];
  for (const review of reviews) {
    const group = groups.at(-1);
    if (group && hashOfId(review.id) % RECORDS_OF_BLOCK !== 0) group.push(review);
    else groups.push([review]);
  }
  return groups;
}

function blockOf<Of extends DatedReview>(
  reviews: readonly Of[],
  records: readonly Buffer[],
  known?: Uint8Array,
): RecordBlock<Of> {
  const joined = Buffer.concat(records.flatMap((record) => [record, SEPARATOR]));
  const bytes = known && joined.equals(known) ? known : toSharedMemory(joined);
  return {
    reviews,
    bytes,
    lengths: records.map(({ length }) => length),
    digests: records.map(digestOf),
  };
}

function toSharedMemory(bytes: Uint8Array): Uint8Array {
  const shared = new Uint8Array(new SharedArrayBuffer(bytes.length));
  shared.set(bytes);
  return shared;
}

function toBuffer({ buffer, byteOffset, length }: Uint8Array): Buffer {
  return Buffer.from(buffer, byteOffset, length);
}

/** The pieces of reviews.json. Behind the last record there is no separator. */
export function joinParts({ head, blocks, end }: ReviewsParts): Pieces {
  const last = blocks.length - 1;
  const records = blocks.map(({ bytes }, index) =>
    index < last ? bytes : bytes.subarray(0, -SEPARATOR.length),
  );
  return [head, ...records, end];
}

/** The columns of the corpus for the reviews of a block. */
const columnsOf = memoize(({ reviews }: RecordBlock<Review>) => ({
  published: reviews.map(({ datePublished }) => datePublished),
  changed: reviews.map(dateOfLastChange),
  halfStars: reviews.map(({ reviewRating }) => reviewRating.ratingValue * 2),
  idHashes: reviews.map(({ id }) => hashOfId(id)),
}));

/** The corpus of a reviews.json that was rendered: what `readCorpus` reads out of its bytes. */
export function corpusOf(parts: ReviewsParts<Review>): Corpus {
  const { head, blocks } = parts;
  const body = joinParts(parts);
  const columns = blocks.map(columnsOf);
  const lengths = blocks.flatMap((block) => block.lengths);
  const count = lengths.length;
  const starts = new Float64Array(count + 1);
  let start = head.length;
  lengths.forEach((length, position) => {
    starts[position] = start;
    start += length + SEPARATOR.length;
  });
  if (count > 0) starts[count] = start;
  return {
    body,
    offsets: offsetsOf(body),
    count,
    starts,
    datePrefixes: datePrefixesOf(
      columns.flatMap(({ published }) => published),
      columns.flatMap(({ changed }) => changed),
      blocks.flatMap(({ digests }) => digests),
    ),
    halfStars: new Uint8Array(columns.flatMap(({ halfStars }) => halfStars)),
    idHashes: new Uint32Array(columns.flatMap(({ idHashes }) => idHashes)),
  };
}
