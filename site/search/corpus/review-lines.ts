import { joinPieces, lengthOf, type Pieces, slicePieces } from './pieces.ts';

const LINE_FEED = 0x0a;
const COMMA = 0x2c;
const BRACE = 0x7b;
const CLOSE = ']}\n';
const HEAD_OF_NONE = '"reviews":[]}\n';

/**
 * Hands every serialised review of reviews.json to `visit`, newest first. Returns the offsets of
 * all of them, and of where another one would begin. Throws where the bytes are not a reviews.json
 * with one review a line, or a line lies in two pieces.
 */
export function readReviewLines(
  body: Pieces,
  visit: (line: Buffer, position: number) => void,
): Float64Array<ArrayBuffer> {
  const starts: number[] = [];
  let isSeparated = true;
  /** Whether something other than a line was read: only the end may follow. */
  let isOver = false;
  let offset = 0;
  let end = 0;
  for (const [index, bytes] of body.entries()) {
    const piece = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
    let at = index === 0 ? piece.indexOf(LINE_FEED) + 1 || piece.length : 0;
    if (index > 0 && piece[0] === COMMA && piece[1] === LINE_FEED) {
      if (isSeparated || isOver) throw brokenAt(starts.length);
      isSeparated = true;
      at = 2;
    }
    while (piece[at] === BRACE) {
      if (!isSeparated || isOver) throw brokenAt(starts.length);
      const feed = piece.indexOf(LINE_FEED, at);
      const past = feed < 0 ? piece.length : feed;
      isSeparated = feed >= 0 && piece[feed - 1] === COMMA;
      const line = piece.subarray(at, isSeparated ? past - 1 : past);
      visit(line, starts.length);
      starts.push(offset + at);
      end = offset + at + line.length;
      at = feed < 0 ? past : feed + 1;
    }
    isOver ||= at < piece.length;
    offset += piece.length;
  }
  checkEnd(body, { count: starts.length, end, isSeparated });
  // Where another review would begin, had the last one a comma like the others.
  starts.push(starts.length > 0 ? end + 2 : 0);
  return Float64Array.from(starts);
}

/** Parses the line at a position. Throws an error with the line if it is malformed. */
export function parseReviewLine<Value>(
  check: (value: unknown) => Value,
  line: Buffer,
  position: number,
): Value {
  try {
    return check(JSON.parse(line.toString('utf8')));
  } catch (cause) {
    throw brokenAt(position, cause);
  }
}

function brokenAt(position: number, cause?: unknown): Error {
  const message = `reviews.json: line ${position + 2} is not a review; build the release again`;
  return new Error(message, { cause });
}

/** A file that is truncated, or laid out otherwise, must not be mistaken for fewer reviews. */
function checkEnd(
  body: Pieces,
  read: { readonly count: number; readonly end: number; readonly isSeparated: boolean },
): void {
  const length = lengthOf(body);
  const { count, end, isSeparated } = read;
  const tail = (from: number) => joinPieces(slicePieces(body, from, length)).toString('latin1');
  const isWhole =
    count === 0
      ? tail(Math.max(0, length - HEAD_OF_NONE.length)) === HEAD_OF_NONE
      : !isSeparated && length - end <= CLOSE.length + 1 && tail(end) === `\n${CLOSE}`;
  if (isWhole) return;
  throw new Error(
    'reviews.json: does not hold one review a line up to its end; build the release again',
  );
}
