import type { Draft, Located } from './content.ts';
import { type ContentProblem, MAX_PROBLEMS, problemAt } from './content-problem.ts';
import { Counts } from './counts.ts';
import { createTallyKeeper } from './lists/tally-keeper.ts';
import { memoize } from './memoize.ts';
import { type Named, wordsOf } from './mentions.ts';
import { type Finding, placeFindings } from './place-findings.ts';
import type { ResolvedAspects } from './resolve-aspects.ts';
import type { StoredReview } from './stored-review.ts';

/** An id, and where it stands. */
type Entry = {
  readonly id: string;
  readonly source: Located<unknown>;
  readonly path: readonly PropertyKey[];
};

/** Ids and names stand once each, in one draft after another. */
export function createIdentityChecker(): (draft: Draft) => ContentProblem[] {
  const findDuplicateReviews = createDuplicateFinder();
  return (draft) => {
    const { technicians, services, serviceAreas, aspects, questions, removals } = draft;
    const lists = [technicians, services, serviceAreas, questions, removals];
    const names = [technicians, services, serviceAreas];
    return [
      ...lists.flatMap((list) => (list ? findDuplicateEntries(list) : [])),
      ...(aspects ? findDuplicateAspects(aspects) : []),
      ...findDuplicateReviews(draft.reviews),
      ...names.flatMap((list) => (list ? findSharedNames(list) : [])),
    ];
  };
}

// There may be a hundred thousand removals, which hardly ever change.
const findDuplicateEntries = memoize((list: Located<readonly { readonly id: string }[]>) =>
  findDuplicates(list.value.map(({ id }, index) => ({ id, source: list, path: [index, 'id'] }))),
);

const findDuplicateAspects = memoize((source: Located<ResolvedAspects>) =>
  findDuplicates(
    source.value.written.map(({ id, path }) => ({ id, source, path: [...path, 'id'] })),
  ),
);

/** Finds the reviews that share an id; whether there are any is known without looking at all. */
function createDuplicateFinder(): (reviews: Reviews) => ContentProblem[] {
  const ids = new Counts<string>();
  const keep = createTallyKeeper<Located<StoredReview>>({
    add: ({ value }) => ids.add(value.id),
    remove: ({ value }) => ids.remove(value.id),
  });
  return (reviews) => {
    keep(reviews);
    if (ids.size === reviews.length) return [];
    return findDuplicates(
      reviews.map((review) => ({ id: review.value.id, source: review, path: ['id'] })),
    );
  };
}

type Reviews = readonly Located<StoredReview>[];

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

/** A name that means two things is a mention of neither. */
function findSharedNames(list: Located<readonly Named[]>): ContentProblem[] {
  return placeFindings(list, findShared(list.value));
}

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
