import { sortWindows } from './sort-windows.ts';

/**
 * Items (texts of terms, or terms of letters) as one sequence of symbols with a 0 after each, and
 * every place of it sorted by the `depth` symbols that begin there. All places where a short
 * pattern stands are thus one interval of `order`, ascending within equal windows.
 */
export type SequenceData = {
  readonly depth: number;
  /** Followed by `depth` more zeros, so that a window may be read at each place. */
  readonly symbols: Uint32Array<ArrayBuffer>;
  /** Where each item begins, and where an item after the last would. */
  readonly starts: Uint32Array<ArrayBuffer>;
  /** The item at each BLOCK-th place. */
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

/** The interval of `order` with all places where `pattern`, at most `depth` long, stands. */
export function findWindows(sequence: SequenceData, pattern: readonly number[]): Range {
  const [first = 0] = pattern;
  let range = symbolRange(sequence, first, first + 1);
  for (let offset = 1; offset < pattern.length && range.start < range.end; offset++) {
    const symbol = pattern[offset] ?? 0;
    range = narrow(sequence, range, offset, symbol, symbol + 1);
  }
  return range;
}

/** The interval of `order` of the places that hold a symbol from `low` to below `high`. */
export function symbolRange({ firsts }: SequenceData, low: number, high: number): Range {
  if (low >= firsts.length - 1) return { start: 0, end: 0 };
  return { start: firsts[low] ?? 0, end: firsts[Math.min(high, firsts.length - 1)] ?? 0 };
}

/**
 * The part of `range` with a symbol from `low` to below `high` at `offset`. The places in the range
 * have to agree in the symbols before.
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
