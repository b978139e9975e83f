import type { Draft } from '../content.ts';
import { placeFindings, warningAt } from '../content-problem.ts';

/** What earlier readings of the folder say of a file, given by its path. */
type Earlier = {
  /** Whether the file, as it is, is published. */
  readonly isPublished: (path: string) => boolean;
  /** Whether the file, as it is, was held back. */
  readonly isHeldBack: (path: string) => boolean;
};

/**
 * A draft without the files whose review is that of another file, such as the conflict copies that a
 * sync client makes, and with a warning of each; and the paths of these copies. It is known which file
 * is the original where just one of them is published as it is, or all others were held back before.
 * Elsewhere all of them stay, which is an error.
 */
export function holdBackCopies(draft: Draft, { isPublished, isHeldBack }: Earlier) {
  const { reviews, problems } = draft;
  const copies = new Set<string>();
  if (new Set(reviews.map(({ value }) => value.id)).size === reviews.length) {
    return { draft, copies };
  }
  const warnings = [];
  for (const [id, same] of Map.groupBy(reviews, ({ value }) => value.id)) {
    if (same.length === 1) continue;
    const published = same.filter(({ file }) => isPublished(file));
    const others = same.filter(({ file }) => !isHeldBack(file));
    const [original, second] = published.length === 1 ? published : others;
    if (!original || second) continue;
    const message = `id: "${id}" is taken by ${original.file}, so this file is not published; delete it, or give it its own id`;
    for (const copy of same.filter((one) => one !== original)) {
      copies.add(copy.file);
      warnings.push(...placeFindings(copy, [{ path: ['id'], message }], warningAt));
    }
  }
  const kept = reviews.filter(({ file }) => !copies.has(file));
  return { draft: { ...draft, reviews: kept, problems: [...problems, ...warnings] }, copies };
}
