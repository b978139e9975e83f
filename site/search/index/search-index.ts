import { fold } from '#dataset/text/fold.ts';
import { finishSearch, type SearchFilters, type SearchHits, type SearchSteps } from '../search.ts';
import {
  addPostings,
  type BitRow,
  type Candidates,
  collectHits,
  HitSet,
  rowLength,
} from './document-sets.ts';
import {
  addTerm,
  coverRange,
  dateNumber,
  type MentionData,
  RATING_STEPS,
  type SearchIndexData,
  storedRow,
  type TextIndexData,
} from './index-data.ts';
import { markPhrase } from './mark-phrase.ts';
import { Dictionary, itemAt, type Range } from './sorted-sequence.ts';
import { cutTerms } from './tokenize.ts';

/**
 * Finds exactly what a scan with `createMatcher` finds, from an index. All filters but the text become a range of
 * documents (dates descend) and rows of bits to intersect with (ratings, mentions): the *candidates*.
 * The text marks documents in a set of bits: a text within one term is looked up among the letters
 * of the dictionary, a text of several terms among the terms of the texts
 * (mark-phrase.ts), common short texts have rows that are stored with the index (build-rows.ts).
 * Marked candidates are the hits. Every loop yields after about a millisecond of work.
 */
export class SearchIndex {
  readonly #data: SearchIndexData;
  readonly #masks: FilterMasks;
  // Empty sets to mark hits in: as many as searches were ever in flight at the same time.
  readonly #spare: HitSet[] = [];

  constructor(data: SearchIndexData) {
    this.#data = data;
    this.#masks = new FilterMasks(data);
  }

  /** The number of documents. */
  get size(): number {
    return this.#data.size;
  }

  /** Searches at once: for small collections, or off the event loop. */
  search(filters: SearchFilters): SearchHits {
    return finishSearch(this.searchInSteps(filters));
  }

  /** Searches step by step. Where `visible` is given, only the documents in it can be found. */
  *searchInSteps(filters: SearchFilters, visible?: BitRow): SearchSteps {
    const range = this.#masks.dateRange(filters);
    const masks = this.#masks.masks(filters);
    if (masks === undefined || range.start === range.end) return { total: 0, positions: [] };
    if (visible !== undefined) masks.push(visible);

    const candidates = { range, masks };
    const hits = this.#spare.pop() ?? new HitSet(this.#data.size);
    yield* markText(this.#data.text, fold(filters.query ?? ''), candidates, hits);
    const found = yield* collectHits(hits, candidates, filters.limit);
    // A search that is abandoned never gets here, and its marked set is dropped with it.
    this.#spare.push(hits);
    return found;
  }
}

/** Maximum mention filters kept as rows: more than most businesses have names. */
const KEPT_MENTIONS = 128;

/** Every filter but the text: rows of the documents that pass. */
class FilterMasks {
  readonly #data: SearchIndexData;
  readonly #technicians: MentionRows;
  readonly #services: MentionRows;

  constructor(data: SearchIndexData) {
    this.#data = data;
    this.#technicians = new MentionRows(data.technicians, data.size);
    this.#services = new MentionRows(data.services, data.size);
  }

  /** The documents from `since` to `until`, which are consecutive. */
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

/** The lists of mentions, the recently used ones as rows. */
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

/** The maximum documents to mark, or to look at, in a step: well below a millisecond. */
const WORK_A_STEP = 1 << 17;

/** Marks a superset of the candidates that contain a folded text; collecting hits drops the others. */
function* markText(
  index: TextIndexData,
  text: string,
  candidates: Candidates,
  hits: HitSet,
): Generator<undefined, void, undefined> {
  const { crossTermGrams, size } = index;
  const terms = cutTerms(text);
  if (text === '') return hits.addAll(candidates.range);
  if (terms.length === 1) return yield* markFragment(index, text, candidates.range, hits);
  const gram = text.length <= 3 ? crossTermGrams.texts.indexOf(text) : -1;
  if (gram < 0) return yield* markPhrase(index, terms, candidates, hits);
  hits.addRow({ words: crossTermGrams.words, offset: gram * rowLength(size) }, candidates.range);
}

/** Marks the documents of a range in which some term contains `text`. */
function* markFragment(
  index: TextIndexData,
  text: string,
  documents: Range,
  hits: HitSet,
): Generator<undefined, void, undefined> {
  const found = new Dictionary(index.letters).containing(text);
  if (!Array.isArray(found)) return yield* markWindows(index, found, documents, hits);
  let work = 0;
  for (const term of found) {
    work += addTerm(index, term, documents, hits);
    if (work > WORK_A_STEP) {
      work = 0;
      yield;
    }
  }
}

/** Marks the documents of all terms at the places of an interval. */
function* markWindows(
  index: TextIndexData,
  range: Range,
  documents: Range,
  hits: HitSet,
): Generator<undefined, void, undefined> {
  const { letters, letterRows, size } = index;
  const { rows, gaps } = coverRange(letterRows, range);
  let work = 0;
  for (const row of rows) {
    hits.addRow(storedRow(letterRows, row, size), documents);
    work += rowLength(size);
  }
  for (const gap of gaps) {
    for (let i = gap.start; i < gap.end; i++) {
      work += addTerm(index, itemAt(letters, letters.order[i] ?? 0), documents, hits);
      if (work > WORK_A_STEP) {
        work = 0;
        yield;
      }
    }
  }
}
