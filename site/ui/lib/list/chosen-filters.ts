import type { Named } from '#dataset/text/mentions.ts';
import type { Way } from '#search/hints.ts';
import { LIST_PARAMETERS, type ListQuery } from '#search/question/list-question.ts';
import { type EntityNames, findNamed } from '#search/question/names.ts';
import type { FilterQuery } from '#search/question/search-query.ts';
import { without } from '#search/question/without.ts';
import type { Issue } from '#search/request/issue.ts';
import type { Site } from '../site.ts';
import type { Facet, FacetGroup, FacetOption } from './facet-groups.ts';

/** A filter of a list, in the words of the page. */
type ChosenFilter = {
  readonly label: string;
  /** The question without it. */
  readonly rest: ListQuery;
};

type Filter = keyof ListQuery;

/** The filters of a question; a period, and an aspect with its side, are one each. */
export function chosenFilters(
  query: ListQuery,
  names: EntityNames,
  { t, formats }: Pick<Site, 't' | 'formats'>,
): ChosenFilter[] {
  const chosen: { label: string; filters: Filter[] }[] = [];
  const add = (label: string, ...filters: Filter[]) => chosen.push({ label, filters });
  const nameOf = (asked: string, all: EntityNames[keyof EntityNames]) =>
    formats.name(findNamed(all, asked)?.name ?? asked);
  const { query: text, rating, min_rating: least, max_rating: most, since, until } = query;
  if (query.words !== undefined) add(formats.name(query.words), 'words');
  if (text !== undefined) add(t('list.filters.query', { text: formats.name(text) }), 'query');
  if (rating !== undefined) add(t('rating.stars', { value: rating }), 'rating');
  if (least !== undefined && least === most)
    add(t('rating.stars', { value: least }), 'min_rating', 'max_rating');
  else {
    if (least !== undefined) add(t('list.filters.minRating', { value: least }), 'min_rating');
    if (most !== undefined) add(t('list.filters.maxRating', { value: most }), 'max_rating');
  }
  const { mentions_service: service, mentions_technician: person, service_area: place } = query;
  if (service !== undefined) add(nameOf(service, names.services), 'mentions_service');
  if (person !== undefined) add(nameOf(person, names.technicians), 'mentions_technician');
  if (place !== undefined) add(nameOf(place, names.serviceAreas), 'service_area');
  const { aspect, sentiment, source, language, relationship } = query;
  if (aspect !== undefined) {
    const name = nameOf(aspect, names.aspects);
    if (sentiment === undefined) add(name, 'aspect');
    else
      add(
        t('list.filters.side', {
          aspect: name,
          sentiment: t(`sentiment.${sentiment}`).toLowerCase(),
        }),
        'aspect',
        'sentiment',
      );
  } else if (sentiment !== undefined) add(t(`sentiment.${sentiment}`), 'sentiment');
  if (source !== undefined) add(t('list.filters.source', { name: formats.name(source) }), 'source');
  if (isWholeYear(since, until)) add(since?.slice(0, 4) ?? '', 'since', 'until');
  else {
    if (since !== undefined) add(t('list.filters.since', { date: formats.date(since) }), 'since');
    if (until !== undefined) add(t('list.filters.until', { date: formats.date(until) }), 'until');
  }
  if (language !== undefined) {
    add(
      language === '*' ? t('list.filters.anyLanguage') : formats.languageName(language),
      'language',
    );
  }
  for (const name of ['has_text', 'has_reply'] as const) {
    const { [name]: value } = query;
    if (value !== undefined) add(t(`list.filters.${name}.${value}`), name);
  }
  if (relationship !== undefined) add(t(`relationship.filter.${relationship}`), 'relationship');
  return chosen.map(({ label, filters }) => ({
    label,
    rest: without(query, ...filters),
  }));
}

function isWholeYear(since: string | undefined, until: string | undefined): boolean {
  return since?.slice(4) === '-01-01' && until === `${since.slice(0, 4)}-12-31`;
}

/** The usual name of a facet's value. */
export function labelOfOption(
  facet: Facet,
  { key, label }: Pick<FacetOption, 'key' | 'label'>,
  { t, formats }: Pick<Site, 't' | 'formats'>,
): string {
  switch (facet) {
    case 'rating':
      return t('rating.stars', { value: Number(key) });
    case 'language':
      return formats.languageName(key);
    case 'has_text':
    case 'has_reply':
      return t(`list.filters.${facet}.${key === 'true'}`);
    default:
      return label ?? key;
  }
}

/** The question with published names: of several spellings of one question, one is indexed. */
export function publishedQuery(
  query: ListQuery,
  groups: readonly FacetGroup[],
  names: EntityNames,
): ListQuery {
  const chosen = (facet: Facet) =>
    groups.find((group) => group.facet === facet)?.options.find(({ isChosen }) => isChosen)?.key;
  const idOf = (asked: string, all: readonly Named[]) => findNamed(all, asked)?.id ?? asked;
  const { mentions_service: service, mentions_technician: person, service_area: place } = query;
  const { aspect, source, language } = query;
  return {
    ...query,
    ...(service !== undefined && { mentions_service: idOf(service, names.services) }),
    ...(person !== undefined && { mentions_technician: idOf(person, names.technicians) }),
    ...(place !== undefined && { service_area: idOf(place, names.serviceAreas) }),
    ...(aspect !== undefined && { aspect: idOf(aspect, names.aspects) }),
    ...(source !== undefined && { source: chosen('source') ?? source }),
    ...(language !== undefined && { language: chosen('language') ?? language }),
  };
}

/** Describes a problem with a parameter of a list, in the words of its page. */
export function describeProblem(
  { path: [name = ''], code }: Pick<Issue, 'path' | 'code'>,
  { t, formats }: Pick<Site, 't' | 'formats'>,
): string {
  const field = LIST_PARAMETERS.find((one) => one === name);
  if (field === undefined) {
    return name === ''
      ? t('list.problem.unreadable')
      : t('list.problem.unknown', { name: formats.name(name) });
  }
  if (code === 'repeated_parameter')
    return t('list.problem.repeated', { field: t(`list.fields.${field}`) });
  if (code === 'invalid_period') return t('list.problem.period');
  if (code === 'invalid_range') return t('list.problem.range');
  return t('list.problem.invalid', { field: t(`list.fields.${field}`) });
}

/** Filters whose value is a name, which may be misspelled. */
const NAMES = [
  'mentions_technician',
  'mentions_service',
  'service_area',
  'aspect',
  'source',
  'language',
] as const satisfies readonly (keyof FilterQuery)[];

/** A question that finds more, in the words of the page: by the filters that it has, or else by those it lacks. */
export function describeWay(
  query: FilterQuery,
  { next, total }: Way,
  names: EntityNames,
  site: Pick<Site, 't' | 'formats'>,
): string {
  const [asked, found] = [query, next].map((one) => chosenFilters(one, names, site));
  const labelsIn = (filters: readonly ChosenFilter[] = [], others: readonly ChosenFilter[] = []) =>
    filters
      .map(({ label }) => label)
      .filter((one) => !others.some(({ label }) => label === one))
      .join(' · ');
  const [gained, lost] = [labelsIn(found, asked), labelsIn(asked, found)];
  if (gained === '') return site.t('list.withoutFilter', { filter: lost, total });
  const corrected = NAMES.find((name) => (query[name] ?? next[name]) !== next[name]);
  if (corrected === undefined) return site.t('list.hint', { name: gained, total });
  const name = corrected === 'source' ? site.formats.name(next.source ?? '') : gained;
  return site.t('list.didYouMean', { name });
}
