import type { Draft } from '../content.ts';
import { type ContentProblem, placeFindings, warningAt } from '../content-problem.ts';

/** Earlier readings of the folder, by the digests of files. */
type Earlier = {
  readonly isPublished: (digest: string) => boolean;
  readonly heldBack: ReadonlySet<string>;
};

/**
 * Returns a draft without the files whose review belongs to another file, such as the conflict
 * copies that a sync client makes, with a warning for each and the digests of these copies. The
 * original is known if exactly one of the files is published as it is, or if all others were held
 * back before. Otherwise all of them stay, which is an error. A copy does not replace an original
 * that is missing, perhaps for a moment, until the copy is changed or renamed.
 */
export function holdBackCopies(draft: Draft, { isPublished, heldBack }: Earlier) {
  const { reviews, problems } = draft;
  const copies = new Set<string>();
  const warnings: ContentProblem[] = [];
  const ids = new Set(reviews.map(({ value }) => value.id));
  if (ids.size === reviews.length && heldBack.size === 0) return { draft, copies };
  for (const [id, same] of Map.groupBy(reviews, ({ value }) => value.id)) {
    const known = same.filter(({ digest }) => isPublished(digest));
    const others = same.filter(({ digest }) => !heldBack.has(digest));
    const [original, second] = known.length === 1 ? known : others;
    if (second) continue;
    const taken = original
      ? `is taken by ${original.file}, so this file is not published; delete it if it is a copy, or give it its own id only if it is another review`
      : 'belongs to another file, which is missing, so this copy is not published; rename it to publish it, or delete it';
    for (const copy of same.filter((one) => one !== original)) {
      copies.add(copy.digest);
      const message = `id: "${id}" ${taken}`;
      warnings.push(...placeFindings(copy, [{ path: ['id'], message }], warningAt));
    }
  }
  const kept = reviews.filter(({ digest }) => !copies.has(digest));
  return { draft: { ...draft, reviews: kept, problems: [...problems, ...warnings] }, copies };
}
