import { fold } from '#dataset/fold.ts';
import { type Completer, completionOf } from './complete-list.ts';

/** Full names of technicians, by the beginning of any of their names or of the id. */
export const completeTechnician: Completer = async (typed, { insights }) => {
  const { technicians } = (await insights()).entities;
  const begins = beginsWith(typed);
  return completionOf(
    technicians
      .filter(({ id, name, aliases }) => [name, id, ...aliases].some(begins))
      .map(({ name }) => name),
  );
};

/** Ids of services, by the beginning of the id or of the name. */
export const completeService: Completer = async (typed, { insights }) => {
  const { services } = (await insights()).entities;
  const begins = beginsWith(typed);
  return completionOf(
    services.filter(({ id, name }) => [id, name].some(begins)).map(({ id }) => id),
  );
};

/** Whatever the case and accents. */
function beginsWith(typed: string): (name: string) => boolean {
  const folded = fold(typed);
  return (name) => fold(name).startsWith(folded);
}
