import { compareTexts } from '#dataset/edits/list-edit.ts';
import { isByDate, isDescending, type Place, type Sort } from '../order.ts';
import { dateNumber, type SearchIndexData, type TextList } from './index-data.ts';

/** An order of the documents of an index: a rank is a place in it, from 0. */
export type DocumentOrder = {
  readonly size: number;
  positionAt(rank: number): number;
  rankOf(position: number): number;
  /** The rank of the first document behind a place, whether a document stands there or not. */
  rankAfter(place: Place): number;
};

/**
 * Documents in groups of one date, or of equal stars, each group in the order of ids. The greatest key
 * is first; in reverse, the groups follow one another the other way round, and each stays as it is.
 */
type Groups = {
  /** Where each group begins, and where another one would. */
  readonly starts: readonly number[];
  /** The key of each, descending. */
  readonly keys: readonly number[];
  readonly positionAt: (rank: number) => number;
  readonly rankOf: (position: number) => number;
};

/** The orders of the documents of an index. */
export class DocumentOrders {
  readonly #data: SearchIndexData;
  readonly #orders = new Map<Sort, DocumentOrder>();

  constructor(data: SearchIndexData) {
    this.#data = data;
  }

  of(sort: Sort): DocumentOrder {
    const known = this.#orders.get(sort);
    if (known) return known;
    const groups = isByDate(sort) ? groupByDate(this.#data) : groupByRating(this.#data);
    const order = createOrder(groups, this.#data.ids, isDescending(sort));
    this.#orders.set(sort, order);
    return order;
  }
}

function groupByDate({ dates, size }: SearchIndexData): Groups {
  const starts: number[] = [];
  for (let position = 0; position < size; position++) {
    if (position === 0 || dates[position] !== dates[position - 1]) starts.push(position);
  }
  const keys = starts.map((position) => dates[position] ?? 0);
  const same = (place: number) => place;
  return { starts: [...starts, size], keys, positionAt: same, rankOf: same };
}

function groupByRating({ halfStars, byRating, size }: SearchIndexData): Groups {
  const { positions, ranks } = byRating;
  const starts: number[] = [];
  const keys: number[] = [];
  for (let rank = 0; rank < size; rank++) {
    const key = (halfStars[positions[rank] ?? 0] ?? 0) / 2;
    if (key === keys.at(-1)) continue;
    starts.push(rank);
    keys.push(key);
  }
  return {
    starts: [...starts, size],
    keys,
    positionAt: (rank) => positions[rank] ?? 0,
    rankOf: (position) => ranks[position] ?? 0,
  };
}

function createOrder(groups: Groups, ids: TextList, isForward: boolean): DocumentOrder {
  const { starts, keys, positionAt, rankOf } = groups;
  const size = starts.at(-1) ?? 0;
  const startOf = (group: number) => starts[group] ?? size;
  /** The rank in reverse of a rank in a group. */
  const reverse = (rank: number, group: number) =>
    size - startOf(group + 1) + rank - startOf(group);
  const rankAfter = ({ key, id }: Place) => {
    const asked = typeof key === 'string' ? dateNumber(key) : key;
    const group = firstWhere(0, keys.length, (one) => (keys[one] ?? 0) <= asked);
    if (keys[group] !== asked) return isForward ? startOf(group) : size - startOf(group);
    const isBehind = (rank: number) => compareTexts(idOf(ids, positionAt(rank)), id) > 0;
    const rank = firstWhere(startOf(group), startOf(group + 1), isBehind);
    return isForward ? rank : reverse(rank, group);
  };
  if (isForward) return { size, positionAt, rankOf, rankAfter };
  return {
    size,
    positionAt: (rank) => {
      const group = firstWhere(0, keys.length, (one) => startOf(one + 1) >= size - rank);
      return positionAt(startOf(group) + rank - size + startOf(group + 1));
    },
    rankOf: (position) => {
      const rank = rankOf(position);
      const group = firstWhere(0, keys.length, (one) => startOf(one + 1) > rank);
      return reverse(rank, group);
    },
    rankAfter,
  };
}

/** The first number from `low` to below `high` for which something holds, as it does for all after it. */
function firstWhere(low: number, high: number, holds: (number: number) => boolean): number {
  let from = low;
  let to = high;
  while (from < to) {
    const middle = (from + to) >>> 1;
    if (holds(middle)) to = middle;
    else from = middle + 1;
  }
  return from;
}

/** The id of a document. Ids are ASCII. */
export function idOf({ bytes, starts }: TextList, position: number): string {
  const [start = 0, next = 0] = [starts[position], starts[position + 1]];
  return Buffer.from(bytes.buffer, bytes.byteOffset + start, next - start).toString('latin1');
}
