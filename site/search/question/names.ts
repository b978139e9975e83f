import { Counts } from '#dataset/counts.ts';
import type { Dataset } from '#dataset/dataset.ts';
import { memoize } from '#dataset/memoize.ts';
import type { AspectTerm } from '#dataset/schema/stored-entities.ts';
import { fold } from '#dataset/text/fold.ts';
import { type Named, withFirstNames, wordsOf } from '#dataset/text/mentions.ts';
import { pluralsOf } from '#insights/text/inflect-word.ts';
import type { SearchFilters } from '../search.ts';
import { aspectFacet, facet, languageFacet, sourceFacet } from './facets.ts';
import type { FilterQuery } from './search-query.ts';

/** Whom and what questions can name: by full name, other name or id, whatever the case and accents. */
export type EntityNames = {
  /** A first name is one of their other names where editors call it unambiguous. */
  readonly technicians: readonly (Named & { readonly jobTitle: string })[];
  readonly services: readonly Named[];
  readonly serviceAreas: readonly Named[];
  /** A term by which one of them alone is found is one of its other names, in the plural as well. */
  readonly aspects: readonly Named[];
};

/** Those of a dataset. */
export function namesOf(
  dataset: Pick<Dataset, 'technicians' | 'services' | 'serviceAreas' | 'aspects'>,
): EntityNames {
  return {
    technicians: withFirstNames(dataset.technicians).map(({ id, name, aliases, jobTitle }) => {
      return { id, name, aliases, jobTitle };
    }),
    services: dataset.services.map(namedOf),
    serviceAreas: dataset.serviceAreas.map(namedOf),
    aspects: aspectNames(dataset.aspects),
  };
}

function namedOf({ id, name, aliases }: Named): Named {
  return { id, name, aliases };
}

// There are hundreds of terms, and few edits are of them.
const aspectNames = memoize((aspects: Dataset['aspects']): readonly Named[] => {
  const spelled = aspects.map(({ id, name, terms }) => {
    return { id, name, aliases: terms.flatMap(spellingsOf) };
  });
  const owners = new Counts<string>();
  for (const { aliases } of spelled) {
    for (const term of new Set(aliases.map(fold))) owners.add(term);
  }
  return spelled.map(({ aliases, ...aspect }) => {
    return { ...aspect, aliases: aliases.filter((term) => owners.of(fold(term)) === 1) };
  });
});

/** A term, and of one word its plural as well: reviews are about fees, and the term is "fee". */
function spellingsOf(term: AspectTerm): string[] {
  const text = typeof term === 'string' ? term : term.term;
  return /\s/.test(text) ? [text] : [text, ...pluralsOf(fold(text))];
}

/** A question about these names as filters; undefined where a name is that of nobody and nothing. */
export function createResolver(
  names: EntityNames,
): (query: FilterQuery) => SearchFilters | undefined {
  return ({
    mentions_technician,
    mentions_service,
    service_area,
    aspect,
    sentiment,
    source,
    language,
    has_reply,
    relationship,
    ...filters
  }) => {
    const facets = [
      named(mentions_technician, names.technicians, ({ name }) => facet('technician', name)),
      named(mentions_service, names.services, ({ id }) => facet('service', id)),
      named(service_area, names.serviceAreas, ({ id }) => facet('service_area', id)),
      named(aspect, names.aspects, ({ id }) => aspectFacet(id, sentiment)),
      ifGiven(aspect === undefined ? sentiment : undefined, (label) => facet('sentiment', label)),
      ifGiven(source, sourceFacet),
      // RFC 4647 §3.3.1: the range * matches any language.
      ifGiven(language === '*' ? undefined : language, languageFacet),
      ifGiven(has_reply, (isReplied) => facet('has_reply', isReplied)),
      ifGiven(relationship, (tie) => facet('relationship', tie)),
    ].flat();
    return facets.every((one) => one !== undefined) ? { ...filters, facets } : undefined;
  };
}

function ifGiven<Value>(value: Value | undefined, facetOf: (value: Value) => string | undefined) {
  return value === undefined ? [] : [facetOf(value)];
}

function named(
  asked: string | undefined,
  entities: readonly MaybePerson[],
  facetOf: (entity: Named) => string,
) {
  return ifGiven(asked, (name) => {
    const found = createFinder(entities)(name);
    return found && facetOf(found);
  });
}

/** Only people have a job title. */
export type MaybePerson = Named & { readonly jobTitle?: string };

/**
 * Finds whom or what a text means. Names and ids come before other names: a term of one aspect may be
 * the name of another. Of two with one name it is the first, as in the texts of reviews. A person is also
 * found by one or several words of the name, if no other person has them.
 */
export function createFinder<Entity extends MaybePerson>(
  entities: readonly Entity[],
): (asked: string) => Entity | undefined {
  return (asked) => entities[placesOf(entities).get(fold(asked)) ?? placeByWords(asked, entities)];
}

function placeByWords(asked: string, entities: readonly MaybePerson[]): number {
  const words = wordsOf(asked).slice(0, -1);
  const [found, ...others] = wordsOfPeople(entities).filter(
    ({ name }) => words.length > 0 && words.every((word) => name.has(word)),
  );
  return found && others.length === 0 ? found.place : -1;
}

/** The words of the names of the people in a list; an alias may hold a form of address. */
const wordsOfPeople = memoize((entities: readonly MaybePerson[]) =>
  entities.flatMap(({ name, jobTitle }, place) =>
    jobTitle === undefined ? [] : [{ place, name: new Set(wordsOf(name)) }],
  ),
);

/** Where each is in a list, by all that it is called; folded at the first question about the list. */
const placesOf = memoize((entities: readonly Named[]): ReadonlyMap<string, number> => {
  const placed = [...entities.entries()];
  const called = [
    ...placed.flatMap(([place, { name, id }]) => [name, id].map((one) => [one, place] as const)),
    ...placed.flatMap(([place, { aliases }]) => aliases.map((one) => [one, place] as const)),
  ];
  // Of two with one name the last in a Map stays.
  return new Map(called.reverse().map(([name, place]) => [fold(name), place]));
});
