import type { SearchSteps } from '../search-document.ts';
import { type Candidates, candidateBits } from './candidates.ts';
import { countBits, type HitSet, lowestBit } from './hit-set.ts';

/** Listing so many positions takes about half a millisecond. */
const POSITIONS_A_STEP = 50_000;

/** Counts and lists the candidates in a set, and empties the set. */
export function* drainHits(hits: HitSet, candidates: Candidates, limit: number): SearchSteps {
  const { words, summary } = hits;
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
      for (let rest = bits; rest !== 0 && positions.length < limit; rest &= rest - 1) {
        positions.push((word << 5) | lowestBit(rest));
      }
    }
  }
  return { total, positions };
}
