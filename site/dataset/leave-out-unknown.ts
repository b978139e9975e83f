import type { Content, Draft } from './content.ts';
import { createLatest } from './latest.ts';
import { createFlatMapper } from './lists/flat-mapper.ts';
import { memoize } from './memoize.ts';
import type { ResolvedAspects } from './resolve-aspects.ts';
import type { StoredReview } from './stored-review.ts';

/** What names aspects. */
export type Naming = Pick<Content, 'summary' | 'reviews'>;

/**
 * Leaves out, of one draft after another, what names an aspect that the general list lacks, where
 * that stands in for a file that is missing: nothing then says what it would be.
 */
export function createAspectFilter(): (draft: Draft, reviews: readonly StoredReview[]) => Naming {
  const pickerWith = createLatest<ReadonlySet<string>, ReviewMapper>();
  return ({ aspects, summary: located }, reviews) => {
    const summary = located?.value;
    if (!aspects || aspects.value.isChosen) return { summary, reviews };
    const known = idsOf(aspects.value);
    const pick = pickerWith(known, () => createFlatMapper((review) => [withKnown(review, known)]));
    return {
      summary: summary && {
        ...summary,
        strengths: summary.strengths.filter(({ aspect }) => known.has(aspect)),
        concerns: summary.concerns.filter(({ aspect }) => known.has(aspect)),
      },
      reviews: pick(reviews),
    };
  };
}

type ReviewMapper = (reviews: readonly StoredReview[]) => readonly StoredReview[];

const idsOf = memoize(({ aspects }: ResolvedAspects) => new Set(aspects.map(({ id }) => id)));

/** A review without the judgements of unknown aspects: the same object where it has none. */
function withKnown(review: StoredReview, known: ReadonlySet<string>): StoredReview {
  const judged = Object.entries(review.aspects ?? {});
  const kept = judged.filter(([id]) => known.has(id));
  return kept.length === judged.length ? review : { ...review, aspects: Object.fromEntries(kept) };
}
