const LINE_FEED = 0x0a;
const COMMA = 0x2c;
const BRACE = 0x7b;
const CLOSE = Buffer.from(']}\n');
const HEAD_OF_NONE = Buffer.from('"reviews":[]}\n');

/**
 * Hands every serialised review of reviews.json to `visit`, newest first. Returns the offsets of
 * all of them, and of where another one would begin. Throws where the bytes are not a reviews.json
 * with one review a line.
 */
export function readReviewLines(
  bytes: Uint8Array,
  visit: (line: Buffer, position: number) => void,
): Float64Array<ArrayBuffer> {
  const buffer = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const starts: number[] = [];
  let end = buffer.indexOf(LINE_FEED);
  let isSeparated = true;
  for (;;) {
    const start = end + 1;
    end = buffer.indexOf(LINE_FEED, start);
    if (end < 0 || buffer[start] !== BRACE) break;
    if (!isSeparated) throw brokenAt(starts.length);
    isSeparated = buffer[end - 1] === COMMA;
    visit(buffer.subarray(start, isSeparated ? end - 1 : end), starts.length);
    starts.push(start);
  }
  checkEnd(buffer, starts.length, isSeparated);
  // Where another review would begin, had the last one a comma like the others.
  starts.push(starts.length > 0 ? buffer.indexOf(LINE_FEED, starts.at(-1)) + 2 : 0);
  return Float64Array.from(starts);
}

/**
 * Parses the line at a position. Throws an error that names it where it is no JSON, or `check` throws
 * at its value.
 */
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

/** What is cut off, or laid out otherwise, must not be taken for fewer reviews. */
function checkEnd(buffer: Buffer, count: number, isSeparated: boolean): void {
  const end = count === 0 ? HEAD_OF_NONE : Buffer.concat([Buffer.from('}\n'), CLOSE]);
  const isWhole = count === 0 || !isSeparated;
  if (isWhole && buffer.subarray(-end.length).equals(end)) return;
  throw new Error(
    'reviews.json: does not hold one review a line up to its end; build the release again',
  );
}
