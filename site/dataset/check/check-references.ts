import { memoizeLast } from '#dataset/memoize.ts';
import type { StoredReview } from '#dataset/schema/stored-review.ts';
import type { Draft, Located } from '../content.ts';
import { type Finding, placeFindings } from '../content-problem.ts';
import { checkOnce } from './check-review.ts';
import { createHints } from './nearest-name.ts';
import { idsOf } from './received-reviews.ts';

const KEYS = ['technicians', 'services', 'serviceAreas', 'aspects'] as const;
type Key = (typeof KEYS)[number];

/** The names that one file defines, for one key of reviews. */
type Definitions = {
  readonly key: Key;
  /** That a name is not defined there. */
  readonly where: string;
  readonly ids: ReadonlySet<string>;
};

/** Returns the check of the names that a review uses against those that a draft defines. */
export const referenceCheckOf = memoizeLast(
  (draft: Draft) => JSON.stringify(KEYS.map((key) => draft[key]?.value)),
  (draft) => {
    const definitions = definitionsOf(draft);
    return checkOnce((review) =>
      definitions.flatMap((one) => placeFindings(review, findUnknown(review.value, one))),
    );
  },
);

/** Skips broken files. Separate, so that the remembered check does not keep the draft. */
function definitionsOf(draft: Draft): Definitions[] {
  return KEYS.flatMap((key) => {
    const defined = draft[key];
    if (!defined) return [];
    const { value } = defined;
    const ids = idsOf('aspects' in value ? value.aspects : value);
    return [{ key, where: whereOf(defined), ids }];
  });
}

/** Yields the undefined names of a review, lazily: callers that need few compute few. */
function* findUnknown(review: StoredReview, definitions: Definitions): Generator<Finding> {
  const { key, where, ids } = definitions;
  const hint = createHints(() => ids);
  for (const [name, slug] of slugsOf(review, key)) {
    if (ids.has(slug)) continue;
    const remedy = hint(slug) || '; add it there, or delete it here';
    yield { path: [key, name], message: `${key}: "${slug}" ${where}${remedy}` };
  }
}

/** Returns that a name is not defined in a file, or in the list that replaces aspects.yaml. */
export function whereOf({ file, digest }: Located<unknown>): string {
  const isAssumed = file === 'aspects.yaml' && digest === '';
  return `is not defined in ${file}${isAssumed ? ', which is missing, nor in the list "general"' : ''}`;
}

function slugsOf(review: StoredReview, key: Key): [PropertyKey, string][] {
  const named = review[key];
  if (Array.isArray(named)) return [...named.entries()];
  return Object.keys(named ?? {}).map((slug) => [slug, slug]);
}
