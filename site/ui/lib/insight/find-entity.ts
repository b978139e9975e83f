import { distributionOf } from '#dataset/aggregate-rating.ts';
import type { Review } from '#dataset/review.ts';
import type { AspectInsight, InsightsDocument, Quote } from '#insights/insights-document.ts';
import { ENTITY_KINDS, type EntityKind } from '#release/page-addresses.ts';
import { Counts } from '#search/facet-counts.ts';
import { facet } from '#search/question/facets.ts';
import type { ListQuery } from '#search/question/list-question.ts';
import type { ReviewSource } from '#search/review-source.ts';
import { type Bucket, listBuckets } from '#search/stats.ts';

/** The newest reviews on the page of an entity; the list has all. */
const SHOWN = 5;

/** A person, service, place or aspect, with the figures and quotes of its reviews. */
export type FoundEntity = {
  readonly kind: EntityKind;
  readonly id: string;
  readonly name: string;
  /** The job of a person, or the meaning of an aspect; undefined where editors give none. */
  readonly description: string | undefined;
  /** The filters that find its reviews. */
  readonly filters: ListQuery;
  readonly total: number;
  /** Null without ratings. */
  readonly mean: number | null;
  readonly distribution: Readonly<Record<string, number>>;
  readonly aspects: readonly Bucket[];
  readonly counts: Counts;
  readonly quotes: readonly Quote[];
  /** The newest reviews with criticism, by id, where none of it is quoted. */
  readonly unquoted: readonly string[];
  /** Of an aspect, and how right its counts are. */
  readonly insight: AspectInsight | undefined;
  readonly accuracy: InsightsDocument['accuracy'];
  /** The numbers of reviews for it and against it. */
  readonly sides: Sides;
  readonly reviews: readonly Review[];
};

/** The filters that find the reviews of an entity. */
export const FILTERS_OF: Readonly<Record<EntityKind, (id: string) => ListQuery>> = {
  people: (id) => ({ mentions_technician: id }),
  services: (id) => ({ mentions_service: id }),
  places: (id) => ({ service_area: id }),
  aspects: (id) => ({ aspect: id }),
};

/** An entity of a release; undefined where there is none. */
export async function findEntity(
  { kind: asked, id = '' }: Readonly<Record<string, string | undefined>>,
  release: ReviewSource,
): Promise<FoundEntity | undefined> {
  const kind = ENTITY_KINDS.find((one) => one === asked);
  const insights = await release.insights();
  const known = kind && describe(kind, id, release, await release.head(), insights);
  if (!kind || !known) return undefined;
  const filters = FILTERS_OF[kind](id);
  const { positions } = await release.search({ ...filters, limit: SHOWN });
  const [counts = new Counts()] = await release.count([filters]);
  const aspects = listBuckets('aspect', {}, counts, release.names);
  return {
    ...known,
    kind,
    id,
    filters,
    accuracy: insights.accuracy,
    total: counts.total.count,
    mean: counts.total.mean,
    distribution: distributionOf((stars) => counts.of(facet('rating', stars)).count),
    aspects: aspects.filter((bucket) => kind !== 'aspects' || bucket.id !== id),
    counts,
    reviews: await release.reviews(positions),
  };
}

type Sides = { readonly praising: number; readonly criticizing: number };
type Described = Pick<
  FoundEntity,
  'name' | 'description' | 'quotes' | 'unquoted' | 'insight' | 'sides'
>;
type Analysed = Pick<
  AspectInsight,
  'id' | 'quotes' | 'unquotedCriticism' | `${'positive' | 'negative'}ReviewCount`
>;

const NOTHING = {
  ...{ quotes: [], unquotedCriticism: [] },
  ...{ positiveReviewCount: 0, negativeReviewCount: 0 },
};

function describe(
  kind: EntityKind,
  id: string,
  { names }: ReviewSource,
  { business }: Awaited<ReturnType<ReviewSource['head']>>,
  { aspects, entities }: Awaited<ReturnType<ReviewSource['insights']>>,
): Described | undefined {
  const isIt = (one: { readonly id: string }) => one.id === id;
  const of = (
    all: readonly { readonly id: string; readonly name: string }[],
    analysed: readonly Analysed[],
    description?: string,
  ) => {
    const named = all.find(isIt);
    if (!named) return undefined;
    const { quotes, unquotedCriticism: unquoted, ...counts } = analysed.find(isIt) ?? NOTHING;
    const sides = { praising: counts.positiveReviewCount, criticizing: counts.negativeReviewCount };
    return { name: named.name, description, quotes, unquoted, insight: undefined, sides };
  };
  switch (kind) {
    case 'people':
      return of(names.technicians, entities.technicians, names.technicians.find(isIt)?.jobTitle);
    case 'services':
      return of(names.services, entities.services, business.services.find(isIt)?.description);
    case 'places':
      return of(names.serviceAreas, entities.serviceAreas);
    case 'aspects': {
      const insight = aspects.find(isIt);
      const aspect = of(names.aspects, aspects, insight?.description);
      return aspect && { ...aspect, insight };
    }
  }
}
