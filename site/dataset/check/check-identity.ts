import type { ResolvedAspects } from '#dataset/aspect-lists/aspect-lists.ts';
import { memoize } from '#dataset/memoize.ts';
import type { StoredReview } from '#dataset/schema/stored-review.ts';
import { type Named, wordsOf } from '#dataset/text/mentions.ts';
import type { Draft, Located } from '../content.ts';
import {
  type ContentProblem,
  type Finding,
  MAX_PROBLEMS,
  placeFindings,
  problemAt,
} from '../content-problem.ts';

/** An id and its place. */
type Entry = {
  readonly id: string;
  readonly source: Located<unknown>;
  readonly path: readonly PropertyKey[];
};

/** Reviews by their ids; if several share one, the last in the order of their files. */
export type ReviewsById = ReadonlyMap<string, StoredReview>;

/** Ids and names must be unique. */
export function checkIdentity(draft: Draft, byId: ReviewsById): ContentProblem[] {
  const { technicians, services, serviceAreas, aspects, questions, removals, reviews } = draft;
  const names = [technicians, services, serviceAreas];
  return [
    ...[...names, questions, removals].flatMap((list) => (list ? findDuplicateEntries(list) : [])),
    ...(aspects ? findDuplicateAspects(aspects) : []),
    ...(byId.size < reviews.length
      ? findDuplicates(reviews.map((source) => ({ id: source.value.id, source, path: ['id'] })))
      : []),
    ...names.flatMap((list) => (list ? checkNames(list) : [])),
  ];
}

// There may be a hundred thousand removals, which hardly ever change.
const findDuplicateEntries = memoize((source: Located<readonly { readonly id: string }[]>) =>
  findDuplicates(source.value.map(({ id }, index) => ({ id, source, path: [index, 'id'] }))),
);

function findDuplicateAspects(source: Located<ResolvedAspects>): ContentProblem[] {
  const { written } = source.value;
  return findDuplicates(written.map(({ id, path }) => ({ id, source, path: [...path, 'id'] })));
}

function findDuplicates(entries: readonly Entry[]): ContentProblem[] {
  const first = new Map(entries.toReversed().map((entry) => [entry.id, entry]));
  const later = entries.filter((entry) => first.get(entry.id) !== entry);
  return [...Map.groupBy(later, ({ source }) => source)].flatMap(([source, repeated]) => {
    const locate = source.openPlaces();
    return repeated.slice(0, MAX_PROBLEMS + 1).flatMap(({ id, path }) => {
      const known = first.get(id);
      if (!known) return [];
      const locateKnown = known.source === source ? locate : known.source.openPlaces();
      const { line } = locateKnown(known.path);
      const message = `id: "${id}" is taken by ${known.source.file}:${line}; ${REMEDY}`;
      return [problemAt(source.file, locate(path), message)];
    });
  });
}

/** Another id would publish a copy a second time. */
const REMEDY = 'delete this one if it is a copy, or give it its own id only if it is not';

const checkNames = memoize((list: Located<readonly Named[]>) =>
  placeFindings(list, findShared(list.value)),
);

/** Names must not be shared: with two meanings, a name would be a mention of neither. */
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
      const owner = key === '' ? id : (owners.get(key) ?? id);
      owners.set(key, owner);
      if (owner === id) continue;
      const message = `${path.join('.')}: "${text}" also means ${owner}; give each its own names`;
      yield { path: [index, ...path], message };
    }
  }
}
