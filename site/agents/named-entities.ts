import type { Named } from '#dataset/text/mentions.ts';
import { quote } from '#dataset/text/shorten.ts';
import { suggest } from '#search/hints.ts';

/** Enough to choose from; list_entities has them all. */
const MAX_LISTED = 20;

/** Says that nothing has the name, how it may have been meant, and which values there are. */
export function describeUnknown<Entity extends Named>(
  argument: string,
  asked: string,
  entities: readonly Entity[],
  valueFor: (entity: Entity) => string,
): string {
  const [nearest] = suggest(asked, entities);
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
