import type { SearchHits } from '../search.ts';
import type { DocumentOrder } from './document-orders.ts';
import {
  type Candidates,
  candidateBits,
  countBits,
  type HitSet,
  lowestBit,
} from './document-sets.ts';

/** The part of an order that is listed: from a rank on, at most `limit` documents. */
export type Page = {
  /** Undefined is the order of positions. */
  readonly order: DocumentOrder | undefined;
  readonly from: number;
  readonly limit: number;
};

/** Listing this many positions takes about half a millisecond. */
const POSITIONS_A_STEP = 50_000;

/** Fewer hits than these are sorted; more are found by walking along the order, since most are hits. */
const FEW_HITS = 4096;

/** Counts the candidates in a set, lists those of a page in its order, and leaves the set empty. */
export function* collectHits(
  hits: HitSet,
  candidates: Candidates,
  page: Page,
): Generator<undefined, SearchHits, undefined> {
  const { order, from, limit } = page;
  if (order === undefined) return yield* listPositions(hits, candidates, from, limit);
  const { total, positions } = yield* listPositions(hits, candidates, 0, FEW_HITS, 'keep');
  if (total > FEW_HITS) {
    const walked = yield* walkAlong(hits, order, from, Math.min(limit, total));
    hits.clear();
    return { total, positions: walked };
  }
  hits.clear();
  const ranks = positions.map((position) => order.rankOf(position)).filter((rank) => rank >= from);
  ranks.sort((a, b) => a - b);
  return { total, positions: ranks.slice(0, limit).map((rank) => order.positionAt(rank)) };
}

/** In the order of positions. With `keep` the set holds exactly the hits afterwards. */
function* listPositions(
  { words, summary }: HitSet,
  candidates: Candidates,
  from: number,
  limit: number,
  after: 'keep' | 'empty' = 'empty',
): Generator<undefined, SearchHits, undefined> {
  const positions: number[] = [];
  let total = 0;
  let pauseAt = POSITIONS_A_STEP;
  for (let upper = 0; upper < summary.length; upper++) {
    let marked = summary[upper] ?? 0;
    if (after === 'empty') summary[upper] = 0;
    if (positions.length >= pauseAt) {
      yield;
      pauseAt += POSITIONS_A_STEP;
    }
    while (marked !== 0) {
      const word = (upper << 5) | lowestBit(marked);
      marked &= marked - 1;
      const bits = (words[word] ?? 0) & candidateBits(candidates, word);
      words[word] = after === 'empty' ? 0 : bits;
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

/** The first hits of an order from a rank on. */
function* walkAlong(
  { words }: HitSet,
  order: DocumentOrder,
  from: number,
  limit: number,
): Generator<undefined, number[], undefined> {
  const positions: number[] = [];
  for (let rank = from; rank < order.size && positions.length < limit; rank++) {
    const position = order.positionAt(rank);
    if (((words[position >>> 5] ?? 0) >>> (position & 31)) & 1) positions.push(position);
    if (rank % POSITIONS_A_STEP === POSITIONS_A_STEP - 1) yield;
  }
  return positions;
}
