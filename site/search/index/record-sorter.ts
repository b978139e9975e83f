/** Groups up to this size are sorted by insertion. */
const SMALL = 48;
/** Groups from this size on are worth a table of more digits. */
const LARGE = 2048;

/**
 * Sorts records of `width` numbers by all but the first of them, all below `bound`; records with
 * the same numbers keep their order.
 */
export class RecordSorter {
  readonly #width: number;
  readonly #bound: number;
  readonly #counts = new Uint32Array(1 << 11);
  #spare: Uint32Array = new Uint32Array(0);

  constructor(width: number, bound: number) {
    this.#width = width;
    this.#bound = bound;
  }

  /** Sorts `size` records from the record `start` on. */
  sort(records: Uint32Array, start: number, size: number): void {
    const width = this.#width;
    if (this.#spare.length < size * width) this.#spare = new Uint32Array(size * width);
    if (size <= SMALL) insertionSort(records, start * width, size, width, this.#spare);
    else this.#radixSort(records.subarray(start * width, (start + size) * width), size);
  }

  /** The least significant digit of the last number first: each pass is stable. */
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

/** Puts into `counts` where the records of each digit go; false where all have the same digit. */
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
