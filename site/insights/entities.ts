import { vocabularyOf } from '#dataset/annotate.ts';
import type { Dataset, ReviewEdit } from '#dataset/dataset.ts';
import { addAll, applyToTally } from '#dataset/list-edit.ts';
import type { Named } from '#dataset/mentions.ts';
import type { Review } from '#dataset/review.ts';
import type { Service, ServiceArea, Technician } from '#dataset/stored-entities.ts';
import { EntityTally, type Telling } from './entity-tally.ts';
import type { EntityFigures, InsightsDocument } from './insights-document.ts';
import { createKeyedTally } from './keyed-tally.ts';
import { createNameFinder, createRoleFinder } from './names-in-quotes.ts';
import { familiarWords } from './quotation.ts';

/** How often reviews mention each technician, service and place, and what they say then. */
export function countEntities(dataset: Dataset): InsightsDocument['entities'] {
  return new EntityCounter().update(dataset, addAll(dataset.reviews));
}

/**
 * Counts one dataset after another: only reviews that were edited are looked at, unless the names
 * themselves changed.
 */
export class EntityCounter {
  readonly #technicians = new NamedCounter<Technician>({
    keyOf: ({ name }) => name,
    keysIn: ({ mentionedTechnicians }) => mentionedTechnicians,
    createNaming: (technicians) => {
      const finderOf = createRoleFinder(technicians);
      return (technician) => {
        const findRole = finderOf(technician);
        return {
          isNaming: (quote) => findRole(quote) !== undefined,
          isSaidOf: ({ quote, sentiment }) => {
            const role = findRole(quote);
            return role === 'subject' || (role === 'object' && sentiment === 'positive');
          },
        };
      };
    },
  });
  readonly #services = new NamedCounter<Service>({
    keyOf: ({ id }) => id,
    keysIn: ({ mentionedServices }) => mentionedServices,
    createNaming: () => nameThing,
  });
  readonly #serviceAreas = new NamedCounter<ServiceArea>({
    keyOf: ({ id }) => id,
    keysIn: ({ mentionedServiceAreas }) => mentionedServiceAreas,
    createNaming: () => nameThing,
  });

  update(dataset: Dataset, edit: ReviewEdit): InsightsDocument['entities'] {
    const technicians = this.#technicians.update(dataset.technicians, dataset, edit);
    const services = this.#services.update(dataset.services, dataset, edit);
    const serviceAreas = this.#serviceAreas.update(dataset.serviceAreas, dataset, edit);
    return {
      technicians: technicians.map(({ entity: { id, name, aliases, jobTitle, url }, figures }) => ({
        id,
        name,
        aliases,
        jobTitle,
        ...(url && { url }),
        ...figures,
      })),
      services: services.map(({ entity: { id, name, aliases, url }, figures }) => ({
        id,
        name,
        aliases,
        ...(url && { url }),
        ...figures,
      })),
      serviceAreas: serviceAreas.map(({ entity: { id, name, aliases }, figures }) => ({
        id,
        name,
        aliases,
        ...figures,
      })),
    };
  }
}

type Naming = Pick<Telling, 'isNaming' | 'isSaidOf'>;

function nameThing(named: Named): Naming {
  return { isNaming: createNameFinder(named) };
}

/** How entities of a kind are known: by the key under which reviews hold them, and in quotes. */
type Kind<Entity> = {
  readonly keyOf: (entity: Entity) => string;
  readonly keysIn: (review: Review) => readonly string[];
  readonly createNaming: (entities: readonly Entity[]) => (entity: Entity) => Naming;
};

/** Counts entities of one kind. */
class NamedCounter<Entity extends Named> {
  readonly #kind: Kind<Entity>;
  #key = '';
  #tallies: ReadonlyMap<string, EntityTally> = new Map();

  constructor(kind: Kind<Entity>) {
    this.#kind = kind;
  }

  update(
    entities: readonly Entity[],
    dataset: Dataset,
    edit: ReviewEdit,
  ): readonly { readonly entity: Entity; readonly figures: EntityFigures }[] {
    const { reviews, aspects } = dataset;
    const { names } = vocabularyOf(dataset);
    const own = JSON.stringify(entities, ['id', 'name', 'aliases', 'unambiguous']);
    const key = JSON.stringify([own, names]);
    const isSame = key === this.#key;
    if (!isSame) this.#tallies = this.#begin(entities, names);
    this.#key = key;
    const { keyOf, keysIn } = this.#kind;
    applyToTally(createKeyedTally(this.#tallies, keysIn), isSame ? edit : addAll(reviews));
    return entities.flatMap((entity) => {
      const figures = this.#tallies.get(keyOf(entity))?.figures(reviews, aspects);
      return figures ? [{ entity, figures }] : [];
    });
  }

  #begin(entities: readonly Entity[], names: readonly string[]): Map<string, EntityTally> {
    const { keyOf, keysIn, createNaming } = this.#kind;
    const familiar = familiarWords(names);
    const namingOf = createNaming(entities);
    return new Map(
      entities.map((entity) => {
        const key = keyOf(entity);
        const isMentionedIn = (review: Review) => keysIn(review).includes(key);
        return [key, new EntityTally({ isMentionedIn, ...namingOf(entity), familiar })];
      }),
    );
  }
}
