import { quote } from '#dataset/shorten.ts';
import type { ReviewSource } from '#search/review-source.ts';
import { createTechnicianResolver } from '#search/search.ts';
import type { SearchQuery } from '#search/search-query.ts';
import { type Named, namedHolding, nearestNamed } from '../named-entities.ts';

type Asked = Pick<SearchQuery, 'mentions_technician' | 'mentions_service'>;

const MAX_SUGGESTIONS = 3;

/** A sentence for each name asked for that nobody has, with the names that may have been meant. */
export async function hintsOnNames(asked: Asked, { insights }: ReviewSource): Promise<string[]> {
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
