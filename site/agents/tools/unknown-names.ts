import { fold } from '#dataset/fold.ts';
import { nearestName } from '#dataset/nearest-name.ts';
import type { SearchQuery } from '#query/search-query.ts';
import { createTechnicianResolver } from '#query/technician-names.ts';
import type { ReviewSource } from '../review-source.ts';

type Named = { readonly id: string; readonly name: string; readonly aliases: readonly string[] };
type Asked = Pick<SearchQuery, 'mentions_technician' | 'mentions_service'>;

/** How much of what was sent is repeated. */
const MAX_ECHO = 60;
const MAX_SUGGESTIONS = 3;

/** A sentence for each name asked for that nobody has, with the names that may have been meant. */
export function hintsOnNames(asked: Asked, { insights }: ReviewSource): string[] {
  const { technicians, services } = insights.entities;
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
  return `${what} ${JSON.stringify(shorten(asked))}.${question} list_entities lists them.`;
}

/** The one whose id, name or alias is nearest, then those with a name that holds what was asked. */
function suggest(asked: string, entities: readonly Named[]): Named[] {
  const wanted = fold(shorten(asked));
  if (wanted === '') return [];
  const called = new Map(
    entities.flatMap((entity) =>
      [entity.id, entity.name, ...entity.aliases].map((name) => [fold(name), entity] as const),
    ),
  );
  const nearest = called.get(nearestName(wanted, called.keys()) ?? '');
  const holding = [...called].flatMap(([name, entity]) => (name.includes(wanted) ? [entity] : []));
  const found = new Set(nearest === undefined ? holding : [nearest, ...holding]);
  return [...found].slice(0, MAX_SUGGESTIONS);
}

function shorten(text: string): string {
  return [...text].slice(0, MAX_ECHO).join('');
}
