import { fold } from '#dataset/fold.ts';
import { type Completer, completionOf } from './complete-list.ts';

/** Full names of technicians, by the beginning of any of their names or of the id. */
export const completeTechnician: Completer = (typed, { insights }) => {
  const begins = beginsWith(typed);
  return completionOf(
    insights.entities.technicians
      .filter(({ id, name, aliases }) => [name, id, ...aliases].some(begins))
      .map(({ name }) => name),
  );
};

/** Ids of services, by the beginning of the id or of the name. */
export const completeService: Completer = (typed, { insights }) => {
  const begins = beginsWith(typed);
  return completionOf(
    insights.entities.services
      .filter(({ id, name }) => [id, name].some(begins))
      .map(({ id }) => id),
  );
};

/** Whatever the case and accents. */
function beginsWith(typed: string): (name: string) => boolean {
  const folded = fold(typed);
  return (name) => fold(name).startsWith(folded);
}
