import { fold } from '#dataset/fold.ts';

/** Who may be asked for: the full name as in the records, the id, and other names. */
export type NamedTechnician = {
  readonly id: string;
  readonly name: string;
  readonly aliases: readonly string[];
};

/** The full name, as records hold it, of whom a name means; undefined if nobody is called that. */
export type ResolveTechnician = (asked: string) => string | undefined;

/** Makes a resolver of full names, aliases and ids, whatever their case and accents. */
export function createTechnicianResolver(
  technicians: readonly NamedTechnician[],
): ResolveTechnician {
  const names = new Map<string, string>();
  for (const { id, name, aliases } of technicians) {
    for (const called of [name, id, ...aliases]) names.set(fold(called), name);
  }
  return (asked) => names.get(fold(asked));
}
