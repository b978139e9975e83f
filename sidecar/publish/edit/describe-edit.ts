import type { Change } from '#search/changes/find-changes.ts';

/** The changes of a release, in editors' words. */
export type DescribedEdit = {
  /** Without a period: `review google-rhjbgcle changed`. */
  readonly line: string;
  /** The first reviews that it changes. */
  readonly ids: readonly string[];
};

/** Maximum ids that are listed. */
const MAX_IDS = 20;

/**
 * Returns the changes. `gone` are the ids of reviews that are no longer published, `removed` those
 * of all that were taken down.
 */
export function describeEdit(
  changes: readonly Change[],
  gone: ReadonlySet<string>,
  removed: readonly string[],
): DescribedEdit {
  const takenDown = removed.filter((id) => gone.has(id));
  const idsOf = (kind: Change['kind']) =>
    changes.filter((change) => change.kind === kind).map(({ id }) => id);
  const kinds = [
    ['changed', idsOf('edited')] as const,
    ['added', idsOf('added')] as const,
    ['taken down', takenDown] as const,
    ['no longer published', [...gone.difference(new Set(takenDown))]] as const,
  ].filter(([, some]) => some.length > 0);
  const ids = kinds.flatMap(([, some]) => some);
  const [[first = ''] = [], ...others] = kinds;
  const count = kinds[0]?.[1].length;
  const many = count === 1 ? '1 review' : `${count} reviews`;
  const reviews = ids.length === 1 ? `review ${ids[0]}` : many;
  const rest = others.map(([kind, some]) => `, ${some.length} ${kind}`).join('');
  const line = ids.length === 0 ? 'something other than reviews changed' : `${reviews} ${first}`;
  return { line: line + rest, ids: ids.slice(0, MAX_IDS) };
}
