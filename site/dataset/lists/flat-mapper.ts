import { joinRuns } from './join-runs.ts';
import { type ListChange, listChanges } from './list-changes.ts';

/** What a list was mapped to: the results of an item stand from its start to that of the next. */
type Mapped<Item, Result> = {
  readonly items: readonly Item[];
  readonly results: readonly Result[];
  readonly starts: Int32Array;
};

/**
 * Maps one list after another, each item to any number of results, as `flatMap` does. An item that
 * stood in the list before, known by its identity, keeps its results: after an edit only what is
 * new is derived, and only references are copied. Items must never change, and none stands in a
 * list twice. `derive` is told where the item stands, to find there what else is known of it.
 */
export function createFlatMapper<Item extends object, Result>(
  derive: (item: Item, index: number) => readonly Result[],
): (items: readonly Item[]) => readonly Result[] {
  let last: Mapped<Item, Result> = { items: [], results: [], starts: new Int32Array(1) };
  return (items) => {
    const changes = listChanges(last.items, items);
    if (changes.length > 0) last = mapAgain(last, items, changes, derive);
    return last.results;
  };
}

function mapAgain<Item extends object, Result>(
  last: Mapped<Item, Result>,
  items: readonly Item[],
  changes: readonly ListChange[],
  derive: (item: Item, index: number) => readonly Result[],
): Mapped<Item, Result> {
  const known = resultsOfChanged(last, changes);
  const runs: (readonly Result[])[] = [];
  const starts = new Int32Array(items.length + 1);
  let from = 0;
  let to = 0;
  let length = 0;
  const keep = (count: number) => {
    const shift = length - (last.starts[from] ?? 0);
    starts.set(last.starts.subarray(from, from + count), to);
    for (let item = to; shift !== 0 && item < to + count; item++) {
      starts[item] = (starts[item] ?? 0) + shift;
    }
    put(resultsBetween(last, from, from + count));
  };
  const put = (run: readonly Result[]) => {
    runs.push(run);
    length += run.length;
  };
  for (const { beforeEnd, afterStart, afterEnd } of changes) {
    keep(afterStart - to);
    const run: Result[] = [];
    for (const [index, item] of items.slice(afterStart, afterEnd).entries()) {
      starts[afterStart + index] = length + run.length;
      for (const result of known.get(item) ?? derive(item, afterStart + index)) run.push(result);
    }
    put(run);
    from = beforeEnd;
    to = afterEnd;
  }
  keep(items.length - to);
  starts[items.length] = length;
  return { items, results: joinRuns(runs), starts };
}

/** The results of the items that changes touch: one that only moved keeps them as well. */
function resultsOfChanged<Item, Result>(
  last: Mapped<Item, Result>,
  changes: readonly ListChange[],
): Map<Item, readonly Result[]> {
  const known = new Map<Item, readonly Result[]>();
  for (const { beforeStart, beforeEnd } of changes) {
    for (const [index, item] of last.items.slice(beforeStart, beforeEnd).entries()) {
      known.set(item, resultsBetween(last, beforeStart + index, beforeStart + index + 1));
    }
  }
  return known;
}

/** The results of consecutive items. */
function resultsBetween<Item, Result>(
  { results, starts }: Mapped<Item, Result>,
  from: number,
  to: number,
): readonly Result[] {
  return results.slice(starts[from], starts[to]);
}
