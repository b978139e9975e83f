import { fold } from '#dataset/fold.ts';
import type { Aspect } from '#dataset/stored-entities.ts';
import type { Candidate, Candidates } from './find-candidates.ts';

/** What is proposed: terms for aspects that there are, and groups of terms that might be new ones. */
export type Suggestions = {
  readonly forAspects: ReadonlyMap<string, readonly Candidate[]>;
  /** The first of a group is its most frequent one. */
  readonly groups: readonly (readonly Candidate[])[];
};

/** A phrase belongs to an aspect where so many of its sentences speak of that aspect anyway ... */
const ASPECT_SHARE = 0.3;
/** ... and so many times as many as of all sentences. */
const ASPECT_LIFT = 2;
const ASPECT_SENTENCES = 3;
/** Phrases belong together where they share so many of the sentences of the rarer one. */
const GROUP_SHARE = 0.25;
const GROUP_SENTENCES = 3;

const MAX_TERMS = 10;
const MAX_GROUPS = 12;

/** Sorts candidates: to the aspect they name or beside whose terms they stand, else to one another. */
export function groupCandidates(
  { aspectCounts, sentenceCount, candidates }: Candidates,
  aspects: readonly Pick<Aspect, 'id' | 'name'>[],
): Suggestions {
  const forAspects = new Map<string, Candidate[]>();
  const groups: { readonly sentences: ReadonlySet<number>; readonly members: Candidate[] }[] = [];
  for (const candidate of candidates) {
    const { phrase } = candidate;
    const called = aspects.find(({ id, name }) => [id, fold(name)].includes(phrase))?.id;
    const id = called ?? findAspect(candidate, aspectCounts, sentenceCount);
    if (id !== undefined) {
      const known = forAspects.get(id);
      if (known) known.push(candidate);
      else forAspects.set(id, [candidate]);
      continue;
    }
    const sentences = new Set(candidate.places.map(({ sentence }) => sentence));
    const group = groups.find((other) => {
      const shared = sentences.intersection(other.sentences).size;
      return shared >= GROUP_SENTENCES && shared >= GROUP_SHARE * sentences.size;
    });
    if (group) group.members.push(candidate);
    else groups.push({ sentences, members: [candidate] });
  }
  for (const [id, terms] of forAspects) forAspects.set(id, terms.slice(0, MAX_TERMS));
  return {
    forAspects,
    groups: groups.slice(0, MAX_GROUPS).map(({ members }) => members.slice(0, MAX_TERMS)),
  };
}

/** The aspect that the sentences with a candidate speak of more than others, if there is one. */
function findAspect(
  { places }: Candidate,
  aspectCounts: ReadonlyMap<string, number>,
  sentenceCount: number,
): string | undefined {
  const counts = new Map<string, number>();
  for (const { aspects } of places) {
    for (const id of aspects) counts.set(id, (counts.get(id) ?? 0) + 1);
  }
  const [best] = [...counts].sort(([a, x], [b, y]) => y - x || (a < b ? -1 : 1));
  if (!best) return undefined;
  const [id, count] = best;
  const expected = (places.length * (aspectCounts.get(id) ?? 0)) / sentenceCount;
  const isTelling =
    count >= ASPECT_SENTENCES &&
    count >= ASPECT_SHARE * places.length &&
    count >= ASPECT_LIFT * expected;
  return isTelling ? id : undefined;
}
