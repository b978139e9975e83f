import { z } from 'zod';
import { AspectSentiment } from '#dataset/schema/stored-review.ts';
import { compareTexts } from '#dataset/text/compare-texts.ts';
import { quarterOf } from '#insights/opinion-counts.ts';
import {
  addHistogram,
  type Counts,
  createHistogram,
  type Histogram,
  histogramAt,
  summarise,
} from './facet-counts.ts';
import { aspectFacet, type FacetKind, facet, sourceFacet, valuesOf } from './question/facets.ts';
import { createFinder, type EntityNames, type MaybePerson } from './question/names.ts';
import type { FilterQuery } from './question/search-query.ts';
import { GROUPINGS, type Grouping } from './question/stats-query.ts';

/** A mean of stars. */
export const Average = z.number().min(1).max(5);

/** How many reviews have something in common, and how they rate. */
export const Bucket = z.strictObject({
  groupBy: z.enum(GROUPINGS),
  key: z
    .string()
    .describe(
      'Stars as 4.5, a year as 2026, a quarter as 2026-Q1, a month as 2026-03, the full name of a technician, the id of a service, a service area or an aspect, a sentiment, the name of a source, a language tag, or true and false.',
    ),
  id: z.string().optional().describe('Of technicians, services, service areas and aspects.'),
  label: z.string().optional().describe('The name that people know it by; of the same.'),
  jobTitle: z.string().optional().describe('Of technicians.'),
  count: z.int().positive(),
  averageRating: Average,
});
export type Bucket = z.infer<typeof Bucket>;

/** What a bucket is about, and how the reviews rate that it counts; undefined of none. */
type Counted = Pick<Bucket, 'key' | 'id' | 'label' | 'jobTitle'> & {
  readonly histogram: Histogram | undefined;
};

/** The buckets of a grouping, none of them empty: what was counted, with what people call it. */
export function listBuckets(
  grouping: Grouping,
  filters: FilterQuery,
  { ratings, months, facets }: Counts,
  names: EntityNames,
): Bucket[] {
  const inOrder = (all: readonly Counted[]): Bucket[] =>
    all.flatMap(({ histogram = createHistogram(), ...known }) => {
      const { count, averageRating } = summarise(histogram);
      return averageRating === null ? [] : [{ groupBy: grouping, ...known, count, averageRating }];
    });
  const byCount = (all: readonly Counted[]) =>
    inOrder(all).sort((a, b) => b.count - a.count || compareTexts(a.key, b.key));
  const values = (kind: FacetKind) =>
    byCount(
      valuesOf(facets.keys(), kind).map((key) => ({
        key,
        histogram: facets.get(facet(kind, key)),
      })),
    );
  const entities = (all: readonly MaybePerson[], facetOf: (key: string) => string) =>
    byCount(
      all.map(({ id, name, jobTitle }) => {
        const key = grouping === 'technician' ? name : id;
        const known = { key, id, label: name, ...(jobTitle !== undefined && { jobTitle }) };
        return { ...known, histogram: facets.get(facetOf(key)) };
      }),
    );
  switch (grouping) {
    case 'rating':
      return inOrder(byRating(ratings));
    case 'year':
      return inOrder(byPeriod(months, (month) => month.slice(0, 4)));
    case 'quarter':
      return inOrder(byPeriod(months, quarterOf));
    case 'month':
      return inOrder(byPeriod(months, (month) => month));
    case 'technician':
      return entities(names.technicians, (name) => facet(grouping, name));
    case 'service':
      return entities(names.services, (id) => facet(grouping, id));
    case 'service_area':
      return entities(names.serviceAreas, (id) => facet(grouping, id));
    case 'aspect':
      return entities(names.aspects, (id) => aspectFacet(id, filters.sentiment));
    case 'sentiment': {
      const aspect = filters.aspect && createFinder(names.aspects)(filters.aspect);
      const facetOf = (sentiment: string) =>
        aspect ? aspectFacet(aspect.id, sentiment) : facet('sentiment', sentiment);
      return byCount(
        AspectSentiment.options.map((key) => ({ key, histogram: facets.get(facetOf(key)) })),
      );
    }
    case 'source': {
      // Whatever the case of their names, under the spelling that most reviews have.
      const bySpelling = Map.groupBy(values('source'), ({ key }) => sourceFacet(key));
      return byCount(
        [...bySpelling].flatMap(([own, [most]]) =>
          most ? [{ key: most.key, histogram: facets.get(own) }] : [],
        ),
      );
    }
    default:
      return values(grouping);
  }
}

/** Each number of half stars, the highest first. */
function byRating(ratings: Histogram): Counted[] {
  return [...ratings.keys()].reverse().map((halfStars) => ({
    key: String(halfStars / 2),
    histogram: ratings.map((count, at) => (at === halfStars ? count : 0)),
  }));
}

/** By the period of each month, newest first. */
function byPeriod(months: Counts['months'], periodOf: (month: string) => string): Counted[] {
  const histograms = new Map<string, Histogram>();
  for (const [month, histogram] of [...months].sort(([a], [b]) => compareTexts(b, a))) {
    addHistogram(histogramAt(histograms, periodOf(month)), histogram);
  }
  return [...histograms].map(([key, histogram]) => ({ key, histogram }));
}
