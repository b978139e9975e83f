import { vocabularyOf } from '#dataset/annotate.ts';
import type { Dataset } from '#dataset/dataset.ts';
import { createLatest } from '#dataset/latest.ts';
import { createTallyKeeper } from '#dataset/lists/tally-keeper.ts';
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
  return createEntityCounter()(dataset);
}

/**
 * Counts one dataset after another: only reviews that came or went are looked at, unless the names
 * themselves changed.
 */
export function createEntityCounter(): typeof countEntities {
  const countTechnicians = createCounter<Technician>(
    ({ name }) => name,
    ({ mentionedTechnicians }) => mentionedTechnicians,
    (technicians) => {
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
  );
  const countServices = createCounter<Service>(
    ({ id }) => id,
    ({ mentionedServices }) => mentionedServices,
    () => thingNamed,
  );
  const countServiceAreas = createCounter<ServiceArea>(
    ({ id }) => id,
    ({ mentionedServiceAreas }) => mentionedServiceAreas,
    () => thingNamed,
  );
  return (dataset) => {
    const technicians = countTechnicians(dataset.technicians, dataset);
    const services = countServices(dataset.services, dataset);
    const serviceAreas = countServiceAreas(dataset.serviceAreas, dataset);
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
  };
}

type Naming = Pick<Telling, 'isNaming' | 'isSaidOf'>;

function thingNamed(named: Named): Naming {
  return { isNaming: createNameFinder(named) };
}

type Counted<Entity> = { readonly entity: Entity; readonly figures: EntityFigures };

/** Counts entities by the key under which reviews hold them. */
function createCounter<Entity extends Named>(
  keyOf: (entity: Entity) => string,
  keysIn: (review: Review) => readonly string[],
  createNaming: (entities: readonly Entity[]) => (entity: Entity) => Naming,
): (entities: readonly Entity[], dataset: Dataset) => readonly Counted<Entity>[] {
  const talliesOf = createLatest<string, ReturnType<typeof createTallies>>();
  const createTallies = (entities: readonly Entity[], names: readonly string[]) => {
    const familiar = familiarWords(names);
    const tallies = new Map<string, EntityTally>();
    const namingOf = createNaming(entities);
    for (const entity of entities) {
      const key = keyOf(entity);
      const isMentionedIn = (review: Review) => keysIn(review).includes(key);
      tallies.set(key, new EntityTally({ isMentionedIn, ...namingOf(entity), familiar }));
    }
    return { tallies, keep: createTallyKeeper(createKeyedTally(tallies, keysIn)) };
  };
  return (entities, dataset) => {
    const { reviews, aspects } = dataset;
    const { names } = vocabularyOf(dataset);
    const own = JSON.stringify(entities, ['id', 'name', 'aliases', 'unambiguous']);
    const key = JSON.stringify([own, names]);
    const { tallies, keep } = talliesOf(key, () => createTallies(entities, names));
    keep(reviews);
    return entities.flatMap((entity) => {
      const figures = tallies.get(keyOf(entity))?.figures(reviews, aspects);
      return figures ? [{ entity, figures }] : [];
    });
  };
}
