import { type BitRow, countBits, rowLength } from './hit-set.ts';
import type { Range } from './sorted-sequence.ts';

/** The documents that pass all filters but the text: those of a range that are in every mask. */
export type Candidates = { readonly range: Range; readonly masks: readonly BitRow[] };

/** The candidates among the 32 documents of one word. */
export function candidateBits({ range, masks }: Candidates, word: number): number {
  let bits = bitsOfRange(word, range);
  for (let i = 0; i < masks.length && bits !== 0; i++) {
    const mask = masks[i];
    if (mask !== undefined) bits &= mask.words[mask.offset + word] ?? 0;
  }
  return bits;
}

/** How many candidates there are. */
export function countCandidates(candidates: Candidates): number {
  const { range, masks } = candidates;
  if (masks.length === 0) return range.end - range.start;
  let count = 0;
  const end = rowLength(range.end);
  for (let word = range.start >>> 5; word < end; word++) {
    count += countBits(candidateBits(candidates, word));
  }
  return count;
}

/** The bits of one word that lie in a range. */
function bitsOfRange(word: number, { start, end }: Range): number {
  const first = word << 5;
  if (first >= start && first + 32 <= end) return -1;
  if (first + 32 <= start || first >= end) return 0;
  const from = first < start ? -1 << (start - first) : -1;
  const below = first + 32 > end ? ~(-1 << (end - first)) : -1;
  return from & below;
}
