import type { Located } from '../content.ts';
import { type ContentProblem, MAX_PROBLEMS, problemAt } from '../content-problem.ts';

/** Something wrong with a value of a file, which the file alone does not show. */
export type Finding = { readonly path: readonly PropertyKey[]; readonly message: string };

/**
 * The problems that findings make of a file, which is parsed once to find their places: as many as
 * are told of a file, and one more. `place` makes a problem or a warning.
 */
export function placeFindings(
  source: Located<unknown>,
  findings: Iterable<Finding>,
  place: typeof problemAt = problemAt,
): ContentProblem[] {
  const found = Iterator.from(findings)
    .take(MAX_PROBLEMS + 1)
    .toArray();
  if (found.length === 0) return [];
  const locate = source.openPlaces();
  return found.map(({ path, message }) => place(source.file, locate(path), message));
}
