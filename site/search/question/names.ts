import { Counts } from '#dataset/counts.ts';
import type { Dataset } from '#dataset/dataset.ts';
import { memoize } from '#dataset/memoize.ts';
import type { AspectTerm } from '#dataset/schema/stored-entities.ts';
import { fold } from '#dataset/text/fold.ts';
import { type Named, withFirstNames, wordsOf } from '#dataset/text/mentions.ts';
import { pluralsOf } from '#insights/text/inflect-word.ts';
import type { SearchFilters } from '../search.ts';
import { aspectFacet, facet, languageFacet, relationshipFacet, sourceFacet } from './facets.ts';
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
    technicians: withFirstNames(dataset.technicians).map((one) => ({
      ...named(one),
      jobTitle: one.jobTitle,
    })),
    services: dataset.services.map(named),
    serviceAreas: dataset.serviceAreas.map(named),
    aspects: aspectNames(dataset.aspects),
  };
}

function named({ id, name, aliases }: Named): Named {
  return { id, name, aliases };
}

// There are hundreds of terms, and few edits are of them.
const aspectNames = memoize((aspects: Dataset['aspects']): readonly Named[] => {
  const owners = new Counts<string>();
  for (const { terms } of aspects) {
    for (const term of new Set(terms.flatMap(spellingsOf).map((one) => fold(one)))) {
      owners.add(term);
    }
  }
  return aspects.map(({ id, name, terms }) => ({
    id,
    name,
    aliases: terms.flatMap(spellingsOf).filter((term) => owners.of(fold(term)) === 1),
  }));
});

/** A term, and of one word the plural, too: reviews are about fees, and the term is "fee". */
function spellingsOf(term: AspectTerm): string[] {
  const text = typeof term === 'string' ? term : term.term;
  return /\s/.test(text) ? [text] : [text, ...pluralsOf(fold(text))];
}

/** A question about these names as filters; undefined where a name is that of nobody and nothing. */
export function createResolver(
  names: EntityNames,
): (query: FilterQuery) => SearchFilters | undefined {
  const technicians = createFinder(names.technicians);
  const services = createFinder(names.services);
  const serviceAreas = createFinder(names.serviceAreas);
  const aspects = createFinder(names.aspects);
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
    const facets: string[] = [];
    if (mentions_technician !== undefined) {
      const found = technicians(mentions_technician);
      if (!found) return undefined;
      facets.push(facet('technician', found.name));
    }
    if (mentions_service !== undefined) {
      const found = services(mentions_service);
      if (!found) return undefined;
      facets.push(facet('service', found.id));
    }
    if (service_area !== undefined) {
      const found = serviceAreas(service_area);
      if (!found) return undefined;
      facets.push(facet('service_area', found.id));
    }
    if (aspect !== undefined) {
      const found = aspects(aspect);
      if (!found) return undefined;
      facets.push(aspectFacet(found.id, sentiment));
    } else if (sentiment !== undefined) {
      facets.push(facet('sentiment', sentiment));
    }
    if (source !== undefined) facets.push(sourceFacet(source));
    // RFC 4647 §3.3.1: the range * matches any language.
    if (language !== undefined && language !== '*') facets.push(languageFacet(language));
    if (has_reply !== undefined) facets.push(facet('has_reply', String(has_reply)));
    if (relationship !== undefined) facets.push(relationshipFacet(relationship));
    return { ...filters, facets };
  };
}

/** Only people have a job title. */
type MaybePerson = Named & { readonly jobTitle?: string };

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
  const places = new Map<string, number>();
  const add = (name: string, place: number) => {
    const folded = fold(name);
    if (!places.has(folded)) places.set(folded, place);
  };
  for (const [place, { name, id }] of entities.entries()) {
    add(name, place);
    add(id, place);
  }
  for (const [place, { aliases }] of entities.entries()) {
    for (const alias of aliases) add(alias, place);
  }
  return places;
});

/** Everything that an entity is called, folded. */
export function callings({ id, name, aliases }: Named): string[] {
  return [name, id, ...aliases].map((one) => fold(one));
}
