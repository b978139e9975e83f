import { distributionOf } from '#dataset/aggregate-rating.ts';
import { AspectSentiment } from '#dataset/schema/stored-review.ts';
import { compareTexts } from '#dataset/text/compare-texts.ts';
import type { Named } from '#dataset/text/mentions.ts';
import { Counts } from './facet-counts.ts';
import type { Hint } from './hints.ts';
import { aspectFacet, facet, sourceFacet, valuesOf } from './question/facets.ts';
import { type EntityNames, findNamed } from './question/names.ts';
import type { FilterQuery } from './question/search-query.ts';
import {
  type Grouping,
  OWN_FILTERS,
  readGroupings,
  type StatsQuery,
} from './question/stats-query.ts';
import { without } from './question/without.ts';
import type { ReviewSource } from './review-source.ts';

/** The number of reviews with something in common, and their mean. */
export type Bucket = {
  readonly groupBy: Grouping;
  readonly key: string;
  readonly id?: string;
  readonly label?: string;
  readonly jobTitle?: string;
  readonly count: number;
  readonly averageRating: number;
};

/**
 * Counts the reviews that a question finds, by each grouping. The count of a bucket is the total of
 * the search for its value instead of the grouping's own filter, or as `narrow` changes it; `write`
 * writes hints.
 */
export async function countReviews(
  { group_by, ...filters }: StatsQuery,
  { count, explain, names }: Pick<ReviewSource, 'count' | 'explain' | 'names'>,
  narrow = (all: FilterQuery, grouping: Grouping) => without(all, ...OWN_FILTERS[grouping]),
  write = ({ text }: Hint) => text,
) {
  const ofGroupings = readGroupings(group_by).map((grouping) => narrow(filters, grouping));
  const counted = await count([filters, ...ofGroupings]);
  // Reviews may have only some of the words.
  const needsHints = filters.words !== undefined || counted[0]?.total.count === 0;
  const hints = needsHints ? await explain(filters) : [];
  return assembleStats({ group_by, ...filters }, counted, names, hints.map(write));
}

/** Assembles counts: with the filters, and for each grouping, unless those are equal. */
function assembleStats(
  { group_by, ...filters }: StatsQuery,
  [counts = new Counts(), ...ofGroupings]: readonly Counts[],
  names: EntityNames,
  hints: string[] = [],
) {
  return {
    total: counts.total.count,
    averageRating: counts.total.mean,
    distribution: distributionOf((stars) => counts.of(facet('rating', stars)).count),
    filters,
    groupBy: group_by,
    ...(hints.length > 0 && { hints }),
    buckets: readGroupings(group_by).flatMap((grouping, at) =>
      listBuckets(grouping, filters, ofGroupings[at] ?? counts, names),
    ),
  };
}

/** Groupings that are listed from the highest on; all others from the most reviews on. */
const FROM_HIGHEST: ReadonlySet<Grouping> = new Set(['rating', 'year', 'quarter', 'month']);

/** The buckets of a grouping, none of them empty, with the names that people use. */
export function listBuckets(
  grouping: Grouping,
  { aspect, sentiment }: FilterQuery,
  counts: Counts,
  names: EntityNames,
): Bucket[] {
  const bucket = (
    known: Pick<Bucket, 'key' | 'id' | 'label' | 'jobTitle'>,
    counted = facet(grouping, known.key),
  ): Bucket[] => {
    const { count, mean } = counts.of(counted);
    return mean === null ? [] : [{ groupBy: grouping, ...known, count, averageRating: mean }];
  };
  const entity = ({ id, name }: Named) => bucket({ key: id, id, label: name });
  const values = () => valuesOf(counts.facets.keys(), grouping).flatMap((key) => bucket({ key }));
  const lists: Partial<Record<Grouping, () => Bucket[]>> = {
    technician: () =>
      names.technicians.flatMap(({ id, name, jobTitle }) =>
        bucket({ key: name, id, label: name, jobTitle }),
      ),
    service: () => names.services.flatMap(entity),
    service_area: () => names.serviceAreas.flatMap(entity),
    aspect: () =>
      names.aspects.flatMap(({ id, name }) =>
        bucket({ key: id, id, label: name }, aspectFacet(id, sentiment)),
      ),
    sentiment: () => {
      const meant = findNamed(names.aspects, aspect);
      return AspectSentiment.options.flatMap((key) =>
        bucket({ key }, meant && aspectFacet(meant.id, key)),
      );
    },
    source: () => {
      // In any case of their names, under the spelling of most reviews.
      const bySpelling = Map.groupBy(values().sort(compareCounts), ({ key }) => sourceFacet(key));
      return [...bySpelling].flatMap(([own, [most]]) =>
        most ? bucket({ key: most.key }, own) : [],
      );
    },
  };
  const { [grouping]: list = values } = lists;
  if (!FROM_HIGHEST.has(grouping)) return list().sort(compareCounts);
  return list().sort((a, b) => compareTexts(b.key, a.key));
}

function compareCounts(a: Bucket, b: Bucket): number {
  return b.count - a.count || compareTexts(a.key, b.key);
}
