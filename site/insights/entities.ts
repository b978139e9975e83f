import type { Dataset } from '#dataset/dataset.ts';
import { createTallyKeeper } from '#dataset/lists/tally-keeper.ts';
import type { InsightsDocument } from './insights-document.ts';
import { MentionTally } from './mention-tally.ts';

/** How often reviews mention each technician, service and place, and how they rate then. */
export function countEntities(dataset: Dataset): InsightsDocument['entities'] {
  return createEntityCounter()(dataset);
}

/** Counts one dataset after another: only reviews that came or went are looked at. */
export function createEntityCounter(): typeof countEntities {
  const technicians = new MentionTally(({ mentionedTechnicians }) => mentionedTechnicians);
  const services = new MentionTally(({ mentionedServices }) => mentionedServices);
  const serviceAreas = new MentionTally(({ mentionedServiceAreas }) => mentionedServiceAreas);
  const keepers = [technicians, services, serviceAreas].map((tally) => createTallyKeeper(tally));
  return (dataset) => {
    const { reviews } = dataset;
    for (const keep of keepers) keep(reviews);
    return {
      technicians: dataset.technicians.map(({ id, name, aliases, jobTitle, url }) => ({
        id,
        name,
        aliases,
        jobTitle,
        ...(url && { url }),
        ...technicians.figuresOf(name, reviews),
      })),
      services: dataset.services.map(({ id, name, aliases, url }) => ({
        id,
        name,
        aliases,
        ...(url && { url }),
        ...services.figuresOf(id, reviews),
      })),
      serviceAreas: dataset.serviceAreas.map(({ id, name, aliases }) => ({
        id,
        name,
        aliases,
        ...serviceAreas.figuresOf(id, reviews),
      })),
    };
  };
}
