import type { Review } from '#dataset/review.ts';
import { joinPieces, type Pieces } from './pieces.ts';

/** The serialised reviews of reviews.json, newest first, and the offset of the first of them. */
export type ReviewLines = { readonly first: number; readonly lines: readonly Buffer[] };

const [OPEN, CLOSED] = Buffer.from('{}');
const LINE_FEED = 0x0a;

/** The bytes between two reviews. */
export const SEPARATOR = Buffer.from(',\n');
/** The bytes behind the last one. */
export const CLOSE = Buffer.from('\n]}\n');
const END_WITHOUT_REVIEWS = Buffer.from('"reviews":[]}\n');

/**
 * Finds the reviews of reviews.json, each on a line of its own behind the first line. Throws where the
 * bytes are not laid out so: a file that is truncated must not be mistaken for fewer reviews.
 */
export function readReviewLines(body: Pieces): ReviewLines {
  const bytes = joinPieces(body);
  const first = bytes.indexOf(LINE_FEED) + 1;
  const inside = bytes.subarray(first, -CLOSE.length);
  const lines: Buffer[] = [];
  for (let at = 0; at < inside.length; ) {
    const next = inside.indexOf(SEPARATOR, at);
    const end = next < 0 ? inside.length : next;
    lines.push(inside.subarray(at, end));
    at = end + SEPARATOR.length;
  }
  const end = lines.length > 0 ? CLOSE : END_WITHOUT_REVIEWS;
  const isWhole = bytes.subarray(-end.length).equals(end);
  if (isWhole && lines.every(isObject)) return { first, lines };
  throw new Error(
    'reviews.json: does not hold one review a line up to its end; build the release again',
  );
}

/** JSON escapes line feeds in texts. */
function isObject(line: Buffer): boolean {
  return line[0] === OPEN && line.at(-1) === CLOSED && !line.includes(LINE_FEED);
}

/** The review of a line. */
export function parseReview(line: Buffer): Review {
  return parsePublished(line.toString());
}

/**
 * The bytes of a release were rendered by this program and checked against their ETags. Validating them
 * again would take twenty times as long as parsing, and reorder members.
 */
export function parsePublished<Document>(json: string): Document {
  return JSON.parse(json);
}
