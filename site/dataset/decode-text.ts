import { isUtf8 } from 'node:buffer';
import { type ContentProblem, type Position, problemAt } from './content-problem.ts';

/** Decodes UTF-8 strictly, without a byte order mark and with line feeds only. */
export function decodeText(
  file: string,
  bytes: Uint8Array,
): { readonly text: string } | { readonly problem: ContentProblem } {
  const text = new TextDecoder().decode(bytes);
  if (!isUtf8(bytes)) {
    return {
      problem: problemAt(
        file,
        positionOfFirstInvalid(bytes, text),
        'is not valid UTF-8 here; save the file with the encoding UTF-8',
      ),
    };
  }
  return { text: text.replaceAll('\r\n', '\n') };
}

/** Decoding replaces what is invalid, so that encoding again differs first where it stands. */
function positionOfFirstInvalid(bytes: Uint8Array, decoded: string): Position {
  const roundTrip = new TextEncoder().encode(decoded);
  const mark = bytes[0] === 0xef && bytes[1] === 0xbb && bytes[2] === 0xbf ? 3 : 0;
  let offset = 0;
  while (bytes[offset + mark] === roundTrip[offset]) offset++;
  // A cut-off sequence may begin like the replacement: go back to where the character begins.
  while (((roundTrip[offset] ?? 0) & 0xc0) === 0x80) offset--;
  const before = new TextDecoder().decode(roundTrip.subarray(0, offset));
  const lineStart = before.lastIndexOf('\n') + 1;
  return { line: before.split('\n').length, column: before.length - lineStart + 1 };
}
