import type { Named } from '#dataset/text/mentions.ts';
import type { ListQuery } from '#search/question/list-question.ts';
import { type EntityNames, findNamed } from '#search/question/names.ts';
import { unknownNames } from '#search/question/suggest.ts';
import { without } from '#search/question/without.ts';
import type { Issue } from '#search/request/issue.ts';
import type { Site } from '../view/site.ts';
import type { Facet, FacetGroup, FacetOption } from './facet-groups.ts';

/** A filter of a list, in words. */
export type ChosenFilter = {
  readonly label: string;
  /** The question without it. */
  readonly rest: ListQuery;
};

type Filter = keyof ListQuery;

/** The filters of a question; a period, and an aspect with its side, are one each. */
export function chosenFilters(
  query: ListQuery,
  names: EntityNames,
  { words, formats }: Pick<Site, 'words' | 'formats'>,
): ChosenFilter[] {
  const said = words.list.filters;
  const chosen: { label: string; filters: Filter[] }[] = [];
  const add = (label: string, ...filters: Filter[]) => chosen.push({ label, filters });
  const nameOf = (asked: string, all: EntityNames[keyof EntityNames]) =>
    formats.name(findNamed(all, asked)?.name ?? asked);
  const { query: text, rating, min_rating: least, max_rating: most, since, until } = query;
  if (query.words !== undefined) add(formats.name(query.words), 'words');
  if (text !== undefined) add(said.query(formats.name(text)), 'query');
  if (rating !== undefined) add(words.rating.stars(rating), 'rating');
  if (least !== undefined && least === most)
    add(words.rating.stars(least), 'min_rating', 'max_rating');
  else {
    if (least !== undefined) add(said.minRating(least), 'min_rating');
    if (most !== undefined) add(said.maxRating(most), 'max_rating');
  }
  const { mentions_service: service, mentions_technician: person, service_area: place } = query;
  if (service !== undefined) add(nameOf(service, names.services), 'mentions_service');
  if (person !== undefined) add(nameOf(person, names.technicians), 'mentions_technician');
  if (place !== undefined) add(nameOf(place, names.serviceAreas), 'service_area');
  const { aspect, sentiment, source, language, has_reply: hasReply, relationship } = query;
  if (aspect !== undefined) {
    const name = nameOf(aspect, names.aspects);
    if (sentiment === undefined) add(name, 'aspect');
    else add(said.side(name, words.sentiment[sentiment]), 'aspect', 'sentiment');
  } else if (sentiment !== undefined) add(words.sentiment[sentiment], 'sentiment');
  if (source !== undefined) add(said.source(formats.name(source)), 'source');
  if (isWholeYear(since, until)) add(since?.slice(0, 4) ?? '', 'since', 'until');
  else {
    if (since !== undefined) add(said.since(formats.date(since)), 'since');
    if (until !== undefined) add(said.until(formats.date(until)), 'until');
  }
  if (language !== undefined) {
    add(language === '*' ? said.anyLanguage : formats.languageName(language), 'language');
  }
  if (hasReply !== undefined) add(hasReply ? said.withReply : said.withoutReply, 'has_reply');
  if (relationship !== undefined) add(words.relationship.filter[relationship], 'relationship');
  return chosen.map(({ label, filters }) => ({
    label,
    rest: without(query, ...filters, 'after'),
  }));
}

function isWholeYear(since: string | undefined, until: string | undefined): boolean {
  return since?.slice(4) === '-01-01' && until === `${since.slice(0, 4)}-12-31`;
}

/** What people call a value of a facet. */
export function labelOfOption(
  facet: Facet,
  { key, label }: Pick<FacetOption, 'key' | 'label'>,
  { words, formats }: Pick<Site, 'words' | 'formats'>,
): string {
  switch (facet) {
    case 'rating':
      return words.rating.stars(Number(key));
    case 'language':
      return formats.languageName(key);
    case 'has_reply':
      return key === 'true' ? words.list.filters.withReply : words.list.filters.withoutReply;
    default:
      return label ?? key;
  }
}

/** The same question with names as they are published: of several spellings of one question, one is indexed. */
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

/** What is wrong with a parameter of a list, in the words that its page has for it. */
export function describeProblem(
  { path: [name = ''], code }: Pick<Issue, 'path' | 'code'>,
  { words, formats }: Pick<Site, 'words' | 'formats'>,
): string {
  const { problem, fields } = words.list;
  const isField = (one: string): one is keyof typeof fields => Object.hasOwn(fields, one);
  if (!isField(name)) return name === '' ? problem.unreadable : problem.unknown(formats.name(name));
  if (code === 'invalid_cursor') return problem.cursor;
  const field = fields[name];
  if (code === 'repeated_parameter') return problem.repeated(field);
  if (code === 'invalid_period') return problem.period;
  if (code === 'invalid_range') return problem.range;
  return problem.invalid(field);
}

/**
 * For each name of a question that is that of nobody and nothing: the questions with what it may mean.
 * `facets` are those of all reviews.
 */
export function meantFilters(
  query: ListQuery,
  names: EntityNames,
  facets: readonly string[],
  { formats }: Pick<Site, 'formats'>,
): readonly { readonly label: string; readonly query: ListQuery }[] {
  const rest = without(query, 'after');
  return unknownNames(query, names, facets).flatMap(({ name, meant }) =>
    meant.map(({ id, name: called }) => ({
      label: name === 'language' ? formats.languageName(id) : formats.name(called),
      query: { ...rest, [name]: id },
    })),
  );
}
