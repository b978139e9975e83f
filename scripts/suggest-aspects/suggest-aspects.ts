/**
 * Proposes aspects that reviews speak of and no list has: `npm run suggest-aspects`.
 * find-candidates.ts counts noun phrases (noun-phrases.ts); here they are grouped and formatted.
 */
import { stringify } from 'yaml';
import type { ResolvedAspects } from '#dataset/aspect-lists/aspect-lists.ts';
import type { Aspect } from '#dataset/schema/stored-entities.ts';
import { fold } from '#dataset/text/fold.ts';
import { shorten } from '#dataset/text/shorten.ts';
import type { Candidate, Candidates } from './find-candidates.ts';

type Suggestions = {
  readonly forAspects: ReadonlyMap<string, readonly Candidate[]>;
  /** The first of a group is its most frequent one. */
  readonly groups: readonly (readonly Candidate[])[];
};

/** A phrase belongs to an aspect where this share of its sentences speaks of that aspect anyway ... */
const ASPECT_SHARE = 0.3;
/** ... and this many times the share of all sentences. */
const ASPECT_LIFT = 2;
const ASPECT_SENTENCES = 3;
/** Phrases belong together where they share this much of the sentences of the rarer one. */
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

const MAX_EXAMPLE = 110;
/** A shorter example shows nothing. */
const LEAST_EXAMPLE = 25;

/** Prints suggestions as YAML that can be pasted into aspects.yaml, in the form that it has. */
export function formatSuggestions(
  { forAspects, groups }: Suggestions,
  { trade, aspects }: Pick<ResolvedAspects, 'trade' | 'aspects'>,
  reviewCount: number,
): string {
  const head = `# Suggested by ${reviewCount} reviews: what they praise or blame, and no term finds yet. Take over what
# speaks of its aspect in nearly every sentence, and nothing else; check with npm run check:content.
`;
  if (forAspects.size + groups.length === 0) return `${head}# There is nothing to suggest.\n`;
  const isMapping = trade !== undefined;
  const changes = aspects.flatMap(({ id }) => {
    const candidates = forAspects.get(id);
    if (!candidates) return [];
    const lines = candidates.map((one) => formatTerm(one, isMapping ? '        ' : '    '));
    return isMapping
      ? [`  - id: ${id}\n    terms:\n      add:\n${lines.join('')}`]
      : // Nothing can be added to a list but by hand.
        [`# Terms for ${id}:\n${lines.join('').replace(/^ {4}/gm, '#   ')}`];
  });
  const indent = isMapping ? '  ' : '';
  const added = groups.map((group) => formatGroup(group, indent));
  const use = isMapping ? `use: ${trade}\naspects:\n` : '';
  const intro = added.length > 0 ? `${indent}# New aspects; give them names of your own.\n` : '';
  return `${head}${use}${changes.join('')}${intro}${added.join('')}`;
}

function formatGroup(group: readonly Candidate[], indent: string): string {
  const name = group[0]?.phrase ?? '';
  const id = name.replace(/[^a-z0-9]+/g, '-');
  return [
    `${indent}- id: ${id}\n`,
    `${indent}  name: ${scalar(`${name.charAt(0).toUpperCase()}${name.slice(1)}`)}\n`,
    `${indent}  description: ${scalar(`What reviews say of the ${name}.`)}\n`,
    `${indent}  terms:\n`,
    ...group.map((candidate) => formatTerm(candidate, `${indent}    `)),
  ].join('');
}

/** `- lobby # 12 reviews, 9 good, 4 bad: "The lobby was cold."` */
function formatTerm({ phrase, places, reviewCount }: Candidate, indent: string): string {
  const count = (label: string) => places.filter((place) => place.label === label).length;
  const counts = `${reviewCount} reviews, ${count('positive')} good, ${count('negative')} bad`;
  return `${indent}- ${scalar(phrase)} # ${counts}: ${JSON.stringify(exampleOf(places))}\n`;
}

function exampleOf(places: Candidate['places']): string {
  const texts = places.map(({ text }) => text).sort((a, b) => a.length - b.length);
  return shorten(
    texts.find(({ length }) => length >= LEAST_EXAMPLE) ?? texts.at(-1) ?? '',
    MAX_EXAMPLE,
  );
}

function scalar(text: string): string {
  return stringify(text).trimEnd();
}
