import { sortWindows } from './sort-windows.ts';

/**
 * Items (texts of terms, or terms of letters) as one sequence of symbols with a 0 after each, and its
 * places sorted by the window of `depth` symbols that begins there: a suffix array that is sorted as
 * deep as needed. All places of a short pattern are one interval of `order`, ascending within equal
 * windows.
 */
export type SequenceData = {
  readonly depth: number;
  /** With `depth` more zeros at the end, so that every place has a whole window. */
  readonly symbols: Uint32Array<ArrayBuffer>;
  /** Where each item begins, and where an item after the last would. */
  readonly starts: Uint32Array<ArrayBuffer>;
  /** The item at every 32nd place. */
  readonly blocks: Uint32Array<ArrayBuffer>;
  /** The places that hold a symbol other than 0, sorted. */
  readonly order: Uint32Array<ArrayBuffer>;
  /** Where in `order` each symbol begins, and where the symbol after the last would. */
  readonly firsts: Uint32Array<ArrayBuffer>;
};

/** An interval, its end excluded. */
export type Range = { readonly start: number; readonly end: number };

const BLOCK_BITS = 5;

/** Sorts a sequence of symbols below `alphabet`, with `depth` zeros after its last item. */
export function sortSequence(
  symbols: Uint32Array<ArrayBuffer>,
  alphabet: number,
  depth: number,
): SequenceData {
  const length = symbols.length - depth;
  return {
    depth,
    symbols,
    ...findItems(symbols, length),
    ...sortWindows(symbols, length, alphabet, depth),
  };
}

function findItems(symbols: Uint32Array, length: number) {
  let items = 0;
  for (let place = 0; place < length; place++) if (symbols[place] === 0) items++;
  const starts = new Uint32Array(items + 1);
  const blocks = new Uint32Array((length >>> BLOCK_BITS) + 1);
  const rest = (1 << BLOCK_BITS) - 1;
  for (let place = 0, item = 0; place < length; place++) {
    if ((place & rest) === 0) blocks[place >>> BLOCK_BITS] = item;
    if (symbols[place] === 0) starts[++item] = place + 1;
  }
  return { starts, blocks };
}

/** Finds the item that a place belongs to. */
export function itemAt({ starts, blocks }: SequenceData, place: number): number {
  let item = blocks[place >>> BLOCK_BITS] ?? 0;
  while ((starts[item + 1] ?? 0) <= place) item++;
  return item;
}

/** The interval of `order` with all places of a pattern of at most `depth` symbols. */
function findWindows(sequence: SequenceData, pattern: readonly number[]): Range {
  const [first = 0] = pattern;
  let range = symbolRange(sequence, first, first + 1);
  for (let offset = 1; offset < pattern.length && range.start < range.end; offset++) {
    const symbol = pattern[offset] ?? 0;
    range = narrow(sequence, range, offset, symbol, symbol + 1);
  }
  return range;
}

/** The interval of `order` with the places of the symbols from `low` to below `high`. */
export function symbolRange({ firsts }: SequenceData, low: number, high: number): Range {
  if (low >= firsts.length - 1) return { start: 0, end: 0 };
  return { start: firsts[low] ?? 0, end: firsts[Math.min(high, firsts.length - 1)] ?? 0 };
}

/**
 * The part of `range` with a symbol from `low` to below `high` at `offset`. All places of the range
 * must have the same symbols before `offset`.
 */
export function narrow(
  sequence: SequenceData,
  range: Range,
  offset: number,
  low: number,
  high: number,
): Range {
  const start = lowerBound(sequence, range.start, range.end, offset, low);
  return { start, end: lowerBound(sequence, start, range.end, offset, high) };
}

function lowerBound(
  { symbols, order }: SequenceData,
  start: number,
  end: number,
  offset: number,
  symbol: number,
): number {
  let low = start;
  let high = end;
  while (low < high) {
    const middle = (low + high) >>> 1;
    if ((symbols[(order[middle] ?? 0) + offset] ?? 0) < symbol) low = middle + 1;
    else high = middle;
  }
  return low;
}

/**
 * The distinct terms of all texts in order of code units, numbered in that order. Number 0 is the
 * empty term, which no text contains. In the sequence, the symbol of a letter is its code unit plus
 * one.
 */
export class Dictionary {
  readonly #sequence: SequenceData;

  constructor(sequence: SequenceData) {
    this.#sequence = sequence;
  }

  get size(): number {
    return this.#sequence.starts.length - 1;
  }

  /** The terms that begin with `prefix`: they are consecutive. */
  startingWith(prefix: string): Range {
    return { start: this.#firstFrom(prefix, false), end: this.#firstFrom(prefix, true) };
  }

  /** The number of a term, or 0 where no text contains it. */
  find(term: string): number {
    const number = this.#firstFrom(term, false);
    return number < this.size && this.#length(number) === term.length && this.endsWith(number, term)
      ? number
      : 0;
  }

  /** The terms that end with `suffix`. */
  endingWith(suffix: string): number[] {
    const pattern = [...toSymbols(suffix), 0];
    const { range, at } = this.#rarestWindow(pattern);
    return this.#itemsOf(range, at, pattern);
  }

  /**
   * Where terms contain a text: an interval of the sequence's order if it fits into a window,
   * otherwise the terms themselves. A term may be listed more than once.
   */
  containing(text: string): Range | number[] {
    const pattern = toSymbols(text);
    if (pattern.length <= this.#sequence.depth) return findWindows(this.#sequence, pattern);
    const { range, at } = this.#rarestWindow(pattern);
    return this.#itemsOf(range, at, pattern);
  }

  /** Whether a term ends with `suffix`. */
  endsWith(term: number, suffix: string): boolean {
    const { symbols, starts } = this.#sequence;
    if (this.#length(term) < suffix.length) return false;
    const from = (starts[term + 1] ?? 0) - 1 - suffix.length;
    for (let i = suffix.length - 1; i >= 0; i--) {
      if (symbols[from + i] !== suffix.charCodeAt(i) + 1) return false;
    }
    return true;
  }

  /** The first letters of a term. */
  beginningOf(term: number, length: number): string {
    return this.#read(term, 0, Math.min(length, this.#length(term)));
  }

  /** The last letters of a term. */
  endOf(term: number, length: number): string {
    const size = this.#length(term);
    return this.#read(term, Math.max(0, size - length), size);
  }

  #read(term: number, from: number, below: number): string {
    const { symbols, starts } = this.#sequence;
    const start = starts[term] ?? 0;
    const letters = symbols.subarray(start + from, start + below);
    return String.fromCharCode(...letters.map((symbol) => symbol - 1));
  }

  #length(term: number): number {
    const { starts } = this.#sequence;
    return (starts[term + 1] ?? 0) - (starts[term] ?? 0) - 1;
  }

  /** The first term that is not below `text`; with `skipPrefixed`, the first above all that begin with it. */
  #firstFrom(text: string, skipPrefixed: boolean): number {
    let low = 0;
    let high = this.size;
    while (low < high) {
      const middle = (low + high) >>> 1;
      const order = this.#compare(middle, text);
      if (order < 0 || (skipPrefixed && order === 0)) low = middle + 1;
      else high = middle;
    }
    return low;
  }

  /** Negative below `text`, positive above; 0 where the term begins with it. */
  #compare(term: number, text: string): number {
    const { symbols, starts } = this.#sequence;
    const start = starts[term] ?? 0;
    for (let i = 0; i < text.length; i++) {
      // A term that is a proper prefix of the text ends here with the symbol 0, which is below all others.
      const difference = (symbols[start + i] ?? 0) - text.charCodeAt(i) - 1;
      if (difference !== 0) return difference;
    }
    return 0;
  }

  /** The rarest window of a pattern, and where in the pattern it begins. */
  #rarestWindow(pattern: readonly number[]): { range: Range; at: number } {
    const { depth } = this.#sequence;
    let best = { range: findWindows(this.#sequence, pattern.slice(0, depth)), at: 0 };
    for (let at = 1; at + depth <= pattern.length; at++) {
      const range = findWindows(this.#sequence, pattern.slice(at, at + depth));
      if (range.end - range.start < best.range.end - best.range.start) best = { range, at };
    }
    return best;
  }

  #itemsOf(range: Range, at: number, pattern: readonly number[]): number[] {
    const { symbols, order } = this.#sequence;
    const items: number[] = [];
    for (let i = range.start; i < range.end; i++) {
      const start = (order[i] ?? 0) - at;
      let same = 0;
      while (same < pattern.length && symbols[start + same] === pattern[same]) same++;
      if (same === pattern.length) items.push(itemAt(this.#sequence, start));
    }
    return items;
  }
}

function toSymbols(text: string): number[] {
  const symbols: number[] = [];
  for (let i = 0; i < text.length; i++) symbols.push(text.charCodeAt(i) + 1);
  return symbols;
}
