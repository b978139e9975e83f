import type { SearchHits } from '../search.ts';
import type { Beginning, DocumentOrder, Group } from './document-orders.ts';
import {
  type BitRow,
  type Candidates,
  candidateBits,
  countBits,
  type HitSet,
  lowestBit,
} from './document-sets.ts';
import type { Range } from './text/sorted-sequence.ts';

/** The part of an order that is listed: from a beginning on, at most `limit` documents. */
export type Page = {
  /** Undefined is the order of positions. */
  readonly order: DocumentOrder | undefined;
  /** Undefined is the first of all. */
  readonly from: Beginning | undefined;
  readonly limit: number;
};

/** Listing this many positions takes about half a millisecond. */
const POSITIONS_A_STEP = 50_000;

/** A page where every document of a range is a hit, which needs no set. */
export function listRange(range: Range, { order, from, limit }: Page): SearchHits {
  const positions: number[] = [];
  const list = ({ start, end }: Range, row?: BitRow) => {
    const first = Math.max(start, range.start);
    const below = Math.min(end, range.end);
    if (row) return listSpan(row, { start: first, end: below }, limit, positions);
    for (let position = first; position < below && positions.length < limit; position++) {
      positions.push(position);
    }
  };
  if (order === undefined) list({ start: from?.position ?? 0, end: range.end });
  else {
    for (const group of groupsFrom(order, from)) {
      if (positions.length >= limit) break;
      list(group, group.row);
    }
  }
  return { total: range.end - range.start, positions };
}

/** The groups of an order from a beginning on. */
function groupsFrom({ groups }: DocumentOrder, from: Beginning | undefined): readonly Group[] {
  if (from === undefined) return groups;
  const [first, ...others] = groups.slice(from.group);
  return first ? [{ ...first, start: from.position }, ...others] : [];
}

/** Counts the candidates in a set, lists those of a page in its order, and leaves the set empty. */
export function* collectHits(
  hits: HitSet,
  candidates: Candidates,
  page: Page,
): Generator<undefined, SearchHits, undefined> {
  const { order, from, limit } = page;
  if (order === undefined) return yield* takeHits(hits, candidates, from?.position ?? 0, limit);
  const total = keepHits(hits, candidates);
  const positions: number[] = [];
  const all = { words: hits.words, offset: 0 };
  const enough = Math.min(limit, total);
  for (const group of groupsFrom(order, from)) {
    if (positions.length >= enough) break;
    listSpan(all, group, enough, positions, group.row);
  }
  hits.clear();
  return { total, positions };
}

/** The first documents of a row. */
export function listRow(row: BitRow, size: number, limit: number): number[] {
  const positions: number[] = [];
  listSpan(row, { start: 0, end: size }, limit, positions);
  return positions;
}

/** In the order of positions; the set is empty afterwards. */
function* takeHits(
  { words, summary }: HitSet,
  candidates: Candidates,
  from: number,
  limit: number,
): Generator<undefined, SearchHits, undefined> {
  const positions: number[] = [];
  let total = 0;
  let pauseAt = POSITIONS_A_STEP;
  for (let upper = 0; upper < summary.length; upper++) {
    let marked = summary[upper] ?? 0;
    summary[upper] = 0;
    if (positions.length >= pauseAt) {
      yield;
      pauseAt += POSITIONS_A_STEP;
    }
    while (marked !== 0) {
      const word = (upper << 5) | lowestBit(marked);
      marked &= marked - 1;
      const bits = (words[word] ?? 0) & candidateBits(candidates, word);
      words[word] = 0;
      if (bits === 0) continue;
      total += countBits(bits);
      if (positions.length >= limit || (word << 5) + 32 <= from) continue;
      for (let rest = bits; rest !== 0 && positions.length < limit; rest &= rest - 1) {
        const position = (word << 5) | lowestBit(rest);
        if (position >= from) positions.push(position);
      }
    }
  }
  return { total, positions };
}

/** The number of candidates in the set, which holds nothing else afterwards. */
function keepHits({ words, summary }: HitSet, candidates: Candidates): number {
  let total = 0;
  for (let upper = 0; upper < summary.length; upper++) {
    let kept = summary[upper] ?? 0;
    for (let marked = kept; marked !== 0; marked &= marked - 1) {
      const word = (upper << 5) | lowestBit(marked);
      const bits = (words[word] ?? 0) & candidateBits(candidates, word);
      words[word] = bits;
      if (bits === 0) kept &= ~(marked & -marked);
      else total += countBits(bits);
    }
    summary[upper] = kept;
  }
  return total;
}

/** Adds documents of a row, and of another one, until there are enough positions. */
function listSpan(
  { words, offset }: BitRow,
  { start, end }: Range,
  enough: number,
  positions: number[],
  other?: BitRow,
): void {
  for (let word = start >>> 5; word << 5 < end && positions.length < enough; word++) {
    let rest = words[offset + word] ?? 0;
    if (other) rest &= other.words[other.offset + word] ?? 0;
    for (; rest !== 0 && positions.length < enough; rest &= rest - 1) {
      const position = (word << 5) | lowestBit(rest);
      if (position >= start && position < end) positions.push(position);
    }
  }
}
