import { type Candidates, candidateBits } from './document-sets.ts';
import type { TextList } from './index-data.ts';

/** Ends each text of a list: no byte of UTF-8. */
const END = 0xff;

/** Looking through this many bytes takes about half a millisecond. */
const BYTES_A_STEP = 1 << 20;

/** Puts texts into one buffer. */
export function listTexts(texts: readonly string[]): TextList {
  const starts = new Uint32Array(texts.length + 1);
  const encoded = texts.map((text) => Buffer.from(text));
  for (const [index, { length }] of encoded.entries()) {
    starts[index + 1] = (starts[index] ?? 0) + length + 1;
  }
  const bytes = new Uint8Array(starts.at(-1) ?? 0).fill(END);
  for (const [index, text] of encoded.entries()) bytes.set(text, starts[index]);
  return { bytes, starts };
}

/** The number of candidates whose text in the list holds a folded text; none holds "". */
export function* countTitles(
  { bytes, starts }: TextList,
  text: string,
  candidates: Candidates,
): Generator<undefined, number, undefined> {
  if (text === '') return 0;
  const all = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const needle = Buffer.from(text);
  const size = starts.length - 1;
  let count = 0;
  for (let first = 0, last = 0; first < size; first = last) {
    last = textAt(starts, first, (starts[first] ?? 0) + BYTES_A_STEP) + 1;
    const part = all.subarray(0, starts[last]);
    let document = first;
    for (;;) {
      const at = part.indexOf(needle, starts[document]);
      if (at < 0) break;
      document = textAt(starts, document, at);
      if ((candidateBits(candidates, document >>> 5) >>> (document & 31)) & 1) count++;
      document++;
    }
    yield;
  }
  return count;
}

/** The text that holds a byte at or after the text `from`; the last one where it lies behind all. */
function textAt(starts: Uint32Array, from: number, byte: number): number {
  let low = from;
  let high = starts.length - 1;
  while (high - low > 1) {
    const middle = (low + high) >>> 1;
    if ((starts[middle] ?? 0) <= byte) low = middle;
    else high = middle;
  }
  return low;
}
