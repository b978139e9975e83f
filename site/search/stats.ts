import { z } from 'zod';
import { didYouMean } from '#dataset/check/nearest-name.ts';
import { AspectSentiment } from '#dataset/schema/stored-review.ts';
import { quarterOf } from '#insights/opinion-counts.ts';
import {
  addHistogram,
  type Counts,
  createCounts,
  type Histogram,
  histogramAt,
  summarise,
} from './facet-counts.ts';
import { aspectFacet, type FacetKind, facet, valuesOf } from './question/facets.ts';
import { createFinder, type EntityNames } from './question/names.ts';
import { checkRanges, type FilterQuery, FilterShape, ON_RANGES } from './question/search-query.ts';
import { code } from './request/issue.ts';
import { faultsOfMembers } from './request/parameters.ts';
import type { Questions } from './run-search.ts';
import { Hints } from './search-result.ts';

/** What reviews are put together by. */
export const GROUPINGS = [
  'rating',
  'year',
  'quarter',
  'month',
  'technician',
  'service',
  'service_area',
  'aspect',
  'sentiment',
  'source',
  'language',
  'has_reply',
] as const;
export type Grouping = (typeof GROUPINGS)[number];

const isGrouping = (name: string): name is Grouping => GROUPINGS.some((one) => one === name);

/** The groupings in a text with commas between. */
export function readGroupings(text: string): readonly Grouping[] {
  return text.split(',').filter(isGrouping);
}

const groupBy = `must be one of ${GROUPINGS.join(', ')}, or several, each once, with commas between`;

/** A refinement: groupings with commas between, each known, and none empty or twice. */
function checkGroupings(text: string, context: z.core.$RefinementCtx): void {
  const names = text.split(',');
  const faults = faultsOfMembers(names);
  const unknown = names.find((name) => name !== '' && !isGrouping(name));
  if (unknown !== undefined) {
    const message = `${groupBy}${didYouMean(unknown, GROUPINGS)}`;
    faults.push({ at: names.indexOf(unknown), code: 'invalid_choice', message });
  }
  for (const { code: named, message } of faults) {
    context.addIssue({ code: 'custom', message, input: text, ...code(named) });
  }
}

/** Which reviews are counted, with the filters of search, and by what; the same over HTTP and MCP. */
export const StatsQuery = z
  .strictObject({
    ...FilterShape,
    group_by: z
      .string('must be text')
      .superRefine(checkGroupings)
      .default('rating')
      .meta({
        description: `What to count by: ${GROUPINGS.join(', ')}; several with commas between. Each is counted without its own filter, so that the other values can be compared.`,
        pattern: `^(?:${GROUPINGS.join('|')})(?:,(?:${GROUPINGS.join('|')}))*$`,
        example: 'quarter',
      }),
  })
  .superRefine(checkRanges, ON_RANGES);
export type StatsQuery = z.infer<typeof StatsQuery>;

const average = z.number().min(1).max(5);

const Bucket = z.strictObject({
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
  averageRating: average,
});
type Bucket = z.infer<typeof Bucket>;

/** The answer to a question for figures. */
export const ReviewStats = z
  .strictObject({
    total: z.int().nonnegative().describe('The reviews for which all filters hold.'),
    averageRating: average
      .nullable()
      .describe('Their mean, rounded half up to two decimals; null of none.'),
    distribution: z
      .record(z.string(), z.int().nonnegative())
      .describe('Their number by stars: the five whole stars always, half stars where they occur.')
      .meta({ example: { '1': 1, '2': 0, '3': 0, '4': 3, '5': 8, '4.5': 1 } }),
    filters: z.strictObject(FilterShape).describe('The filters as they were understood.'),
    groupBy: z.string().describe('As it was asked for.'),
    hints: Hints.optional(),
    buckets: z
      .array(Bucket)
      .describe(
        'In the order of group_by: stars highest first, periods newest first, all others by count. None is empty. A review may mention two people, and is then counted with both.',
      ),
  })
  .meta({ id: 'ReviewStats' });
export type ReviewStats = z.infer<typeof ReviewStats>;

/** The filters of a grouping: those that would be replaced by choosing one of its values. */
const OWN_FILTERS: Readonly<Record<Grouping, readonly (keyof FilterQuery)[]>> = {
  rating: ['rating'],
  // No parameter names a period.
  year: [],
  quarter: [],
  month: [],
  technician: ['mentions_technician'],
  service: ['mentions_service'],
  service_area: ['service_area'],
  // A sentiment is that of an aspect where there is one.
  aspect: ['aspect', 'sentiment'],
  sentiment: ['sentiment', 'aspect'],
  source: ['source'],
  language: ['language'],
  has_reply: ['has_reply'],
};

/**
 * Counts the reviews that a question finds, by each grouping. The count of a bucket is the total of the
 * search that asks for its value in place of the grouping's own filter. `busy` as search.
 */
export async function countReviews(
  { group_by, ...filters }: StatsQuery,
  { count, explain }: Pick<Questions, 'count' | 'explain'>,
  names: EntityNames,
): Promise<ReviewStats | 'busy'> {
  // Most groupings count the same reviews, which are then counted once.
  const questions = new Map(
    [filters, ...readGroupings(group_by).map((one) => withoutOwnFilters(filters, one))].map(
      (query) => [JSON.stringify(query), query] as const,
    ),
  );
  const counted = await count([...questions.values()]);
  if (counted === 'busy') return 'busy';
  const countsOf = new Map([...questions.keys()].map((key, index) => [key, counted[index]]));
  const find = (query: FilterQuery) => countsOf.get(JSON.stringify(query)) ?? createCounts();
  const stats = assembleStats({ group_by, ...filters }, find, names);
  const hints = stats.total === 0 ? await explain(filters) : [];
  if (hints === 'busy') return 'busy';
  if (hints.length === 0) return stats;
  const { buckets, ...others } = stats;
  return { ...others, hints: [...hints], buckets };
}

/** The same of what was counted by each question: the filters, and those that a grouping leaves. */
export function assembleStats(
  { group_by, ...filters }: StatsQuery,
  countsOf: (query: FilterQuery) => Counts,
  names: EntityNames,
): ReviewStats {
  const { ratings } = countsOf(filters);
  const { count: total, averageRating } = summarise(ratings);
  return {
    total,
    averageRating,
    distribution: distributionOf(ratings),
    filters,
    groupBy: group_by,
    buckets: readGroupings(group_by).flatMap((grouping) => {
      const counts = countsOf(withoutOwnFilters(filters, grouping));
      return listBuckets(grouping, filters, counts, names);
    }),
  };
}

/** The filters of a question but for those of a grouping. */
export function withoutOwnFilters(filters: FilterQuery, grouping: Grouping): FilterQuery {
  const rest = { ...filters };
  for (const name of OWN_FILTERS[grouping]) delete rest[name];
  return rest;
}

function distributionOf(ratings: Histogram): Record<string, number> {
  const distribution: Record<string, number> = {};
  for (const [halfStars, count] of ratings.entries()) {
    if (halfStars >= 2 && (count > 0 || halfStars % 2 === 0)) {
      distribution[String(halfStars / 2)] = count;
    }
  }
  return distribution;
}

function listBuckets(
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
    case 'aspect': {
      const { sentiment } = filters;
      return entities(names.aspects, (id) =>
        sentiment === undefined ? facet('aspect', id) : aspectFacet(id, sentiment),
      );
    }
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
    default:
      return values(grouping);
  }
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
