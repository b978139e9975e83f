import { fold } from '#dataset/fold.ts';
import { nearestName } from '#dataset/nearest-name.ts';

/** Something that editors have named. */
export type Named = {
  readonly id: string;
  readonly name: string;
  readonly aliases: readonly string[];
};

/** Whom or what a name means: full name, id or another name, whatever its case and accents. */
export function findNamed<Entity extends Named>(
  asked: string,
  entities: readonly Entity[],
): Entity | undefined {
  const folded = fold(asked);
  return entities.find((entity) => callings(entity).includes(folded));
}

/** The one whose name, id or other name is most likely meant by a misspelt one. */
export function nearestNamed<Entity extends Named>(
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
export function namedHolding<Entity extends Named>(
  asked: string,
  entities: readonly Entity[],
): Entity[] {
  const part = fold(asked);
  if (part === '') return [];
  return entities.filter((entity) => callings(entity).some((name) => name.includes(part)));
}

function callings({ id, name, aliases }: Named): string[] {
  return [name, id, ...aliases].map((called) => fold(called));
}
