import { pieceAt } from '#search/corpus/pieces.ts';
import { type Candidates, candidateBits } from './document-sets.ts';
import type { TextList } from './index-data.ts';

/** Looking through this many bytes takes about half a millisecond. */
const BYTES_A_STEP = 1 << 20;

/** Puts texts one behind the other into one buffer. */
export function listTexts(texts: readonly string[], encoding: 'latin1' | 'utf16le'): TextList {
  const starts = new Uint32Array(texts.length + 1);
  const unit = encoding === 'latin1' ? 1 : 2;
  for (const [index, { length }] of texts.entries()) {
    starts[index + 1] = (starts[index] ?? 0) + length * unit;
  }
  const bytes = new Uint8Array(starts.at(-1) ?? 0);
  const all = Buffer.from(bytes.buffer);
  for (const [index, text] of texts.entries()) all.write(text, starts[index] ?? 0, encoding);
  return { bytes, starts };
}

/** The number of candidates whose title, in UTF-16, holds a folded text; none holds "". */
export function* countTitles(
  { bytes, starts }: TextList,
  text: string,
  candidates: Candidates,
): Generator<undefined, number, undefined> {
  if (text === '') return 0;
  const all = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const needle = Buffer.from(text, 'utf16le');
  const size = starts.length - 1;
  const begins = starts.subarray(0, size);
  let count = 0;
  for (let first = 0, last = 0; first < size; first = last) {
    last = pieceAt(begins, (starts[first] ?? 0) + BYTES_A_STEP) + 1;
    const part = all.subarray(0, starts[last]);
    let at = part.indexOf(needle, starts[first] ?? 0, 'utf16le');
    while (at >= 0) {
      const document = pieceAt(begins, at);
      const end = starts[document + 1] ?? 0;
      // One that begins in a title may end in another.
      const isInside = at + needle.length <= end;
      if (isInside && isCandidate(candidates, document)) count++;
      at = part.indexOf(needle, isInside ? end : at + 2, 'utf16le');
    }
    yield;
  }
  return count;
}

function isCandidate(candidates: Candidates, document: number): boolean {
  return ((candidateBits(candidates, document >>> 5) >>> (document & 31)) & 1) === 1;
}
