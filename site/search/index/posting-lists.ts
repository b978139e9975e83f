import type { HitSet } from './hit-set.ts';
import type { Range } from './sorted-sequence.ts';

/**
 * Lists of documents, ascending. A list is stored as the distances between its documents (the first
 * from -1), seven bits a byte, low bits first, the high bit set where more follow.
 */
export type PostingData = {
  /** How many documents each list has, stored or not. */
  readonly counts: Uint32Array<ArrayBuffer>;
  /** Where each list begins in `bytes`, and where a list after the last would. */
  readonly offsets: Uint32Array<ArrayBuffer>;
  readonly bytes: Uint8Array<ArrayBuffer>;
};

/** Calls `visit` for each list and document in it, with the documents in ascending order. */
export type EachPosting = (visit: (list: number, document: number) => void) => void;

/** Stores the lists with at most `longest` documents; of longer ones, only how many there are. */
export function buildPostings(lists: number, longest: number, each: EachPosting): PostingData {
  const counts = new Uint32Array(lists);
  const sizes = new Uint32Array(lists);
  // The document after the last one of each list, so that 0 is before the first.
  const last = new Uint32Array(lists);
  each((list, document) => {
    const before = last[list] ?? 0;
    if (before === document + 1) return;
    last[list] = document + 1;
    counts[list] = (counts[list] ?? 0) + 1;
    sizes[list] = (sizes[list] ?? 0) + bytesOf(document + 1 - before);
  });

  const offsets = new Uint32Array(lists + 1);
  for (let list = 0; list < lists; list++) {
    const size = (counts[list] ?? 0) > longest ? 0 : (sizes[list] ?? 0);
    offsets[list + 1] = (offsets[list] ?? 0) + size;
  }

  const bytes = new Uint8Array(offsets[lists] ?? 0);
  const next = offsets.slice();
  last.fill(0);
  each((list, document) => {
    if ((counts[list] ?? 0) > longest) return;
    const before = last[list] ?? 0;
    if (before === document + 1) return;
    last[list] = document + 1;
    let at = next[list] ?? 0;
    let distance = document + 1 - before;
    while (distance > 0x7f) {
      bytes[at++] = (distance & 0x7f) | 0x80;
      distance >>>= 7;
    }
    bytes[at++] = distance;
    next[list] = at;
  });
  return { counts, offsets, bytes };
}

function bytesOf(distance: number): number {
  let size = 1;
  for (let rest = distance >>> 7; rest !== 0; rest >>>= 7) size++;
  return size;
}

/** Adds the documents of a list that lie in a range to a set. */
export function addPostings(
  { offsets, bytes }: PostingData,
  list: number,
  range: Range,
  { words, summary }: HitSet,
): void {
  const end = offsets[list + 1] ?? 0;
  let document = -1;
  for (let at = offsets[list] ?? 0; at < end; ) {
    let byte = bytes[at++] ?? 0;
    let distance = byte & 0x7f;
    for (let shift = 7; byte > 0x7f; shift += 7) {
      byte = bytes[at++] ?? 0;
      distance |= (byte & 0x7f) << shift;
    }
    document += distance;
    if (document < range.start) continue;
    if (document >= range.end) return;
    const word = document >>> 5;
    words[word] = (words[word] ?? 0) | (1 << (document & 31));
    summary[word >>> 5] = (summary[word >>> 5] ?? 0) | (1 << (word & 31));
  }
}
