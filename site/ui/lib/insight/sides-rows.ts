import type { AspectInsight } from '#insights/insights-document.ts';
import { FEW_RATINGS } from '#insights/score.ts';
import { pathOfEntity } from '#release/page-addresses.ts';
import type { Counts } from '#search/facet-counts.ts';
import { addressOfList, type ListQuery } from '#search/question/list-question.ts';
import type { Bucket } from '#search/stats.ts';
import type { Formats } from '#words/formats.ts';
import { sideCounts } from './aspects.ts';
import { FILTERS_OF } from './find-entity.ts';
import type { EntityGroup } from './mentions.ts';

type Figures = { readonly count: number; readonly positive: number; readonly negative: number };

/** Reviews with praise and criticism of one thing, in a row of a table; figures without an address are no links. */
export type SidesRow = Figures & {
  readonly name: string;
  readonly href: string;
  readonly note?: string | undefined;
  /** Absent where ratings are too few. */
  readonly mean?: string | undefined;
  readonly links: { readonly [Figure in keyof Figures]?: string };
};

/** People, services or places. Clauses about a person are no filter: only the reviews are linked. */
export function rowsOfEntities(
  { kind, entities }: EntityGroup,
  formats: Pick<Formats, 'mean'>,
): SidesRow[] {
  return entities.map(({ id, name, jobTitle, ...entity }) => {
    const { count, ...sides } = linksTo(FILTERS_OF[kind](id));
    return {
      name,
      href: pathOfEntity(kind, id),
      note: jobTitle,
      mean: meanOf(entity.averageRating, entity.reviewCount, formats),
      count: entity.reviewCount,
      positive: entity.positiveReviewCount,
      negative: entity.negativeReviewCount,
      links: kind === 'people' ? { count } : { count, ...sides },
    };
  });
}

/** The aspects of reviews that filters find. Only one aspect at a time is a filter: two are not linked. */
export function rowsOfAspects(
  aspects: readonly Bucket[],
  counts: Counts,
  filters: ListQuery,
): SidesRow[] {
  return aspects.map(({ key: id, label = id, count }) => ({
    name: label,
    href: pathOfEntity('aspects', id),
    count,
    ...sideCounts(counts, id),
    links: filters.aspect === undefined ? linksTo({ ...filters, aspect: id }) : {},
  }));
}

/** The years in which reviews mention an aspect, newest first. */
export function rowsOfYears({ id, trend }: Pick<AspectInsight, 'id' | 'trend'>): SidesRow[] {
  const years = Map.groupBy(trend, ({ period }) => period.slice(0, 4));
  return [...years].toReversed().map(([year, quarters]) => {
    const links = linksTo({ aspect: id, since: `${year}-01-01`, until: `${year}-12-31` });
    const sum = (figure: 'reviewCount' | 'positiveReviewCount' | 'negativeReviewCount') =>
      quarters.reduce((total, quarter) => total + quarter[figure], 0);
    return {
      name: year,
      href: links.count,
      count: sum('reviewCount'),
      positive: sum('positiveReviewCount'),
      negative: sum('negativeReviewCount'),
      links: { positive: links.positive, negative: links.negative },
    };
  });
}

/** Returns a mean in words; undefined for too few ratings. */
export function meanOf(
  mean: number | null,
  count: number,
  formats: Pick<Formats, 'mean'>,
): string | undefined {
  return mean === null || count < FEW_RATINGS ? undefined : formats.mean(mean);
}

function linksTo(filters: ListQuery): Required<SidesRow['links']> {
  return {
    count: addressOfList(filters),
    positive: addressOfList({ ...filters, sentiment: 'positive' }),
    negative: addressOfList({ ...filters, sentiment: 'negative' }),
  };
}
