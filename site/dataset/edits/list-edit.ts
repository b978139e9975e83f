/*
 * An edit of the content is found once, where files are read, and passed on: each stage applies the given
 * edit to its state and returns the edit of its result. Items are compared by identity and immutable.
 */

/** What was removed and what was added; what is replaced is both. */
export type Edit<Item> = { readonly removed: readonly Item[]; readonly added: readonly Item[] };

/** An item and its position in a list. */
export type Placed<Item> = { readonly position: number; readonly item: Item };

/**
 * The edit from one list to another: removed items by ascending positions in the old list, added items
 * by ascending positions in the new one. All other items keep their order.
 */
export type ListEdit<Item> = Edit<Placed<Item>>;

export const NO_EDIT: ListEdit<never> = { removed: [], added: [] };

/** The edit from an empty list. */
export function addAll<Item>(items: readonly Item[]): ListEdit<Item> {
  return { removed: [], added: items.map((item, position) => ({ position, item })) };
}

export function isEmpty({ removed, added }: Edit<unknown>): boolean {
  return removed.length === 0 && added.length === 0;
}

/** Collects edits to apply as one: an item that is added and removed again cancels out. */
export class PendingEdit<Item> {
  #removed = new Set<Item>();
  #added = new Set<Item>();

  remove(item: Item): void {
    if (!this.#added.delete(item)) this.#removed.add(item);
  }

  add(item: Item): void {
    if (!this.#removed.delete(item)) this.#added.add(item);
  }

  /** The edit since the last call. */
  take(): Edit<Item> {
    const edit = { removed: [...this.#removed], added: [...this.#added] };
    this.#removed.clear();
    this.#added.clear();
    return edit;
  }
}

/** An aggregate of items, from which they can be removed again. */
export type Tally<Item> = { add(item: Item): void; remove(item: Item): void };

export function applyToTally<Item>(tally: Tally<Item>, { removed, added }: ListEdit<Item>): void {
  for (const { item } of removed) tally.remove(item);
  for (const { item } of added) tally.add(item);
}

/** Edits a sorted list without equal items, which holds all of `removed` and none of `added`. */
export function editSorted<Item>(
  list: readonly Item[],
  { removed, added }: Edit<Item>,
  compare: (a: Item, b: Item) => number,
): { readonly list: readonly Item[]; readonly edit: ListEdit<Item> } {
  const byPosition = (a: Placed<Item>, b: Placed<Item>) => a.position - b.position;
  const removals = removed
    .map((item) => ({ item, position: placeFor(list, item, compare) }))
    .sort(byPosition);
  let passed = 0;
  const additions = added.toSorted(compare).map((item, index) => {
    const place = placeFor(list, item, compare);
    while ((removals[passed]?.position ?? list.length) < place) passed++;
    return { item, position: place - passed + index };
  });
  const edit = { removed: removals, added: additions };
  return { list: applyEdit(list, edit, (item) => item), edit };
}

/** Applies an edit of a list to values that are derived from its items, one of each. */
export function applyEdit<Item, Value>(
  values: readonly Value[],
  edit: ListEdit<Item>,
  derive: (item: Item, position: number) => Value,
): readonly Value[] {
  if (isEmpty(edit)) return values;
  const runs: (readonly Value[])[] = [];
  const added = edit.added.map(({ item, position }) => derive(item, position));
  let next = 0;
  let end = 0;
  for (const { from, to, length } of keptRuns(edit, values.length)) {
    if (to > end) runs.push(added.slice(next, next + to - end));
    next += to - end;
    runs.push(values.slice(from, from + length));
    end = to + length;
  }
  runs.push(added.slice(next));
  const none: Value[] = [];
  // For few long runs `concat` is thirty times faster than `flat`; many arguments overflow the stack.
  return runs.length <= MAX_ARGUMENTS ? none.concat(...runs) : runs.flat();
}

const MAX_ARGUMENTS = 1000;

/** Consecutive items that an edit keeps, with the position of the first before and after it. */
type KeptRun = { readonly from: number; readonly to: number; readonly length: number };

/** The runs that an edit keeps of a list with a length. */
export function* keptRuns(
  { removed, added }: ListEdit<unknown>,
  before: number,
): Generator<KeptRun> {
  let [from, to, nextRemoved, nextAdded] = [0, 0, 0, 0];
  for (;;) {
    for (; removed[nextRemoved]?.position === from; from++) nextRemoved++;
    for (; added[nextAdded]?.position === to; to++) nextAdded++;
    if (from === before) return;
    const length = Math.min(
      (removed[nextRemoved]?.position ?? before) - from,
      (added[nextAdded]?.position ?? Number.POSITIVE_INFINITY) - to,
    );
    yield { from, to, length };
    from += length;
    to += length;
  }
}

/** Joins two consecutive edits; `everything` if one of them is. */
export function joinEdits<Item>(
  first: ListEdit<Item> | 'everything',
  second: ListEdit<Item> | 'everything',
): ListEdit<Item> | 'everything' {
  if (first === 'everything' || second === 'everything') return 'everything';
  const merge = (a: readonly Placed<Item>[], b: readonly Placed<Item>[]) =>
    [...a, ...b].sort((one, other) => one.position - other.position);
  return {
    removed: merge(first.removed, moveAcross(second.removed, first.added, first.removed)),
    added: merge(second.added, moveAcross(first.added, second.removed, second.added)),
  };
}

/** Items of a list at their positions in the one without `here` and with `there`. */
function moveAcross<Item>(
  items: readonly Placed<Item>[],
  here: readonly Placed<Item>[],
  there: readonly Placed<Item>[],
): Placed<Item>[] {
  let [before, past] = [0, 0];
  return items.flatMap(({ position, item }) => {
    while ((here[before]?.position ?? position) < position) before++;
    if (here[before]?.position === position) return [];
    const kept = position - before;
    while ((there[past]?.position ?? Number.POSITIVE_INFINITY) <= kept + past) past++;
    return [{ position: kept + past, item }];
  });
}

/** Binary search for the first place whose item is not below another. */
export function placeFor<Item>(
  sorted: readonly Item[],
  item: Item,
  compare: (a: Item, b: Item) => number,
): number {
  let low = 0;
  let high = sorted.length;
  while (low < high) {
    const middle = (low + high) >>> 1;
    const other = sorted[middle];
    if (other !== undefined && compare(other, item) < 0) low = middle + 1;
    else high = middle;
  }
  return low;
}
