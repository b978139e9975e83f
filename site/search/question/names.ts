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

/** The people and things that questions can name: by full name, other name or id, in any case. */
export type EntityNames = {
  /** A first name is another name if editors call it unambiguous. */
  readonly technicians: readonly (Named & { readonly jobTitle: string })[];
  readonly services: readonly Named[];
  readonly serviceAreas: readonly Named[];
  /** A term of only one aspect is another name for it, as is its plural. */
  readonly aspects: readonly Named[];
};

/** Returns the names of a dataset. */
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

// There are hundreds of terms, and few edits change them.
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

/** A term, and the plural of a single word: reviews are about fees, and the term is "fee". */
function spellingsOf(term: AspectTerm): string[] {
  const text = typeof term === 'string' ? term : term.term;
  return /\s/.test(text) ? [text] : [text, ...pluralsOf(fold(text))];
}

/** Converts a question about names to filters. An unknown name is a facet that no review has. */
export function resolveNames(
  query: FilterQuery,
  { technicians, services, serviceAreas, aspects }: EntityNames,
): SearchFilters {
  const { mentions_technician: person, mentions_service: service, service_area: place } = query;
  const { aspect, sentiment, source, language, has_text, has_reply, relationship } = query;
  const facets = [
    person && facet('technician', findNamed(technicians, person)?.name ?? ''),
    service && facet('service', findNamed(services, service)?.id ?? ''),
    place && facet('service_area', findNamed(serviceAreas, place)?.id ?? ''),
    aspect && aspectFacet(findNamed(aspects, aspect)?.id ?? '', sentiment),
    sentiment && aspect === undefined && facet('sentiment', sentiment),
    source && sourceFacet(source),
    // RFC 4647 §3.3.1: the range * matches any language.
    language && language !== '*' && languageFacet(language),
    has_text !== undefined && facet('has_text', has_text),
    has_reply !== undefined && facet('has_reply', has_reply),
    relationship && facet('relationship', relationship),
  ];
  return { ...query, facets: facets.flatMap((one) => one || []) };
}

/** Only people have a job title. */
export type MaybePerson = Named & { readonly jobTitle?: string };

/**
 * Finds the people or things that a text means. Names and ids come before other names: a term of
 * one aspect may be the name of another. If two share a name, the first wins, as in the texts of
 * reviews. A person is also found by one or several words of the name, if no other person has them.
 * Without a name, none is found.
 */
export function findNamed<Entity extends MaybePerson>(
  entities: readonly Entity[],
  asked = '',
): Entity | undefined {
  const folded = fold(asked);
  const words = wordsOf(asked).slice(0, -1);
  const called = foldedNames(entities);
  const [byName] = called.filter(({ names }) => names.has(folded));
  const [byAlias] = called.filter(({ aliases }) => aliases.has(folded));
  const byWords = called.filter(
    ({ nameWords }) => words.length > 0 && words.every((word) => nameWords.has(word)),
  );
  const found = byName ?? byAlias ?? (byWords.length === 1 ? byWords[0] : undefined);
  return found && entities[found.at];
}

/** The names of each of a list, folded at the first question about the list. */
const foldedNames = memoize((entities: readonly MaybePerson[]) =>
  entities.map(({ id, name, aliases, jobTitle }, at) => ({
    at,
    names: new Set([name, id].map(fold)),
    aliases: new Set(aliases.map(fold)),
    // Only for people, and not for aliases, which may contain a form of address.
    nameWords: new Set(jobTitle === undefined ? [] : wordsOf(name)),
  })),
);
