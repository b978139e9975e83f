import { join } from 'node:path';
import { didYouMean } from '#dataset/check/nearest-name.ts';
import { lazily } from '#dataset/memoize.ts';
import { parseYaml } from '#dataset/read/parse-yaml.ts';
import {
  AspectChanges,
  type AspectEntry,
  type StoredAspects,
  type Trade,
} from '#dataset/schema/stored-aspects.ts';
import type { Aspect, AspectTerm } from '#dataset/schema/stored-entities.ts';
import { fold } from '#dataset/text/fold.ts';
import { nameOf } from '#dataset/text/name-of.ts';
import type { Located } from '../content.ts';
import { FILE_START, type Finding } from '../content-problem.ts';
import { DISK } from '../file-system.ts';

const NOTHING: AspectList = { aspects: [], others: [] };
const read = new Map<Trade, AspectList>();

/** Returns the list that the program has for a trade. */
export function shippedList(trade: Trade): AspectList {
  const known = read.get(trade) ?? readList(join(import.meta.dirname, `${trade}.yaml`));
  read.set(trade, known);
  return known;
}

function readList(file: string): AspectList {
  const { value, problems } = parseYaml(
    { file, text: DISK.readFileSync(file, 'utf8') },
    AspectChanges,
  );
  const resolved = value && changeList(NOTHING, value);
  if (resolved && resolved.findings.length === 0) return resolved.list;
  throw new Error(`${file} is damaged; install this version again.`, {
    cause: problems ?? resolved?.findings,
  });
}

/** Replaces a missing `aspects.yaml`: the same object each time. */
export const assumedAspects = lazily(
  (): Located<ResolvedAspects> => ({
    file: 'aspects.yaml',
    digest: '',
    value: { ...shippedList('general'), trade: 'general', isChosen: false, written: [] },
    openPlaces: () => () => FILE_START,
  }),
);

/** The aspects of a business, and the words for third parties. */
export type AspectList = {
  readonly aspects: readonly Aspect[];
  readonly others: readonly string[];
};

/** `aspects.yaml`, resolved. */
export type ResolvedAspects = AspectList & {
  /** The list of the program that the file changes; undefined if the list is the editors' own. */
  readonly trade: Trade | undefined;
  /** False if the file is missing and the general list replaces it. */
  readonly isChosen: boolean;
  /** The entries of the file itself, with their places. */
  readonly written: readonly WrittenAspect[];
};

/** An entry of a file: a whole aspect, or changes to one. */
type WrittenAspect = {
  readonly id: string;
  readonly path: readonly PropertyKey[];
  readonly terms: readonly { readonly term: string; readonly path: readonly PropertyKey[] }[];
  readonly quotes: Aspect['quotes'];
};

/** Resolves a file to its aspects; the findings are about invalid changes. */
export function resolveAspects(
  stored: StoredAspects,
  listOf: (trade: Trade) => AspectList,
): { readonly value: ResolvedAspects; readonly findings: readonly Finding[] } {
  const isWhole = !('aspects' in stored);
  const changes = isWhole
    ? { use: undefined, others: [], aspects: [...stored], remove: [] }
    : stored;
  const { aspects, others } = listOf(changes.use ?? 'general');
  const base = { aspects: changes.use === undefined ? [] : aspects, others };
  const { list, findings } = changeList(base, changes);
  const written = changes.aspects.map((entry, index) =>
    readWritten(entry, isWhole ? [index] : ['aspects', index]),
  );
  return { value: { ...list, trade: changes.use, isChosen: true, written }, findings };
}

/** Applies changes to a list. */
function changeList(
  base: AspectList,
  { use, others, aspects, remove }: AspectChanges,
): { readonly list: AspectList; readonly findings: readonly Finding[] } {
  const findings: Finding[] = [];
  const report = (path: readonly PropertyKey[], message: string) =>
    findings.push({ path, message: `${nameOf(path)}: ${message}` });
  const ids = base.aspects.map(({ id }) => id);
  for (const [index, id] of remove.entries()) {
    if (!ids.includes(id)) report(['remove', index], `${lacks(use, id)}${didYouMean(id, ids)}`);
  }
  const kept = base.aspects.filter(({ id }) => !remove.includes(id));
  const known = new Map(kept.map((aspect) => [aspect.id, aspect]));
  const resolved = new Map(known);
  for (const [index, entry] of aspects.entries()) {
    const path = ['aspects', index];
    const before = known.get(entry.id);
    if (before) {
      const note = (at: readonly PropertyKey[], message: string) =>
        report([...path, ...at], message);
      resolved.set(entry.id, changeAspect(before, entry, `in the list ${use}`, note));
      continue;
    }
    const whole = readWhole(entry);
    // Of two with the same id the first wins; checkIdentity reports the second.
    if (whole && !resolved.has(entry.id)) resolved.set(entry.id, whole);
    if (whole) continue;
    const hint = didYouMean(entry.id, known.keys());
    report(path, `${lacks(use, entry.id)}${hint}; a new one needs a name, a description and terms`);
  }
  return {
    list: { aspects: [...resolved.values()], others: [...new Set([...base.others, ...others])] },
    findings,
  };
}

function lacks(use: Trade | undefined, id: string): string {
  return use === undefined
    ? `without a list (use:) there is no aspect "${id}"`
    : `the list ${use} has no aspect "${id}"`;
}

function readWhole({ id, name, description, terms, quotes }: AspectEntry): Aspect | undefined {
  if (name === undefined || description === undefined || !Array.isArray(terms)) return undefined;
  return { id, name, description, terms, ...(quotes && { quotes }) };
}

function changeAspect(
  aspect: Aspect,
  { name, description, terms, quotes }: AspectEntry,
  where: string,
  report: (path: readonly PropertyKey[], message: string) => void,
): Aspect {
  if (Array.isArray(terms)) report(['terms'], `"${aspect.id}" is ${where} ${USE_ADD}`);
  const { add, remove } = terms && !Array.isArray(terms) ? terms : { add: [], remove: [] };
  const spellings = aspect.terms.map(spellingOf);
  const known = new Set(spellings.map(fold));
  for (const [index, term] of remove.entries()) {
    if (known.has(fold(term))) continue;
    const hint = didYouMean(term, spellings);
    report(['terms', 'remove', index], `"${aspect.id}" has no term "${term}" ${where}${hint}`);
  }
  // Adding a term that exists changes its weight.
  const gone = new Set([...remove, ...add.map(spellingOf)].map(fold));
  const left = aspect.terms.filter((term) => !gone.has(fold(spellingOf(term))));
  if (left.length + add.length === 0) {
    report(['terms', 'remove'], `no term of "${aspect.id}" remains; remove the aspect instead`);
  }
  return {
    id: aspect.id,
    name: name ?? aspect.name,
    description: description ?? aspect.description,
    terms: [...left, ...add],
    ...(quotes && { quotes }),
  };
}

const USE_ADD =
  'with terms of its own: write terms: { add: [...], remove: [...] }, or name it under remove: to define it again';

/** Returns the words of a term, as written. */
export function spellingOf(term: AspectTerm): string {
  return typeof term === 'string' ? term : term.term;
}

function readWritten(
  { id, terms = [], quotes }: AspectEntry,
  path: readonly PropertyKey[],
): WrittenAspect {
  const [own, at] = Array.isArray(terms)
    ? [terms, [...path, 'terms']]
    : [terms.add, [...path, 'terms', 'add']];
  const placed = own.map((term, index) => ({ term: spellingOf(term), path: [...at, index] }));
  return { id, path, terms: placed, quotes };
}
