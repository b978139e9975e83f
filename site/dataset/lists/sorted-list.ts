import { joinRuns } from './join-runs.ts';
import { listChanges } from './list-changes.ts';

type Compare<Item> = (a: Item, b: Item) => number;

/**
 * Sorts one list after another. What stood in the list before, known by its identity, keeps its
 * place: only what is new is looked up.
 */
export function createSorter<Item extends object>(
  compare: Compare<Item>,
): (items: readonly Item[]) => readonly Item[] {
  let last: readonly Item[] = [];
  let sorted: readonly Item[] = [];
  return (items) => {
    const changes = listChanges(last, items);
    const gone = changes.flatMap(({ beforeStart, beforeEnd }) =>
      last.slice(beforeStart, beforeEnd),
    );
    const come = changes.flatMap(({ afterStart, afterEnd }) => items.slice(afterStart, afterEnd));
    sorted = replaceSorted(sorted, gone, come, compare);
    last = items;
    return sorted;
  };
}

/**
 * A sorted list without the items that are gone and with those that have come, in any order. What
 * stands between them is copied in runs.
 */
export function replaceSorted<Item extends object>(
  sorted: readonly Item[],
  gone: readonly Item[],
  come: readonly Item[],
  compare: Compare<Item>,
): readonly Item[] {
  if (gone.length === 0 && come.length === 0) return sorted;
  const edits: { readonly place: number; readonly item?: Item }[] = [
    ...come.toSorted(compare).map((item) => ({ place: placeFor(sorted, item, compare), item })),
    ...gone.map((item) => ({ place: sorted.indexOf(item, placeFor(sorted, item, compare)) })),
  ];
  const runs: (readonly Item[])[] = [];
  let from = 0;
  for (const { place, item } of edits.sort((a, b) => a.place - b.place)) {
    runs.push(sorted.slice(from, place));
    if (item) runs.push([item]);
    from = item ? place : place + 1;
  }
  runs.push(sorted.slice(from));
  return joinRuns(runs);
}

/** Binary search for the first place whose item does not come before an item. */
export function placeFor<Item extends object>(
  sorted: readonly Item[],
  item: Item,
  compare: Compare<Item>,
): number {
  let low = 0;
  let high = sorted.length;
  while (low < high) {
    const middle = (low + high) >>> 1;
    const other = sorted[middle];
    if (other && compare(other, item) < 0) low = middle + 1;
    else high = middle;
  }
  return low;
}
