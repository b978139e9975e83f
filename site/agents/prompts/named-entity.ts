import { fold } from '#dataset/fold.ts';
import { nearestName } from '#dataset/nearest-name.ts';

type Named = {
  readonly id: string;
  readonly name: string;
  readonly aliases: readonly string[];
};

/** Enough to choose from; list_entities has them all. */
const MAX_LISTED = 20;
/** How much of a name is compared with all others, which is costly for long ones. */
const MAX_COMPARED = 60;

/** Whom or what a name means: full name, id or another name, whatever its case and accents. */
export function findNamed<Entity extends Named>(
  asked: string,
  entities: readonly Entity[],
): Entity | undefined {
  const folded = fold(asked);
  return entities.find((entity) => callings(entity).some((called) => fold(called) === folded));
}

/** Says that nothing has the name, how it may have been meant, and which values there are. */
export function describeUnknown<Entity extends Named>(
  argument: string,
  asked: string,
  entities: readonly Entity[],
  valueFor: (entity: Entity) => string,
): string {
  const values = new Map(
    entities.flatMap((entity) =>
      callings(entity).map((called) => [fold(called), valueFor(entity)] as const),
    ),
  );
  const shown = asked.slice(0, MAX_COMPARED);
  const nearest = nearestName(fold(shown).slice(0, MAX_COMPARED), values.keys());
  const meant = nearest === undefined ? '' : ` (did you mean "${values.get(nearest)}"?)`;
  const listed = listValues(entities.map(valueFor));
  return `${argument} ${JSON.stringify(shown)} is not known here${meant}; ${listed}`;
}

function listValues(values: readonly string[]): string {
  if (values.length === 0) return 'there are none';
  const more = values.length - MAX_LISTED;
  const listed = values.slice(0, MAX_LISTED).map((value) => JSON.stringify(value));
  return `there are ${listed.join(', ')}${more > 0 ? ` and ${more} more, which list_entities names` : ''}`;
}

function callings({ id, name, aliases }: Named): readonly string[] {
  return [name, id, ...aliases];
}
