import { compareTexts } from '#dataset/text/compare-texts.ts';
import { firstWhere } from '#search/binary-search.ts';
import { isByDate, isDescending, type Place, type Sort } from '#search/question/order.ts';
import { type BitRow, rowLength } from './document-sets.ts';
import { dateNumber, RATING_STEPS, type SearchIndexData, type TextList } from './index-data.ts';

/** An order of the documents of an index, as groups of one date, or of equal stars. */
export type DocumentOrder = {
  readonly groups: readonly Group[];
  /** Where documents behind a place begin, whether a document stands there or not. */
  beginAfter(place: Place): Beginning;
};

/** Documents with the same key, by their positions from `start` to below `end`. */
export type Group = {
  readonly key: number;
  readonly start: number;
  readonly end: number;
  /** Where they are scattered: only those in it. */
  readonly row?: BitRow;
};

/** A place between documents: a position in one of the groups of an order, or at its start. */
export type Beginning = { readonly group: number; readonly position: number };

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
  const isReached = (key: number, asked: number) =>
    isDescending(sort) ? key <= asked : key >= asked;
  return {
    groups,
    beginAfter: ({ key, date, id }) => {
      const day = dateNumber(date);
      const asked = typeof key === 'string' ? day : key;
      const at = firstWhere(0, groups.length, (one) => isReached(groups[one]?.key ?? 0, asked));
      const group = groups[at];
      if (group?.key !== asked) return { group: at, position: group?.start ?? data.size };
      const isBehind = (position: number) => {
        const its = data.dates[position] ?? 0;
        return its === day ? compareTexts(idOf(data.ids, position), id) > 0 : its < day;
      };
      return { group: at, position: firstWhere(group.start, group.end, isBehind) };
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

function groupByStars({ ratings, size }: SearchIndexData): Group[] {
  return Array.from({ length: RATING_STEPS }, (_, at) => {
    const step = RATING_STEPS - 1 - at;
    const row = { words: ratings, offset: step * rowLength(size) };
    return { key: 1 + step / 2, start: 0, end: size, row };
  });
}

/** The id of a document. Ids are ASCII. */
export function idOf({ bytes, starts }: TextList, position: number): string {
  const [start = 0, next = 0] = [starts[position], starts[position + 1]];
  return Buffer.from(bytes.buffer, bytes.byteOffset + start, next - start).toString('latin1');
}
