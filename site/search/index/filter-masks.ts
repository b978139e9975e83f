import type { SearchFilters } from '../search-document.ts';
import { type BitRow, HitSet, rowLength } from './hit-set.ts';
import { addPostings } from './posting-lists.ts';
import {
  dateNumber,
  type MentionData,
  RATING_STEPS,
  type SearchIndexData,
} from './search-index-data.ts';
import type { Range } from './sorted-sequence.ts';

/** How many mention filters are kept as rows: more than most businesses have names. */
const KEPT_MENTIONS = 128;

/** Answers all filters but the text: with rows of the documents that pass. */
export class FilterMasks {
  readonly #data: SearchIndexData;
  readonly #technicians: MentionRows;
  readonly #services: MentionRows;

  constructor(data: SearchIndexData) {
    this.#data = data;
    this.#technicians = new MentionRows(data.technicians, data.size);
    this.#services = new MentionRows(data.services, data.size);
  }

  /** The documents from `since` to `until`, which stand together. */
  dateRange({ since, until }: SearchFilters): Range {
    const { dates, size } = this.#data;
    const start = until === undefined ? 0 : firstBelow(dates, dateNumber(until) + 1);
    const end = since === undefined ? size : firstBelow(dates, dateNumber(since));
    return { start, end: Math.max(start, end) };
  }

  /** The masks to apply, or undefined where no document can pass. */
  masks({ rating, min_rating, technician, service }: SearchFilters): BitRow[] | undefined {
    const masks: BitRow[] = [];
    if (rating !== undefined) {
      const step = (rating - 1) * 2;
      if (!Number.isInteger(step) || step < 0 || step >= RATING_STEPS) return undefined;
      masks.push(this.#ratingRow(step));
    }
    if (min_rating !== undefined) {
      const step = Math.max(0, Math.ceil((min_rating - 1) * 2));
      if (!(step < RATING_STEPS)) return undefined;
      if (step > 0) masks.push(this.#ratingRow(RATING_STEPS + step));
    }
    for (const [rows, name] of [
      [this.#technicians, technician],
      [this.#services, service],
    ] as const) {
      if (name === undefined) continue;
      const row = rows.find(name);
      if (row === undefined) return undefined;
      masks.push(row);
    }
    return masks;
  }

  #ratingRow(row: number): BitRow {
    const { ratings, size } = this.#data;
    return { words: ratings, offset: row * rowLength(size) };
  }
}

/** The lists of mentions, with those asked for last as rows. */
class MentionRows {
  readonly #data: MentionData;
  readonly #size: number;
  readonly #lists: ReadonlyMap<string, number>;
  readonly #rows = new Map<string, BitRow>();

  constructor(data: MentionData, size: number) {
    this.#data = data;
    this.#size = size;
    this.#lists = new Map(data.names.map((name, list) => [name, list]));
  }

  find(name: string): BitRow | undefined {
    const known = this.#rows.get(name);
    if (known !== undefined) return known;
    const list = this.#lists.get(name);
    if (list === undefined) return undefined;
    const documents = new HitSet(this.#size);
    addPostings(this.#data.postings, list, { start: 0, end: this.#size }, documents);
    const row = { words: documents.words, offset: 0 };
    if (this.#rows.size >= KEPT_MENTIONS) this.#rows.clear();
    this.#rows.set(name, row);
    return row;
  }
}

/** The first position with a date below `date`: dates descend. */
function firstBelow(dates: Uint32Array, date: number): number {
  let low = 0;
  let high = dates.length;
  while (low < high) {
    const middle = (low + high) >>> 1;
    if ((dates[middle] ?? 0) >= date) low = middle + 1;
    else high = middle;
  }
  return low;
}
