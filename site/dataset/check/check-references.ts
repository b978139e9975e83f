import { memoizeLast } from '#dataset/memoize.ts';
import type { StoredReview } from '#dataset/schema/stored-review.ts';
import type { Draft } from '../content.ts';
import { type Finding, placeFindings, problemAt, warningAt } from '../content-problem.ts';
import { checkOnce } from './check-review.ts';
import { createHints } from './nearest-name.ts';
import { idsOf } from './received-reviews.ts';

const KEYS = ['technicians', 'services', 'serviceAreas', 'aspects'] as const;
type Key = (typeof KEYS)[number];

/** The names that one file defines, for one key of reviews. */
type Definitions = {
  readonly key: Key;
  readonly file: string;
  readonly ids: ReadonlySet<string>;
  /** True if editors wrote them. Leaving out an aspect that the general list lacks is no error. */
  readonly isChosen: boolean;
};

/** Returns the check of the names that a review uses against those that a draft defines. */
export const referenceCheckOf = memoizeLast(
  (draft: Draft) => JSON.stringify(KEYS.map((key) => draft[key]?.value)),
  (draft) => {
    const definitions = definitionsOf(draft);
    return checkOnce((review) =>
      definitions.flatMap((one) =>
        placeFindings(review, findUnknown(review.value, one), one.isChosen ? problemAt : warningAt),
      ),
    );
  },
);

/** Skips broken files. Separate, so that the remembered check does not keep the draft. */
function definitionsOf(draft: Draft): Definitions[] {
  return KEYS.flatMap((key) => {
    const defined = draft[key];
    if (!defined) return [];
    const { file, value } = defined;
    const { isChosen, aspects } = 'aspects' in value ? value : { isChosen: true, aspects: value };
    return [{ key, file, ids: idsOf(aspects), isChosen }];
  });
}

/** Yields the undefined names of a review, lazily: callers that need few compute few. */
function* findUnknown(review: StoredReview, definitions: Definitions): Generator<Finding> {
  const { key, file, ids, isChosen } = definitions;
  const hint = createHints(() => ids);
  for (const [name, slug] of slugsOf(review, key)) {
    if (ids.has(slug)) continue;
    const fault = isChosen ? `is not defined in ${file}` : LEFT_OUT;
    const meant = hint(slug);
    const remedy = isChosen && meant === '' ? `; add it there, or delete it here` : meant;
    yield { path: [key, name], message: `${key}: "${slug}" ${fault}${remedy}` };
  }
}

/** The problem with an aspect that the general list lacks, where it replaces a missing file. */
export const LEFT_OUT =
  'is left out: without an aspects.yaml the list "general" is used, which does not have it';

function slugsOf(review: StoredReview, key: Key): [PropertyKey, string][] {
  const named = review[key];
  if (Array.isArray(named)) return [...named.entries()];
  return Object.keys(named ?? {}).map((slug) => [slug, slug]);
}
