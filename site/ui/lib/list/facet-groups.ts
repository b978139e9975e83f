import { fold } from '#dataset/text/fold.ts';
import type { Named } from '#dataset/text/mentions.ts';
import { Counts } from '#search/facet-counts.ts';
import { languageFacet } from '#search/question/facets.ts';
import { addressOfList, type ListQuery } from '#search/question/list-question.ts';
import { type EntityNames, findNamed } from '#search/question/names.ts';
import { type Grouping, OWN_FILTERS as OWN_OF_GROUPINGS } from '#search/question/stats-query.ts';
import { without } from '#search/question/without.ts';
import { type Bucket, listBuckets } from '#search/stats.ts';
import { SIDES, sideCounts } from '../insight/aspects.ts';

/** One value of a facet, with the reviews that it would find beside all other filters. */
export type FacetOption = ReturnType<typeof optionOf>;

export type FacetGroup = { readonly facet: Facet; readonly options: readonly FacetOption[] };

/** The facets of the list, in the order in which they are offered. */
export const FACETS = [
  'rating',
  'service',
  'technician',
  'service_area',
  'aspect',
  'source',
  'year',
  'language',
  'has_text',
  'has_reply',
] as const satisfies readonly Grouping[];
export type Facet = (typeof FACETS)[number];

/** The filters that a value of a facet takes the place of: also those of stars and of days. */
const OWN_FILTERS: Readonly<Record<Facet, readonly (keyof ListQuery)[]>> = {
  ...OWN_OF_GROUPINGS,
  rating: ['rating', 'min_rating', 'max_rating'],
  year: ['since', 'until'],
};

/** The question whose counts a facet shows: with all filters but its own. */
export function questionOfFacet(query: ListQuery, facet: Facet): ListQuery {
  return without(query, ...OWN_FILTERS[facet], 'sort');
}

/** The options of each facet, from the counts of `questionOfFacet`; a facet without a choice is left out. */
export function facetGroups(
  query: ListQuery,
  countsOf: (facet: Facet) => Counts | undefined,
  names: EntityNames,
): FacetGroup[] {
  return FACETS.flatMap((facet) => {
    const counts = countsOf(facet) ?? new Counts();
    const buckets = listBuckets(facet, without(query, ...OWN_FILTERS[facet]), counts, names);
    const options = buckets.map((bucket) => optionOf(query, facet, bucket, counts, names));
    const isChoice = options.length > 1 || options.some(({ isChosen }) => isChosen);
    return isChoice ? [{ facet, options }] : [];
  });
}

function optionOf(
  query: ListQuery,
  facet: Facet,
  bucket: Bucket,
  counts: Counts,
  names: EntityNames,
) {
  const rest = without(query, ...OWN_FILTERS[facet]);
  const chosen = filtersOf(facet, bucket);
  const isChosen = isSame(query, facet, bucket, names);
  // The list with this value, or without it where it is chosen.
  const href = addressOfList(isChosen ? rest : { ...rest, ...chosen });
  const { id, key, label } = bucket;
  // A language finds those of its regions as well: en finds en-US.
  const count = facet === 'language' ? counts.of(languageFacet(key)).count : bucket.count;
  const sides =
    facet === 'aspect' && id !== undefined ? sidesOf(query, rest, id, counts, isChosen) : [];
  return { key: id ?? key, label, count, href, isChosen, sides };
}

/** The reviews that praise an aspect and those that criticize it. */
function sidesOf(
  query: ListQuery,
  rest: ListQuery,
  aspect: string,
  counts: Counts,
  isAspectChosen: boolean,
) {
  const bySide = sideCounts(counts, aspect);
  return SIDES.flatMap((sentiment) => {
    const count = bySide[sentiment];
    const isChosen = isAspectChosen && query.sentiment === sentiment;
    const href = addressOfList({ ...rest, aspect, ...(isChosen ? {} : { sentiment }) });
    return count === 0 ? [] : [{ sentiment, count, href, isChosen }];
  });
}

/** The filters that find what a bucket counts. */
function filtersOf(facet: Facet, { key, id }: Bucket): ListQuery {
  switch (facet) {
    case 'rating': {
      const stars = Number(key);
      if (Number.isInteger(stars)) return { rating: stars };
      return { min_rating: stars, max_rating: stars };
    }
    case 'year':
      return { since: `${key}-01-01`, until: `${key}-12-31` };
    case 'has_text':
    case 'has_reply':
      return { [facet]: key === 'true' };
    default:
      return { [OWN_OF_GROUPINGS[facet][0]]: id ?? key };
  }
}

/** True if a question asks for what a bucket counts, under whatever name. */
function isSame(query: ListQuery, facet: Facet, bucket: Bucket, names: EntityNames): boolean {
  const isNamed = (asked: string | undefined, all: readonly Named[]) =>
    asked !== undefined && findNamed(all, asked)?.id === bucket.id;
  switch (facet) {
    case 'service':
      return isNamed(query.mentions_service, names.services);
    case 'technician':
      return isNamed(query.mentions_technician, names.technicians);
    case 'service_area':
      return isNamed(query.service_area, names.serviceAreas);
    case 'aspect':
      return isNamed(query.aspect, names.aspects);
    case 'source':
      return query.source !== undefined && fold(query.source) === fold(bucket.key);
    case 'language':
      return query.language?.toLowerCase() === bucket.key.toLowerCase();
    default: {
      const wanted = Object.entries(filtersOf(facet, bucket));
      return wanted.every(([name, value]) => new Map(Object.entries(query)).get(name) === value);
    }
  }
}
