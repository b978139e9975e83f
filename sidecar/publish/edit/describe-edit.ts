import type { ReviewEdit } from '#dataset/dataset.ts';

/** What a release changes, as editors say it. */
export type DescribedEdit = {
  /** Without a full stop: `review google-rhjbgcle changed`. */
  readonly line: string;
  /** The first reviews that it changes. */
  readonly ids: readonly string[];
};

type Changes = {
  /** Everything where it is not known what changed. */
  readonly edit: ReviewEdit | 'everything';
  /** The ids of reviews that are published no more, and of all that were taken down. */
  readonly gone: ReadonlySet<string>;
  readonly removed: readonly string[];
  /** The paths of content files that changed. */
  readonly files: readonly string[];
};

/** Maximum ids, and names of files, that are listed. */
const MAX_IDS = 20;
const MAX_FILES = 3;

/** What changed; undefined where nobody knows, as at a start. */
export function describeEdit({ edit, gone, removed, files }: Changes): DescribedEdit | undefined {
  const takenDown = gone.size === 0 ? [] : removed.filter((id) => gone.has(id));
  const dropped = edit === 'everything' ? [] : [...gone.difference(new Set(takenDown))];
  const { added, changed } = splitAdded(edit);
  const kinds = Object.entries({
    changed,
    added,
    'taken down': takenDown,
    'not published any more': dropped,
  }).filter(([, ids]) => ids.length > 0);
  const ids = kinds.flatMap(([, some]) => some);
  const isOfReview = (path: string) => path.startsWith('reviews/');
  const others = files.filter(
    (path) => !isOfReview(path) && !(path === 'removed.yaml' && takenDown.length > 0),
  );
  const named = others.length > 0 || ids.length > 0 ? others : files;
  const parts = edit === 'everything' ? [] : describeFiles(named);
  if (ids.length > 0) parts.push(describeReviews(kinds));
  return parts.length === 0 ? undefined : { line: parts.join(', '), ids: ids.slice(0, MAX_IDS) };
}

function splitAdded(edit: Changes['edit']): { added: string[]; changed: string[] } {
  const added: string[] = [];
  const changed: string[] = [];
  if (edit === 'everything') return { added, changed };
  const before = new Set(edit.removed.map(({ item }) => item.id));
  for (const { item } of edit.added) (before.has(item.id) ? changed : added).push(item.id);
  return { added, changed };
}

function describeFiles(files: readonly string[]): string[] {
  if (files.length === 0) return [];
  const [last = '', ...others] = files.toReversed();
  const first = others.length === 0 ? '' : `${others.toReversed().join(', ')} and `;
  return [files.length > MAX_FILES ? `${files.length} files changed` : `${first}${last} changed`];
}

function describeReviews(kinds: readonly (readonly [string, readonly string[]])[]): string {
  const [[kind = '', ids = []] = [], ...others] = kinds;
  if (others.length === 0 && ids.length === 1) return `review ${ids[0]} ${kind}`;
  const reviews = ids.length === 1 ? 'review' : 'reviews';
  return [
    `${ids.length} ${reviews} ${kind}`,
    ...others.map(([other, some]) => `${some.length} ${other}`),
  ].join(', ');
}
