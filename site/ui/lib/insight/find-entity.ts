import { distributionOf } from '#dataset/aggregate-rating.ts';
import type { AspectInsight } from '#insights/insights-document.ts';
import { ENTITY_KINDS, type EntityKind } from '#release/page-addresses.ts';
import { Counts } from '#search/facet-counts.ts';
import { facet } from '#search/question/facets.ts';
import type { ListQuery } from '#search/question/list-question.ts';
import type { ReviewSource } from '#search/review-source.ts';
import { listBuckets } from '#search/stats.ts';

/** The newest reviews on the page of an entity; the list has all. */
const SHOWN = 5;

/** The filters that find the reviews of an entity. */
export const FILTERS_OF: Readonly<Record<EntityKind, (id: string) => ListQuery>> = {
  people: (id) => ({ mentions_technician: id }),
  services: (id) => ({ mentions_service: id }),
  places: (id) => ({ service_area: id }),
  aspects: (id) => ({ aspect: id }),
};

/** A person, service, place or aspect of a release, with the figures and quotes of its reviews; undefined where there is none. */
export async function findEntity(
  { kind: asked, id = '' }: Readonly<Record<string, string | undefined>>,
  release: ReviewSource,
) {
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
) {
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
