import { isUtf8 } from 'node:buffer';
import {
  type ContentProblem,
  MAX_PROBLEMS,
  type Position,
  positionIn,
  problemAt,
} from '../content-problem.ts';
import type { ContentFile } from './content-file.ts';

type Decoded =
  | { readonly text: string; readonly problems?: undefined }
  | { readonly problems: readonly ContentProblem[] };

/** Returns the text of a file, or the reasons that it cannot be published. */
export function readText({ path, bytes }: ContentFile): Decoded {
  const decoded = decodeText(path, bytes);
  if ('problem' in decoded) return { problems: [decoded.problem] };
  const { text } = decoded;
  const conflicts = findConflicts(path, text);
  if (conflicts.length > 0) return { problems: conflicts };
  const found = findUnprintable(text);
  if (!found) return { text };
  const message = `contains a control character (${found.codePoint}), which feeds cannot carry; delete it`;
  return { problems: [problemAt(path, found, message)] };
}

/** Finds the conflicts that git left in a text: all its other problems follow from them. */
function findConflicts(path: string, text: string): ContentProblem[] {
  if (!text.includes(OURS)) return [];
  const found: ContentProblem[] = [];
  let line = 0;
  for (const [index, one] of text.split('\n').entries()) {
    if (one.startsWith(OURS)) line = index + 1;
    if (line === 0 || !one.startsWith(THEIRS) || found.length > MAX_PROBLEMS) continue;
    const message = `contains an unresolved git conflict (lines ${line}–${index + 1}); keep one side, and delete the lines that begin with <<<<<<<, ======= and >>>>>>>`;
    found.push(problemAt(path, { line, column: 1 }, message));
    line = 0;
  }
  return found;
}

const OURS = '<<<<<<< ';
const THEIRS = '>>>>>>> ';

/** Decodes UTF-8 strictly, without a byte order mark and with line feeds only. */
export function decodeText(
  file: string,
  bytes: Uint8Array,
): { readonly text: string } | { readonly problem: ContentProblem } {
  if (isUtf8(bytes)) return { text: new TextDecoder().decode(bytes).replaceAll(/\r\n?/g, '\n') };
  const message = 'is not valid UTF-8 on this line; save the file in UTF-8';
  return { problem: problemAt(file, findInvalidLine(bytes), message) };
}

/** Returns the first line that is not UTF-8: no character contains the byte of a line feed. */
function findInvalidLine(bytes: Uint8Array): Position {
  for (let line = 1, start = 0; ; line++) {
    const feed = bytes.indexOf(0x0a, start);
    if (feed < 0 || !isUtf8(bytes.subarray(start, feed))) return { line, column: 1 };
    start = feed + 1;
  }
}

// Characters that XML 1.0 §2.2 does not allow: the Atom feed could not carry them.
const UNPRINTABLE = /[^\t\n\r\u0020-\ud7ff\ue000-\ufffd\u{10000}-\u{10ffff}]/u;

/** Returns true if every published format can carry a text: it has no control characters. */
export function isPrintable(text: string): boolean {
  return !UNPRINTABLE.test(text);
}

/** Returns the place and code point of the first character that cannot be published. */
export function findUnprintable(
  text: string,
): (Position & { readonly codePoint: string }) | undefined {
  const offset = text.search(UNPRINTABLE);
  if (offset < 0) return undefined;
  const code = text.codePointAt(offset)?.toString(16).toUpperCase().padStart(4, '0');
  return { ...positionIn(text, offset), codePoint: `U+${code}` };
}
