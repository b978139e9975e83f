import type { SearchHits } from '../search-document.ts';
import { type Candidates, candidateBits } from './candidates.ts';
import { countBits, type HitSet, lowestBit } from './hit-set.ts';

/** Counts and lists the candidates in a set, and empties the set. */
export function drainHits(hits: HitSet, candidates: Candidates, limit: number): SearchHits {
  const { words, summary } = hits;
  const positions: number[] = [];
  let total = 0;
  for (let upper = 0; upper < summary.length; upper++) {
    let marked = summary[upper] ?? 0;
    summary[upper] = 0;
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
