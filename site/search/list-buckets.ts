import { z } from 'zod';
import { AspectSentiment } from '#dataset/schema/stored-review.ts';
import { compareTexts } from '#dataset/text/compare-texts.ts';
import { fold } from '#dataset/text/fold.ts';
import { quarterOf } from '#insights/opinion-counts.ts';
import {
  addHistogram,
  type Counts,
  type Histogram,
  histogramAt,
  summarise,
} from './facet-counts.ts';
import { aspectFacet, type FacetKind, facet, valuesOf } from './question/facets.ts';
import { createFinder, type EntityNames } from './question/names.ts';
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

/** The buckets of a grouping, none of them empty: what was counted, with what people call it. */
export function listBuckets(
  grouping: Grouping,
  filters: FilterQuery,
  counts: Counts,
  names: EntityNames,
): Bucket[] {
  const bucketOf = (key: string, histogram: Histogram | undefined): Bucket[] => {
    const { count, averageRating } = summarise(histogram ?? new Uint32Array());
    return averageRating === null ? [] : [{ groupBy: grouping, key, count, averageRating }];
  };
  const list = (histograms: ReadonlyMap<string, Histogram>) =>
    [...histograms].flatMap(([key, histogram]) => bucketOf(key, histogram));
  /** A bucket for each entity that some review mentions, with what people call it. */
  const entities = (
    all: EntityNames[keyof EntityNames],
    facetOf: (id: string, name: string) => string,
  ) =>
    byCount(
      all.flatMap(({ id, name, ...more }) => {
        const key = grouping === 'technician' ? name : id;
        const known = { id, label: name, ...('jobTitle' in more && { jobTitle: more.jobTitle }) };
        return bucketOf(key, counts.facets.get(facetOf(id, name))).map((bucket) => ({
          groupBy: bucket.groupBy,
          key,
          ...known,
          count: bucket.count,
          averageRating: bucket.averageRating,
        }));
      }),
    );
  const values = (kind: FacetKind) =>
    byCount(
      valuesOf(counts.facets.keys(), kind).flatMap((value) =>
        bucketOf(value, counts.facets.get(facet(kind, value))),
      ),
    );
  switch (grouping) {
    case 'rating':
      return list(byRating(counts.ratings));
    case 'year':
      return list(byPeriod(counts, (month) => month.slice(0, 4)));
    case 'quarter':
      return list(byPeriod(counts, quarterOf));
    case 'month':
      return list(byPeriod(counts, (month) => month));
    case 'technician':
      return entities(names.technicians, (_, name) => facet('technician', name));
    case 'service':
      return entities(names.services, (id) => facet('service', id));
    case 'service_area':
      return entities(names.serviceAreas, (id) => facet('service_area', id));
    case 'aspect':
      return entities(names.aspects, (id) => aspectFacet(id, filters.sentiment));
    case 'sentiment': {
      const { aspect } = filters;
      const id = aspect === undefined ? undefined : createFinder(names.aspects)(aspect)?.id;
      return byCount(
        AspectSentiment.options.flatMap((sentiment) => {
          const own = id === undefined ? facet('sentiment', sentiment) : aspectFacet(id, sentiment);
          return bucketOf(sentiment, counts.facets.get(own));
        }),
      );
    }
    case 'source':
      return byCount(
        [...bySource(counts)].flatMap(([name, histogram]) => bucketOf(name, histogram)),
      );
    default:
      return values(grouping);
  }
}

/** Sources, whatever the case of their names, under the spelling that most reviews have. */
function bySource({ facets }: Counts): Map<string, Histogram> {
  const spellings = valuesOf(facets.keys(), 'source').map((name) => {
    const histogram = facets.get(facet('source', name)) ?? new Uint32Array();
    return { name, histogram, count: summarise(histogram).count };
  });
  const histograms = new Map<string, Histogram>();
  const bySpelling = Map.groupBy(
    spellings.sort((a, b) => b.count - a.count || compareTexts(a.name, b.name)),
    ({ name }) => fold(name),
  );
  for (const [first, ...others] of bySpelling.values()) {
    if (!first) continue;
    const sum = first.histogram.slice();
    for (const { histogram } of others) addHistogram(sum, histogram);
    histograms.set(first.name, sum);
  }
  return histograms;
}

function byRating(ratings: Histogram): Map<string, Histogram> {
  const histograms = new Map<string, Histogram>();
  for (let halfStars = ratings.length - 1; halfStars >= 0; halfStars--) {
    histogramAt(histograms, String(halfStars / 2))[halfStars] = ratings[halfStars] ?? 0;
  }
  return histograms;
}

/** By the period of each month, newest first. */
function byPeriod({ months }: Counts, periodOf: (month: string) => string): Map<string, Histogram> {
  const histograms = new Map<string, Histogram>();
  for (const [month, histogram] of [...months].sort(([a], [b]) => (a < b ? 1 : -1))) {
    addHistogram(histogramAt(histograms, periodOf(month)), histogram);
  }
  return histograms;
}

function byCount(buckets: readonly Bucket[]): Bucket[] {
  return buckets.toSorted((a, b) => b.count - a.count || (a.key < b.key ? -1 : 1));
}
