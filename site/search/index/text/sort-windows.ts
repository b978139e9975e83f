/** How many times the sequence is read: each time sorts a part of it, which bounds the memory needed. */
const PARTS = 4;

/**
 * Sorts the places below `length` with a symbol other than 0 by the window of `depth` symbols, all
 * below `alphabet`, that begins there; equal windows by place. For one part of the alphabet after the
 * other, it reads the sequence from end to end, puts each place with the symbols after it into the
 * group of its symbol, and sorts the groups. At a hundred million places random access would cost
 * more than all else, so there is none.
 *
 * Returns the sorted places, and where among them each first symbol begins.
 */
export function sortWindows(
  symbols: Uint32Array,
  length: number,
  alphabet: number,
  depth: number,
): { order: Uint32Array<ArrayBuffer>; firsts: Uint32Array<ArrayBuffer> } {
  const firsts = findFirsts(symbols, length, alphabet);
  const order = new Uint32Array(firsts[alphabet] ?? 0);
  const parts = splitAlphabet(firsts, Math.ceil(order.length / PARTS));
  const room = Math.max(
    0,
    ...parts.map(({ start, end }) => (firsts[end] ?? 0) - (firsts[start] ?? 0)),
  );
  const records = new Uint32Array(room * depth);
  const sorter = new RecordSorter(depth, alphabet);
  for (const { start, end } of parts) {
    const first = firsts[start] ?? 0;
    collectRecords(symbols, length, firsts, start, end, records, depth);
    for (let symbol = start; symbol < end; symbol++) {
      const from = firsts[symbol] ?? 0;
      const size = (firsts[symbol + 1] ?? 0) - from;
      if (size > 1) sorter.sort(records, from - first, size);
    }
    const below = (firsts[end] ?? 0) - first;
    for (let record = 0; record < below; record++) {
      order[first + record] = records[record * depth] ?? 0;
    }
  }
  return { order, firsts };
}

function findFirsts(symbols: Uint32Array, length: number, alphabet: number) {
  const firsts = new Uint32Array(alphabet + 1);
  for (let place = 0; place < length; place++) {
    const symbol = symbols[place] ?? 0;
    if (symbol !== 0) firsts[symbol + 1] = (firsts[symbol + 1] ?? 0) + 1;
  }
  for (let symbol = 1; symbol <= alphabet; symbol++) {
    firsts[symbol] = (firsts[symbol] ?? 0) + (firsts[symbol - 1] ?? 0);
  }
  return firsts;
}

/** Splits the alphabet into runs of symbols with about `size` places each. */
function splitAlphabet(firsts: Uint32Array, size: number) {
  const parts: { start: number; end: number }[] = [];
  const alphabet = firsts.length - 1;
  for (let start = 1, end = 2; end <= alphabet; end++) {
    const full = (firsts[end] ?? 0) - (firsts[start] ?? 0) >= size;
    if (!full && end < alphabet) continue;
    parts.push({ start, end });
    start = end;
  }
  return parts;
}

function collectRecords(
  symbols: Uint32Array,
  length: number,
  firsts: Uint32Array,
  start: number,
  end: number,
  records: Uint32Array,
  depth: number,
): void {
  const first = firsts[start] ?? 0;
  const next = firsts.slice(start, end);
  for (let place = 0; place < length; place++) {
    const symbol = symbols[place] ?? 0;
    if (symbol < start || symbol >= end) continue;
    const target = next[symbol - start] ?? 0;
    next[symbol - start] = target + 1;
    const at = (target - first) * depth;
    records[at] = place;
    for (let offset = 1; offset < depth; offset++) {
      records[at + offset] = symbols[place + offset] ?? 0;
    }
  }
}

/** Groups up to this size use insertion sort, larger ones radix sort. */
const SMALL = 48;
/** Groups from this size on are worth a table of 11 bits instead of 8. */
const LARGE = 2048;

/** Sorts records of `width` numbers by all but the first of them, all below `bound`. It is stable. */
class RecordSorter {
  readonly #width: number;
  readonly #bound: number;
  readonly #counts = new Uint32Array(1 << 11);
  #spare: Uint32Array = new Uint32Array(0);

  constructor(width: number, bound: number) {
    this.#width = width;
    this.#bound = bound;
  }

  sort(records: Uint32Array, start: number, size: number): void {
    const width = this.#width;
    if (this.#spare.length < size * width) this.#spare = new Uint32Array(size * width);
    if (size <= SMALL) insertionSort(records, start * width, size, width, this.#spare);
    else this.#radixSort(records.subarray(start * width, (start + size) * width), size);
  }

  /** From the least significant digit of the last number on: each pass is stable. */
  #radixSort(records: Uint32Array, size: number): void {
    const bits = size < LARGE ? 8 : 11;
    let from = records;
    let to = this.#spare;
    for (let column = this.#width - 1; column > 0; column--) {
      for (let shift = 0; (this.#bound - 1) >>> shift > 0; shift += bits) {
        if (!countDigits(from, size, this.#width, column, shift, bits, this.#counts)) continue;
        moveRecords(from, to, size, this.#width, column, shift, bits, this.#counts);
        [from, to] = [to, from];
      }
    }
    if (from !== records) records.set(from.subarray(0, records.length));
  }
}

/** Sets `counts` to where the records of each digit begin; false where all have the same digit. */
function countDigits(
  records: Uint32Array,
  size: number,
  width: number,
  column: number,
  shift: number,
  bits: number,
  counts: Uint32Array,
): boolean {
  const mask = (1 << bits) - 1;
  counts.fill(0, 0, mask + 1);
  const end = size * width;
  for (let at = column; at < end; at += width) {
    const digit = ((records[at] ?? 0) >>> shift) & mask;
    counts[digit] = (counts[digit] ?? 0) + 1;
  }
  if (counts[((records[column] ?? 0) >>> shift) & mask] === size) return false;
  let start = 0;
  for (let digit = 0; digit <= mask; digit++) {
    const count = counts[digit] ?? 0;
    counts[digit] = start;
    start += count;
  }
  return true;
}

function moveRecords(
  from: Uint32Array,
  to: Uint32Array,
  size: number,
  width: number,
  column: number,
  shift: number,
  bits: number,
  counts: Uint32Array,
): void {
  const mask = (1 << bits) - 1;
  const end = size * width;
  for (let at = 0; at < end; at += width) {
    const digit = ((from[at + column] ?? 0) >>> shift) & mask;
    const target = counts[digit] ?? 0;
    counts[digit] = target + 1;
    const base = target * width;
    for (let i = 0; i < width; i++) to[base + i] = from[at + i] ?? 0;
  }
}

function insertionSort(
  records: Uint32Array,
  start: number,
  size: number,
  width: number,
  spare: Uint32Array,
): void {
  const end = start + size * width;
  for (let at = start + width; at < end; at += width) {
    let to = at;
    while (to > start && isAfter(records, to - width, at, width)) to -= width;
    if (to === at) continue;
    for (let i = 0; i < width; i++) spare[i] = records[at + i] ?? 0;
    records.copyWithin(to + width, to, at);
    for (let i = 0; i < width; i++) records[to + i] = spare[i] ?? 0;
  }
}

function isAfter(records: Uint32Array, a: number, b: number, width: number): boolean {
  for (let i = 1; i < width; i++) {
    const difference = (records[a + i] ?? 0) - (records[b + i] ?? 0);
    if (difference !== 0) return difference > 0;
  }
  return false;
}
