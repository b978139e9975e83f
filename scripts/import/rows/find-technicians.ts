import type { Technician as StoredTechnician } from '#dataset/schema/stored-entities.ts';
import { fold } from '#dataset/text/fold.ts';
import type { Note } from './incoming-review.ts';

export type Technician = Pick<StoredTechnician, 'id' | 'name' | 'aliases'>;

/** Builds a finder of the ids of the persons in a cell; a name may be of none, or of several. */
export function createFindTechnicians(technicians: readonly Technician[]) {
  const idsOf = new Map<string, Set<string>>();
  for (const { id, name: own, aliases } of technicians) {
    for (const name of [id, own, ...aliases].map(fold)) {
      idsOf.set(name, new Set(idsOf.get(name)).add(id));
    }
  }
  const find = (name: string) => [...(idsOf.get(fold(name.trim())) ?? [])];
  return (written: string, notes: Set<Note>): readonly string[] => {
    // One name may contain a comma, such as "Elena Muñoz, Esq."
    const names = find(written).length > 0 ? [written] : written.split(/[,;|/&\n]| and /);
    const found = names.filter((name) => name.trim() !== '').map(find);
    if (found.some(({ length }) => length !== 1)) notes.add('technician-unknown');
    return [...new Set(found.filter(({ length }) => length === 1).flat())];
  };
}
