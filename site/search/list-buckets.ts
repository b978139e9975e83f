import { z } from 'zod';
import { AspectSentiment } from '#dataset/schema/stored-review.ts';
import { compareTexts } from '#dataset/text/compare-texts.ts';
import type { Named } from '#dataset/text/mentions.ts';
import type { Counts } from './facet-counts.ts';
import { aspectFacet, facet, sourceFacet, valuesOf } from './question/facets.ts';
import { type EntityNames, findNamed } from './question/names.ts';
import type { FilterQuery } from './question/search-query.ts';
import { GROUPINGS, type Grouping } from './question/stats-query.ts';
import means from './stats.json' with { type: 'json' };

/** A mean of stars. */
export const Average = z.number().min(1).max(5);

/** How many reviews have something in common, and how they rate. */
export const Bucket = z.strictObject({
  groupBy: z.enum(GROUPINGS),
  key: z.string().describe(means.key),
  id: z.string().optional().describe(means.id),
  label: z.string().optional().describe(means.label),
  jobTitle: z.string().optional().describe(means.jobTitle),
  count: z.int().positive(),
  averageRating: Average,
});
export type Bucket = z.infer<typeof Bucket>;

/** What is listed from the highest on; all else from the most reviews on. */
const FROM_HIGHEST: ReadonlySet<Grouping> = new Set(['rating', 'year', 'quarter', 'month']);

/** The buckets of a grouping, none of them empty: what was counted, with what people call it. */
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
      // Whatever the case of their names, under the spelling that most reviews have.
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
