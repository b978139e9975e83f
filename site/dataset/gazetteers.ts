import { Counts } from './counts.ts';
import { fold } from './fold.ts';
import { createMentionFinder, type FindMentions } from './mentions.ts';
import type { Service, ServiceArea, Technician } from './stored-entities.ts';

/** A finder for each kind of thing that reviews mention. */
export type Gazetteers = {
  readonly technicians: FindMentions;
  readonly services: FindMentions;
  readonly serviceAreas: FindMentions;
};

export function createGazetteers(content: {
  readonly technicians: readonly Technician[];
  readonly services: readonly Service[];
  readonly serviceAreas: readonly ServiceArea[];
}): Gazetteers {
  return {
    technicians: createMentionFinder(withFirstNames(content.technicians)),
    services: createMentionFinder(content.services),
    serviceAreas: createMentionFinder(content.serviceAreas),
  };
}

/** Adds a first name as an alias only where editors say it is clear and nobody else bears it. */
export function withFirstNames(technicians: readonly Technician[]): Technician[] {
  const bearers = new Counts<string>();
  for (const technician of technicians) bearers.add(fold(firstNameOf(technician)));
  return technicians.map((technician) => {
    const first = firstNameOf(technician);
    return technician.unambiguous && bearers.of(fold(first)) === 1
      ? { ...technician, aliases: [...technician.aliases, first] }
      : technician;
  });
}

function firstNameOf({ name }: Technician): string {
  return name.split(/\s/)[0] ?? name;
}
