import type { ResolvedAspects } from '#dataset/aspect-lists/aspect-lists.ts';
import type { Edit } from '#dataset/edits/list-edit.ts';
import { memoize } from '#dataset/memoize.ts';
import { compareLocated } from '#dataset/read/parse-content.ts';
import type { StoredReview } from '#dataset/schema/stored-review.ts';
import { type Named, wordsOf } from '#dataset/text/mentions.ts';
import type { Draft, Located } from '../content.ts';
import {
  type ContentProblem,
  type Finding,
  MAX_PROBLEMS,
  placeFindings,
  problemAt,
  warningAt,
} from '../content-problem.ts';
import { describeCurly } from './check-review.ts';

/** An id and its place. */
type Entry = {
  readonly id: string;
  readonly source: Located<unknown>;
  readonly path: readonly PropertyKey[];
};

/** Ids and names must be unique. */
export function checkIdentity(draft: Draft, reviews: ReviewIds): ContentProblem[] {
  const { technicians, services, serviceAreas, aspects, questions, removals } = draft;
  const lists = [technicians, services, serviceAreas, questions, removals];
  const names = [technicians, services, serviceAreas];
  return [
    ...lists.flatMap((list) => (list ? findDuplicateEntries(list) : [])),
    ...(aspects ? findDuplicateAspects(aspects) : []),
    ...findDuplicates(
      reviews.shared.map((review) => ({ id: review.value.id, source: review, path: ['id'] })),
    ),
    ...names.flatMap((list) => (list ? checkNames(list) : [])),
  ];
}

/** Reviews by their ids, some of which may be shared. */
export class ReviewIds {
  readonly #only = new Map<string, LocatedReview>();
  readonly #shared = new Map<string, Set<LocatedReview>>();

  update({ removed, added }: Edit<LocatedReview>): void {
    for (const review of removed) this.#remove(review, review.value.id);
    for (const review of added) this.#add(review, review.value.id);
  }

  /** In the order of their files. */
  withId(id: string): readonly LocatedReview[] {
    const only = this.#only.get(id);
    return only ? [only] : [...(this.#shared.get(id) ?? [])].sort(compareLocated);
  }

  /** The reviews whose ids are shared, in the order of their files. */
  get shared(): readonly LocatedReview[] {
    return [...this.#shared.values()].flatMap((reviews) => [...reviews]).sort(compareLocated);
  }

  #add(review: LocatedReview, id: string): void {
    const shared = this.#shared.get(id);
    const only = this.#only.get(id);
    if (shared) shared.add(review);
    else if (!only) this.#only.set(id, review);
    else {
      this.#only.delete(id);
      this.#shared.set(id, new Set([only, review]));
    }
  }

  #remove(review: LocatedReview, id: string): void {
    this.#only.delete(id);
    const shared = this.#shared.get(id);
    shared?.delete(review);
    if (shared?.size !== 1) return;
    this.#shared.delete(id);
    for (const last of shared) this.#only.set(id, last);
  }
}

type LocatedReview = Located<StoredReview>;

// There may be a hundred thousand removals, which hardly ever change.
const findDuplicateEntries = memoize((list: Located<readonly { readonly id: string }[]>) =>
  findDuplicates(list.value.map(({ id }, index) => ({ id, source: list, path: [index, 'id'] }))),
);

const findDuplicateAspects = memoize((source: Located<ResolvedAspects>) =>
  findDuplicates(
    source.value.written.map(({ id, path }) => ({ id, source, path: [...path, 'id'] })),
  ),
);

function findDuplicates(entries: readonly Entry[]): ContentProblem[] {
  const first = new Map<string, Entry>();
  const later = new Map<Located<unknown>, Entry[]>();
  for (const entry of entries) {
    if (!first.has(entry.id)) first.set(entry.id, entry);
    else if (!later.get(entry.source)?.push(entry)) later.set(entry.source, [entry]);
  }
  return [...later].flatMap(([source, repeated]) => {
    const locate = source.openPlaces();
    return repeated.slice(0, MAX_PROBLEMS + 1).flatMap(({ id, path }) => {
      const known = first.get(id);
      if (!known) return [];
      const locateKnown = known.source === source ? locate : known.source.openPlaces();
      const { line } = locateKnown(known.path);
      const message = `id: "${id}" is taken by ${known.source.file}:${line}; give each its own id`;
      return [problemAt(source.file, locate(path), message)];
    });
  });
}

function checkNames(list: Located<readonly Named[]>): ContentProblem[] {
  const curly = list.value.flatMap(({ name, aliases }, index) => [
    ...describeCurly([index, 'name'], name, list.value),
    ...aliases.flatMap((alias, place) =>
      describeCurly([index, 'aliases', place], alias, list.value),
    ),
  ]);
  return [...placeFindings(list, findShared(list.value)), ...placeFindings(list, curly, warningAt)];
}

/** Shared names: one with two meanings would be a mention of neither. */
function* findShared(entries: readonly Named[]): Generator<Finding> {
  const owners = new Map<string, string>();
  for (const [index, { id, name, aliases }] of entries.entries()) {
    const called: [string, PropertyKey[]][] = [
      [name, ['name']],
      [id, ['id']],
      ...aliases.map((alias, place): [string, PropertyKey[]] => [alias, ['aliases', place]]),
    ];
    for (const [text, path] of called) {
      const key = wordsOf(text).join(' ').trim();
      if (key === '') continue;
      const owner = owners.get(key) ?? id;
      owners.set(key, owner);
      if (owner === id) continue;
      const message = `${path.join('.')}: "${text}" also means ${owner}; give each its own names`;
      yield { path: [index, ...path], message };
    }
  }
}
