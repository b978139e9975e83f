import type { Draft } from './content.ts';
import type { ContentProblem } from './content-problem.ts';
import { createLatest } from './latest.ts';
import { createFlatMapper } from './lists/flat-mapper.ts';
import { createHints } from './nearest-name.ts';
import { type Finding, placeFindings } from './place-findings.ts';
import type { StoredReview } from './stored-review.ts';

const KEYS = ['technicians', 'services', 'serviceAreas', 'aspects'] as const;
type Key = (typeof KEYS)[number];

/** The names that one file defines, for one key of reviews. */
type Definitions = { readonly key: Key; readonly file: string; readonly ids: readonly string[] };

/**
 * Holds the names that reviews use against the files that define them, for one draft after another:
 * while the names stay the same, a review is checked once.
 */
export function createReferenceChecker(): (draft: Draft) => readonly ContentProblem[] {
  const checkerWith = createLatest<
    string,
    (reviews: Draft['reviews']) => readonly ContentProblem[]
  >();
  return (draft) => {
    const definitions = definitionsOf(draft);
    const check = checkerWith(JSON.stringify(definitions), () => {
      const known = definitions.map(({ ids, ...same }) => ({ ...same, ids: new Set(ids) }));
      return createFlatMapper((review) =>
        placeFindings(
          review,
          known.values().flatMap((names) => findUnknown(review.value, names)),
        ),
      );
    });
    return check(draft.reviews);
  };
}

/** What is defined, key by key; nothing is held against a file that is broken. */
function definitionsOf(draft: Draft): Definitions[] {
  return KEYS.flatMap((key) => {
    const defined = draft[key];
    if (!defined) return [];
    return [{ key, file: defined.file, ids: defined.value.map(({ id }) => id) }];
  });
}

/** What a review names and nobody defines, found one by one: who asks for few waits for few. */
function* findUnknown(
  review: StoredReview,
  { key, file, ids }: Omit<Definitions, 'ids'> & { readonly ids: ReadonlySet<string> },
): Generator<Finding> {
  const hint = createHints(() => ids);
  for (const [name, slug] of slugsOf(review, key)) {
    if (ids.has(slug)) continue;
    const message = `${key}: "${slug}" is not defined in ${file}${hint(slug)}`;
    yield { path: [key, name], message };
  }
}

function slugsOf(review: StoredReview, key: Key): [PropertyKey, string][] {
  const named = review[key];
  if (Array.isArray(named)) return [...named.entries()];
  return Object.keys(named ?? {}).map((slug) => [slug, slug]);
}
