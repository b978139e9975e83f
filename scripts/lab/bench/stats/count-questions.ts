import type { EntityNames } from '#search/question/names.ts';
import { GROUPINGS, StatsQuery } from '#search/question/stats-query.ts';
import type { ReviewStats } from '#search/stats.ts';
import { ASPECTS, SERVICE_AREAS, SERVICES, TECHNICIANS } from '../search/made-up-facets.ts';

const named = (name: string) => ({ id: name, name, aliases: [] });

/** Whom and what the made-up reviews mention. */
export const NAMES: EntityNames = {
  technicians: TECHNICIANS.map((name) => ({ ...named(name), jobTitle: 'Technician' })),
  services: SERVICES.map(named),
  serviceAreas: SERVICE_AREAS.map(named),
  aspects: ASPECTS.map((name) => ({ ...named(name), terms: [] })),
};

const ALL = GROUPINGS.join();

/** Questions for figures, as a website asks for its facets and an agent for an overview. */
export const QUESTIONS: readonly StatsQuery[] = [
  { group_by: ALL },
  { min_rating: 2, group_by: ALL },
  { since: '2022-01-01', until: '2024-12-31', group_by: 'technician,service,quarter' },
  { max_rating: 2, group_by: 'aspect,technician,service_area,month' },
  { aspect: ASPECTS[0], sentiment: 'negative', group_by: 'aspect,sentiment,year' },
  { query: 'service', group_by: 'rating,technician,aspect' },
  { query: ' recommend', min_rating: 4, group_by: 'source,service' },
  { mentions_technician: TECHNICIANS[2], language: 'en', group_by: 'technician,service,rating' },
  { source: 'Google', has_reply: false, group_by: 'has_reply,source,language,sentiment' },
  { service_area: SERVICE_AREAS[4], relationship: 'none', group_by: 'quarter' },
].map((question) => StatsQuery.parse(question));

/** What every subject has to find: all figures, but no names of what is counted. */
export type Figures = {
  readonly total: number;
  readonly averageRating: number | null;
  readonly distribution: Readonly<Record<string, number>>;
  readonly buckets: readonly (readonly [
    groupBy: string,
    key: string,
    count: number,
    averageRating: number,
  ])[];
};

export function figuresOf(stats: ReviewStats): Figures {
  const { total, averageRating, distribution, buckets } = stats;
  return {
    total,
    averageRating,
    distribution,
    buckets: buckets.map((one) => [one.groupBy, one.key, one.count, one.averageRating]),
  };
}
