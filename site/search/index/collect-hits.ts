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

/**
 * A page where every document of a range is a hit, which needs no set; undefined where the range does
 * not follow the order, so that a set is faster.
 */
export function listRange(
  range: Range,
  { order, from, limit }: Page,
  size: number,
): SearchHits | undefined {
  const positions: number[] = [];
  const total = range.end - range.start;
  if (order === undefined) {
    const start = Math.max(range.start, from?.rank ?? 0);
    const end = Math.min(range.end, start + limit);
    for (let position = start; position < end; position++) positions.push(position);
    return { total, positions };
  }
  const { groups, ranked } = order;
  if (ranked !== undefined && total < size) return undefined;
  for (let at = from?.group ?? 0; at < groups.length && positions.length < limit; at++) {
    const { start, end } = groups[at] ?? { start: 0, end: 0 };
    const first = at === from?.group ? from.rank : start;
    const below = Math.min(end, range.end);
    for (let rank = Math.max(first, range.start); rank < below; rank++) {
      if (positions.length === limit) break;
      positions.push(ranked?.positions[rank] ?? rank);
    }
  }
  return { total, positions };
}

/** Counts the candidates in a set, lists those of a page in its order, and leaves the set empty. */
export function* collectHits(
  hits: HitSet,
  candidates: Candidates,
  page: Page,
): Generator<undefined, SearchHits, undefined> {
  const { order, from, limit } = page;
  if (order === undefined) return yield* takeHits(hits, candidates, from?.rank ?? 0, limit);
  const total = keepHits(hits, candidates);
  const positions: number[] = [];
  const enough = Math.min(limit, total);
  for (let at = from?.group ?? 0; at < order.groups.length && positions.length < enough; at++) {
    const group = order.groups[at];
    if (group === undefined) break;
    const start = at === from?.group ? from.rank : group.start;
    const missing = enough - positions.length;
    if (order.ranked === undefined) listSpan(hits, start, group.end, missing, positions);
    else positions.push(...(yield* listGroup(hits, order.ranked, { ...group, start }, missing)));
  }
  hits.clear();
  return { total, positions };
}

/** The first documents of a row. */
export function listRow({ words, offset }: BitRow, size: number, limit: number): number[] {
  const positions: number[] = [];
  for (let word = 0; word << 5 < size && positions.length < limit; word++) {
    for (let rest = words[offset + word] ?? 0; rest !== 0; rest &= rest - 1) {
      if (positions.length === limit) break;
      positions.push((word << 5) | lowestBit(rest));
    }
  }
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

/** Adds the first hits from one position to below another. */
function listSpan(
  { words }: HitSet,
  start: number,
  end: number,
  limit: number,
  positions: number[],
): void {
  const enough = positions.length + limit;
  for (let word = start >>> 5; word << 5 < end; word++) {
    for (let rest = words[word] ?? 0; rest !== 0; rest &= rest - 1) {
      const position = (word << 5) | lowestBit(rest);
      if (position >= end || positions.length === enough) return;
      if (position >= start) positions.push(position);
    }
  }
}

/** A look at one document of an order costs as much as sorting this share of a hit. */
const LOOKS_A_HIT = 8;

/** The first hits of a group: those that are many are met soon by walking along it, few are sorted. */
function* listGroup(
  hits: HitSet,
  { positions, ranks }: NonNullable<DocumentOrder['ranked']>,
  { start, end, row }: Group,
  limit: number,
): Generator<undefined, number[], undefined> {
  const found: number[] = [];
  if (row === undefined) return found;
  const count = countIn(hits, row);
  if (count === 0) return found;
  if (((end - start) * limit) / count > count * LOOKS_A_HIT) {
    const its = [...hitsIn(hits, row)].map((position) => ranks[position] ?? 0);
    its.sort((a, b) => a - b);
    const first = its.findIndex((rank) => rank >= start);
    if (first < 0) return found;
    return its.slice(first, first + limit).map((rank) => positions[rank] ?? 0);
  }
  const { words } = hits;
  for (let rank = start; rank < end && found.length < limit; rank++) {
    const position = positions[rank] ?? 0;
    if (((words[position >>> 5] ?? 0) >>> (position & 31)) & 1) found.push(position);
    if (rank % POSITIONS_A_STEP === POSITIONS_A_STEP - 1) yield;
  }
  return found;
}

function countIn({ words, summary }: HitSet, row: BitRow): number {
  let count = 0;
  for (let upper = 0; upper < summary.length; upper++) {
    for (let marked = summary[upper] ?? 0; marked !== 0; marked &= marked - 1) {
      const word = (upper << 5) | lowestBit(marked);
      count += countBits((words[word] ?? 0) & (row.words[row.offset + word] ?? 0));
    }
  }
  return count;
}

function* hitsIn({ words, summary }: HitSet, row: BitRow): Generator<number> {
  for (let upper = 0; upper < summary.length; upper++) {
    for (let marked = summary[upper] ?? 0; marked !== 0; marked &= marked - 1) {
      const word = (upper << 5) | lowestBit(marked);
      let rest = (words[word] ?? 0) & (row.words[row.offset + word] ?? 0);
      for (; rest !== 0; rest &= rest - 1) yield (word << 5) | lowestBit(rest);
    }
  }
}
