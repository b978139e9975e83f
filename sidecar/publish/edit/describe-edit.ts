import type { Change } from '#search/changes/find-changes.ts';

/** The changes of a release, in editors' words. */
export type DescribedEdit = {
  /** Without a period: `review google-rhjbgcle changed`. */
  readonly line: string;
  /** The first reviews that it changes. */
  readonly ids: readonly string[];
};

type Changes = {
  /** Undefined if the changes are unknown, as at a start. */
  readonly changes: readonly Change[] | undefined;
  /** The ids of reviews that are no longer published, and of all that were taken down. */
  readonly gone: ReadonlySet<string>;
  readonly removed: readonly string[];
  /** The paths of content files that changed. */
  readonly files: readonly string[];
};

/** Maximum ids, and names of files, that are listed. */
const MAX_IDS = 20;
const MAX_FILES = 3;

/** Returns the changes; undefined if they are unknown. */
export function describeEdit({
  changes,
  gone,
  removed,
  files,
}: Changes): DescribedEdit | undefined {
  const takenDown = removed.filter((id) => gone.has(id));
  const idsOf = (kind: Change['kind']) =>
    changes?.filter((change) => change.kind === kind).map(({ id }) => id) ?? [];
  const kinds = Object.entries({
    changed: idsOf('edited'),
    added: idsOf('added'),
    'taken down': takenDown,
    'no longer published': changes ? [...gone.difference(new Set(takenDown))] : [],
  }).filter(([, ids]) => ids.length > 0);
  const ids = kinds.flatMap(([, some]) => some);
  const isOfReview = (path: string) => path.startsWith('reviews/');
  const others = files.filter(
    (path) => !isOfReview(path) && !(path === 'removed.yaml' && takenDown.length > 0),
  );
  const named = others.length > 0 || ids.length > 0 ? others : files;
  const parts = changes ? describeFiles(named) : [];
  if (ids.length > 0) parts.push(describeReviews(kinds));
  return parts.length === 0 ? undefined : { line: parts.join(', '), ids: ids.slice(0, MAX_IDS) };
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
