import { BitSet } from './bit-set.ts';
import type { RankedBigram } from './rank-bigrams.ts';

/** A bigram of a group, and the numbers of the reviews that hold it. */
export type GroupedBigram = RankedBigram & { readonly holders: BitSet };

/** The bigrams, and the numbers of the reviews that hold any of them. */
type Group = { readonly bigrams: GroupedBigram[]; readonly holders: BitSet };

const MOST_GROUPS = 12;
const MOST_BIGRAMS = 5;
/** Of the reviews with a bigram so many hold another of a group that it joins. */
const SHARED = 1 / 3;

/**
 * Groups bigrams, the heaviest first. One joins the first group with whose first bigram it shares a
 * word and with which it shares a third of its reviews; another one begins a group. Each group
 * holds bigrams about one thing, the heaviest first.
 */
export function groupBigrams(
  ranked: readonly RankedBigram[],
  holdersOf: ReadonlyMap<number, BitSet>,
): (readonly GroupedBigram[])[] {
  const groups: Group[] = [];
  for (const bigram of ranked) {
    const holders = holdersOf.get(bigram.number) ?? new BitSet();
    let group = groups.find(
      ({ bigrams: [first], holders: others }) =>
        first?.words.some((word) => bigram.words.includes(word)) &&
        holders.countShared(others) >= SHARED * bigram.count,
    );
    if (!group) {
      if (groups.length === MOST_GROUPS) continue;
      group = { bigrams: [], holders: new BitSet() };
      groups.push(group);
    }
    // More would be told of it than anybody reads; but it is no topic of its own.
    if (group.bigrams.length === MOST_BIGRAMS) continue;
    group.bigrams.push({ ...bigram, holders });
    group.holders.addAll(holders);
  }
  return groups.map(({ bigrams }) => bigrams);
}
