import { findWindows, itemAt, type Range, type SequenceData } from './sorted-sequence.ts';

/**
 * The distinct terms of all texts in order of code units; a term is known by its number in that
 * order. Number 0 is the empty term, which no text holds. As a sequence, each letter is its code
 * unit plus one.
 */
export class Dictionary {
  readonly #sequence: SequenceData;

  constructor(sequence: SequenceData) {
    this.#sequence = sequence;
  }

  get size(): number {
    return this.#sequence.starts.length - 1;
  }

  /** The terms that begin with `prefix`, which are neighbours. */
  startingWith(prefix: string): Range {
    return { start: this.#firstFrom(prefix, false), end: this.#firstFrom(prefix, true) };
  }

  /** The number of a term, or 0 where no text holds it. */
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
   * Where a text stands inside terms: as an interval of the sequence's windows when it is short
   * enough for that, otherwise as the terms themselves. A term may be named more than once.
   */
  containing(text: string): Range | number[] {
    const pattern = toSymbols(text);
    if (pattern.length <= this.#sequence.depth) return findWindows(this.#sequence, pattern);
    const { range, at } = this.#rarestWindow(pattern);
    return this.#itemsOf(range, at, pattern);
  }

  /** True where a term ends with `suffix`. */
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

  /** The first term that is not below `text`, or that also does not begin with it. */
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

  /** Below, or above `text`; 0 where the term begins with it. */
  #compare(term: number, text: string): number {
    const { symbols, starts } = this.#sequence;
    const start = starts[term] ?? 0;
    for (let i = 0; i < text.length; i++) {
      // A term that is a prefix of the text ends here, with the symbol 0, and so stands below.
      const difference = (symbols[start + i] ?? 0) - text.charCodeAt(i) - 1;
      if (difference !== 0) return difference;
    }
    return 0;
  }

  /** The window of a pattern that occurs least, and where in the pattern it begins. */
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
