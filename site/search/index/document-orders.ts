import { compareTexts } from '#dataset/edits/list-edit.ts';
import { firstWhere } from '#search/binary-search.ts';
import { isByDate, isDescending, type Place, type Sort } from '#search/question/order.ts';
import { type BitRow, rowLength } from './document-sets.ts';
import { dateNumber, RATING_STEPS, type SearchIndexData, type TextList } from './index-data.ts';

/**
 * An order of the documents of an index, as groups of one date, or of equal stars. A rank is a place
 * among the documents by falling keys and then by ids: groups have ascending or descending ranks as
 * the order goes, but the documents of each always follow one another by ascending ranks.
 */
export type DocumentOrder = {
  readonly groups: readonly Group[];
  /** The documents by rank; undefined where a rank is a position. */
  readonly ranked: { readonly positions: Uint32Array; readonly ranks: Uint32Array } | undefined;
  /** Where documents behind a place begin, whether a document stands there or not. */
  beginAfter(place: Place): Beginning;
};

/** Documents with the same key: those with the ranks from `start` to below `end`. */
export type Group = {
  readonly key: number;
  readonly start: number;
  readonly end: number;
  /** The same documents as bits, where they are scattered. */
  readonly row?: BitRow;
};

/** A place between documents: a rank in one of the groups of an order, or at its start. */
export type Beginning = { readonly group: number; readonly rank: number };

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
    const order = createOrder(this.#data, sort);
    this.#orders.set(sort, order);
    return order;
  }
}

function createOrder(data: SearchIndexData, sort: Sort): DocumentOrder {
  const falling = isByDate(sort) ? groupByDate(data) : groupByStars(data);
  const groups = isDescending(sort) ? falling : falling.toReversed();
  const ranked = isByDate(sort) ? undefined : data.byRating;
  const isReached = (key: number, asked: number) =>
    isDescending(sort) ? key <= asked : key >= asked;
  return {
    groups,
    ranked,
    beginAfter: ({ key, id }) => {
      const asked = typeof key === 'string' ? dateNumber(key) : key;
      const at = firstWhere(0, groups.length, (one) => isReached(groups[one]?.key ?? 0, asked));
      const group = groups[at];
      if (group?.key !== asked) return { group: at, rank: group?.start ?? data.size };
      const isBehind = (rank: number) =>
        compareTexts(idOf(data.ids, ranked?.positions[rank] ?? rank), id) > 0;
      return { group: at, rank: firstWhere(group.start, group.end, isBehind) };
    },
  };
}

function groupByDate({ dates, size }: SearchIndexData): Group[] {
  const groups: Group[] = [];
  for (let start = 0; start < size; ) {
    const key = dates[start] ?? 0;
    const end = firstWhere(start, size, (position) => (dates[position] ?? 0) < key);
    groups.push({ key, start, end });
    start = end;
  }
  return groups;
}

function groupByStars({ halfStars, byRating, ratings, size }: SearchIndexData): Group[] {
  const groups: Group[] = [];
  let start = 0;
  for (let step = RATING_STEPS - 1; step >= 0; step--) {
    const isOf = (rank: number) => halfStars[byRating.positions[rank] ?? 0] === step + 2;
    const end = firstWhere(start, size, (rank) => !isOf(rank));
    const row = { words: ratings, offset: step * rowLength(size) };
    if (start < end) groups.push({ key: 1 + step / 2, start, end, row });
    start = end;
  }
  return groups;
}

/** The id of a document. Ids are ASCII. */
export function idOf({ bytes, starts }: TextList, position: number): string {
  const [start = 0, next = 0] = [starts[position], starts[position + 1]];
  return Buffer.from(bytes.buffer, bytes.byteOffset + start, next - start).toString('latin1');
}
