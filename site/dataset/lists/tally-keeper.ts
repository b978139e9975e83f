import { listChanges } from './list-changes.ts';

/** Something counted over items, which can be taken out again. */
export type Tally<Item> = {
  add(item: Item): void;
  remove(item: Item): void;
};

/**
 * Keeps a tally of one list after another: only what came and what went is counted. Items, known
 * by their identity, must never change.
 */
export function createTallyKeeper<Item extends object>(
  tally: Tally<Item>,
): (items: readonly Item[]) => void {
  let last: readonly Item[] = [];
  return (items) => {
    const changes = listChanges(last, items);
    // First what went: an item that moved does both.
    for (const { beforeStart, beforeEnd } of changes) {
      for (const gone of last.slice(beforeStart, beforeEnd)) tally.remove(gone);
    }
    for (const { afterStart, afterEnd } of changes) {
      for (const come of items.slice(afterStart, afterEnd)) tally.add(come);
    }
    last = items;
  };
}
