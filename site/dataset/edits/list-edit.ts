/*
 * What an edit of the content changes is found once, where files are read, and passed on: each stage
 * applies the edit that it is given to what it keeps and returns the edit of what it made. Items are
 * known by their identity and must never change.
 */

/** What was removed and what was added; what is replaced is both. */
export type Edit<Item> = { readonly removed: readonly Item[]; readonly added: readonly Item[] };

/** An item, and where in a list it stands. */
export type Placed<Item> = { readonly position: number; readonly item: Item };

/**
 * How a list became another one: what was removed, by ascending positions in the list before, and
 * what was added, by ascending positions in the list after. All other items keep their order.
 */
export type ListEdit<Item> = Edit<Placed<Item>>;

export const NO_EDIT: ListEdit<never> = { removed: [], added: [] };

/** The edit that makes a list out of an empty one. */
export function addAll<Item>(items: readonly Item[]): ListEdit<Item> {
  return { removed: [], added: items.map((item, position) => ({ position, item })) };
}

export function isEmpty({ removed, added }: Edit<unknown>): boolean {
  return removed.length === 0 && added.length === 0;
}

/** Edits that wait to be applied as one: what is added and removed again is not in it. */
export class PendingEdit<Item> {
  #removed = new Set<Item>();
  #added = new Set<Item>();

  remove(item: Item): void {
    if (!this.#added.delete(item)) this.#removed.add(item);
  }

  add(item: Item): void {
    if (!this.#removed.delete(item)) this.#added.add(item);
  }

  /** The edit since this was called last. */
  take(): Edit<Item> {
    const edit = { removed: [...this.#removed], added: [...this.#added] };
    this.#removed.clear();
    this.#added.clear();
    return edit;
  }
}

/** Something counted over items, which can be taken out again. */
export type Tally<Item> = { add(item: Item): void; remove(item: Item): void };

export function applyToTally<Item>(tally: Tally<Item>, { removed, added }: ListEdit<Item>): void {
  for (const { item } of removed) tally.remove(item);
  for (const { item } of added) tally.add(item);
}

/** Edits a sorted list, in which no two items are equal: `removed` stand in it, `added` do not. */
export function editSorted<Item>(
  list: readonly Item[],
  { removed, added }: Edit<Item>,
  compare: (a: Item, b: Item) => number,
): { readonly list: readonly Item[]; readonly edit: ListEdit<Item> } {
  const byPosition = (a: Placed<Item>, b: Placed<Item>) => a.position - b.position;
  const gone = removed
    .map((item) => ({ item, position: placeFor(list, item, compare) }))
    .sort(byPosition);
  let passed = 0;
  const come = added.toSorted(compare).map((item, index) => {
    const place = placeFor(list, item, compare);
    while ((gone[passed]?.position ?? list.length) < place) passed++;
    return { item, position: place - passed + index };
  });
  const edit = { removed: gone, added: come };
  return { list: applyEdit(list, edit, (item) => item), edit };
}

/** Applies an edit of a list to what is known of each of its items. */
export function applyEdit<Item, Known>(
  known: readonly Known[],
  edit: ListEdit<Item>,
  learn: (item: Item, position: number) => Known,
): readonly Known[] {
  if (isEmpty(edit)) return known;
  const runs: (readonly Known[])[] = [];
  const learnt = edit.added.map(({ item, position }) => learn(item, position));
  let next = 0;
  let end = 0;
  for (const { from, to, length } of keptRuns(edit, known.length)) {
    if (to > end) runs.push(learnt.slice(next, next + to - end));
    next += to - end;
    runs.push(known.slice(from, from + length));
    end = to + length;
  }
  runs.push(learnt.slice(next));
  const none: Known[] = [];
  // Of few long runs, `concat` is thirty times faster than `flat`; many would fill the stack.
  return runs.length <= MAX_ARGUMENTS ? none.concat(...runs) : runs.flat();
}

const MAX_ARGUMENTS = 1000;

/** Consecutive items that an edit keeps, and where the first stands before and after it. */
type KeptRun = { readonly from: number; readonly to: number; readonly length: number };

/** What an edit keeps of a list with a length. */
export function* keptRuns(
  { removed, added }: ListEdit<unknown>,
  before: number,
): Generator<KeptRun> {
  let [from, to, gone, come] = [0, 0, 0, 0];
  for (;;) {
    for (; removed[gone]?.position === from; from++) gone++;
    for (; added[come]?.position === to; to++) come++;
    if (from === before) return;
    const length = Math.min(
      (removed[gone]?.position ?? before) - from,
      (added[come]?.position ?? Number.POSITIVE_INFINITY) - to,
    );
    yield { from, to, length };
    from += length;
    to += length;
  }
}

/** The edit that does what two do one after the other; `everything` where what one did is not known. */
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

/** Where items stand on the other side of an edit; without those of them that only this side has. */
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

/** Binary search for the first place of a sorted list whose item does not come before another. */
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
