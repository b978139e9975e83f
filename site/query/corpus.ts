import { createHash } from 'node:crypto';
import { z } from 'zod';
import { dateOfLastChange, Review } from '#dataset/review.ts';

/**
 * The published reviews as one run of serialised JSON, newest first, with an index of where each
 * begins and ends. An answer is a slice of these bytes: no review is serialised twice.
 *
 * It is read from reviews.json alone, which holds one review a line, so that what is searched can
 * never differ from what is published. It is plain data and may cross to another thread.
 */
export type Corpus = {
  /** reviews.json, whole. */
  readonly bytes: Uint8Array;
  readonly count: number;
  /** Byte offsets of each review, and of the end of the last one. */
  readonly starts: Float64Array<ArrayBuffer>;
  /** A step for each date on which reviews were published, newest first. */
  readonly steps: readonly Step[];
};

/** The reviews from the newest up to and including those of one date. */
export type Step = {
  readonly date: string;
  /** How many reviews are dated on or after the date. */
  readonly count: number;
  /** SHA-256 over those reviews as serialised: a running hash from the newest on. */
  readonly digest: string;
  /** The newest change that those reviews state. */
  readonly dateModified: string;
};

/** What since and search ask about a review. The rest is passed on as it is. */
const Indexed = z.object(
  Review.pick({
    datePublished: true,
    dateModified: true,
    reviewRating: true,
    reviewBody: true,
    verification: true,
    mentionedTechnicians: true,
    mentionedServices: true,
    ownerReply: true,
  }).shape,
);
export type IndexedReview = z.infer<typeof Indexed>;

const LINE_FEED = 0x0a;
const COMMA = 0x2c;
const BRACE = 0x7b;
const CLOSE = Buffer.from(']}\n');
const HEAD_OF_NONE = Buffer.from('"reviews":[]}\n');

/**
 * Reads the corpus out of reviews.json and hands every review to `visit`, newest first.
 * Throws where the bytes are not a reviews.json with one review a line.
 */
export function readCorpus(
  bytes: Uint8Array,
  visit: (review: IndexedReview, position: number) => void = () => {},
): Corpus {
  const buffer = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const starts: number[] = [];
  const steps: Step[] = [];
  const hash = createHash('sha256');
  let dateModified = '';
  let end = buffer.indexOf(LINE_FEED);
  let open: IndexedReview | undefined;
  let isSeparated = true;

  const closeStep = () => {
    if (!open) return;
    const digest = hash.copy().digest('base64url');
    steps.push({ date: open.datePublished, count: starts.length, digest, dateModified });
  };
  for (;;) {
    const start = end + 1;
    end = buffer.indexOf(LINE_FEED, start);
    if (end < 0 || buffer[start] !== BRACE) break;
    if (!isSeparated) throw brokenAt(starts.length);
    isSeparated = buffer[end - 1] === COMMA;
    const line = buffer.subarray(start, isSeparated ? end - 1 : end);
    const review = parseLine(line, starts.length);
    if (open && open.datePublished !== review.datePublished) closeStep();
    const changed = dateOfLastChange(review);
    if (changed > dateModified) dateModified = changed;
    hash.update(line);
    visit(review, starts.length);
    starts.push(start);
    open = review;
  }
  closeStep();
  checkEnd(buffer, starts.length, isSeparated);
  // Where another review would begin, had the last one a comma like the others.
  const past = starts.length > 0 ? buffer.indexOf(LINE_FEED, starts.at(-1)) + 2 : 0;
  return { bytes, count: starts.length, starts: Float64Array.from([...starts, past]), steps };
}

/** The serialised review at a position, as published. */
export function reviewBytes(corpus: Corpus, position: number): Uint8Array {
  return sliceOf(corpus, position, position + 1);
}

/** Consecutive serialised reviews with commas between: the inside of a JSON array. */
export function sliceOf({ bytes, starts }: Corpus, from: number, to: number): Uint8Array {
  if (to <= from) return new Uint8Array();
  // Between two reviews stand a comma and a line feed.
  return bytes.subarray(starts[from] ?? 0, (starts[to] ?? 0) - 2);
}

function parseLine(line: Buffer, position: number): IndexedReview {
  try {
    return Indexed.parse(JSON.parse(line.toString('utf8')));
  } catch (cause) {
    throw brokenAt(position, cause);
  }
}

function brokenAt(position: number, cause?: unknown): Error {
  const message = `reviews.json: line ${position + 2} is not a review; build the release again`;
  return new Error(message, { cause });
}

/** What is cut off, or laid out otherwise, must not be taken for fewer reviews. */
function checkEnd(buffer: Buffer, count: number, isSeparated: boolean): void {
  const end = count === 0 ? HEAD_OF_NONE : Buffer.concat([Buffer.from('}\n'), CLOSE]);
  const isWhole = count === 0 || !isSeparated;
  if (isWhole && buffer.subarray(-end.length).equals(end)) return;
  throw new Error(
    'reviews.json: does not hold one review a line up to its end; build the release again',
  );
}
