import { nearestName } from '#dataset/check/nearest-name.ts';
import { fold } from '#dataset/text/fold.ts';
import type { Named } from '#dataset/text/mentions.ts';
import { quote } from '#dataset/text/shorten.ts';
import type { ReviewSource } from '#search/review-source.ts';
import { createTechnicianResolver } from '#search/search.ts';
import type { SearchQuery } from '#search/search-query.ts';

/** Whom or what a name means: full name, id or another name, whatever its case and accents. */
export function findNamed<Entity extends Named>(
  asked: string,
  entities: readonly Entity[],
): Entity | undefined {
  const folded = fold(asked);
  return entities.find((entity) => callings(entity).includes(folded));
}

/** The one whose name, id or other name is most likely meant by a misspelt one. */
function nearestNamed<Entity extends Named>(
  asked: string,
  entities: readonly Entity[],
): Entity | undefined {
  const called = new Map(
    entities.flatMap((entity) => callings(entity).map((name) => [name, entity] as const)),
  );
  const nearest = nearestName(fold(asked), called.keys());
  return nearest === undefined ? undefined : called.get(nearest);
}

/** Those with a name that holds what was asked. */
function namedHolding<Entity extends Named>(asked: string, entities: readonly Entity[]): Entity[] {
  const part = fold(asked);
  if (part === '') return [];
  return entities.filter((entity) => callings(entity).some((name) => name.includes(part)));
}

function callings({ id, name, aliases }: Named): string[] {
  return [name, id, ...aliases].map((called) => fold(called));
}

/** Enough to choose from; list_entities has them all. */
const MAX_LISTED = 20;

/** Says that nothing has the name, how it may have been meant, and which values there are. */
export function describeUnknown<Entity extends Named>(
  argument: string,
  asked: string,
  entities: readonly Entity[],
  valueFor: (entity: Entity) => string,
): string {
  const nearest = nearestNamed(asked, entities);
  const meant = nearest === undefined ? '' : ` (did you mean "${valueFor(nearest)}"?)`;
  const listed = listValues(entities.map(valueFor));
  return `${argument} ${quote(asked)} is not known here${meant}; ${listed}`;
}

function listValues(values: readonly string[]): string {
  if (values.length === 0) return 'there are none';
  const more = values.length - MAX_LISTED;
  const listed = values.slice(0, MAX_LISTED).map((value) => JSON.stringify(value));
  return `there are ${listed.join(', ')}${more > 0 ? ` and ${more} more, which list_entities names` : ''}`;
}

const MAX_SUGGESTIONS = 3;

/** A sentence for each unknown name of a search, with the names that may have been meant. */
export async function hintsOnNames(
  asked: Pick<SearchQuery, 'mentions_technician' | 'mentions_service'>,
  { insights }: ReviewSource,
): Promise<string[]> {
  const { technicians, services } = (await insights()).entities;
  const { mentions_technician: technician, mentions_service: service } = asked;
  const hints: string[] = [];
  if (technician !== undefined && createTechnicianResolver(technicians)(technician) === undefined) {
    const names = suggest(technician, technicians).map(({ name }) => name);
    hints.push(describe('No technician is called', technician, names));
  }
  if (service !== undefined && !services.some(({ id }) => id === service)) {
    const ids = suggest(service, services).map(({ id }) => id);
    hints.push(describe('No service has the id', service, ids));
  }
  return hints;
}

function describe(what: string, asked: string, suggestions: readonly string[]): string {
  const meant = suggestions.map((name) => JSON.stringify(name)).join(' or ');
  const question = meant === '' ? '' : ` Did you mean ${meant}?`;
  return `${what} ${quote(asked)}.${question} list_entities lists them.`;
}

/** The one that is most likely meant, then those with a name that holds what was asked. */
function suggest<Entity extends Named>(asked: string, entities: readonly Entity[]): Entity[] {
  const nearest = nearestNamed(asked, entities);
  const holding = namedHolding(asked, entities);
  return [...new Set(nearest ? [nearest, ...holding] : holding)].slice(0, MAX_SUGGESTIONS);
}
