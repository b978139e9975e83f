import type { Draft, Located } from './content.ts';
import { type ContentProblem, problemAt } from './content-problem.ts';
import { Counts } from './counts.ts';
import { createTallyKeeper } from './lists/tally-keeper.ts';
import { memoize } from './memoize.ts';
import { type Named, wordsOf } from './mentions.ts';
import type { Locate } from './parse-yaml.ts';
import type { StoredReview } from './stored-review.ts';

type Entry = {
  readonly id: string;
  readonly file: string;
  readonly locate: Locate;
  readonly path: PropertyKey[];
};

/** Ids and names stand once each, in one draft after another. */
export function createIdentityChecker(): (draft: Draft) => ContentProblem[] {
  const findDuplicateReviews = createDuplicateFinder();
  return (draft) => {
    const { technicians, services, serviceAreas, aspects, questions, removals } = draft;
    const lists = [technicians, services, serviceAreas, aspects, questions, removals];
    const names = [technicians, services, serviceAreas];
    return [
      ...lists.flatMap((list) => (list ? findDuplicateEntries(list) : [])),
      ...findDuplicateReviews(draft.reviews),
      ...names.flatMap((list) => (list ? findSharedNames(list) : [])),
    ];
  };
}

// There may be a hundred thousand removals, which hardly ever change.
const findDuplicateEntries = memoize((list: Located<readonly { readonly id: string }[]>) =>
  findDuplicates(list.value.map(({ id }, index) => ({ ...list, id, path: [index, 'id'] }))),
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
      reviews.map((review) => ({ ...review, id: review.value.id, path: ['id'] })),
    );
  };
}

type Reviews = readonly Located<StoredReview>[];

function findDuplicates(entries: readonly Entry[]): ContentProblem[] {
  const first = new Map<string, Entry>();
  const problems: ContentProblem[] = [];
  for (const entry of entries) {
    const known = first.get(entry.id);
    if (!known) {
      first.set(entry.id, entry);
      continue;
    }
    const { line } = known.locate(known.path);
    const message = `id: "${entry.id}" is taken by ${known.file}:${line}; give each its own id`;
    problems.push(problemAt(entry.file, entry.locate(entry.path), message));
  }
  return problems;
}

/** A name that means two things is a mention of neither. */
function findSharedNames(list: Located<readonly Named[]>): ContentProblem[] {
  const owners = new Map<string, string>();
  const problems: ContentProblem[] = [];
  for (const [index, { id, name, aliases }] of list.value.entries()) {
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
      problems.push(problemAt(list.file, list.locate([index, ...path]), message));
    }
  }
  return problems;
}
