import { RecordSorter } from './record-sorter.ts';

/** The places of a sequence sorted by windows, and where those of each first symbol begin. */
export type SortedWindows = {
  readonly order: Uint32Array<ArrayBuffer>;
  readonly firsts: Uint32Array<ArrayBuffer>;
};

/** The sequence is read so many times, which bounds the room that sorting takes. */
const PARTS = 4;

/**
 * Sorts the places before `length` that do not hold 0 by the `depth` symbols, all below `alphabet`,
 * that begin there; equal windows by place. For one part of the alphabet after the other, it reads
 * the sequence from end to end and puts each place, with the symbols after it, into the group of
 * its symbol, then sorts the groups. At a hundred million places a symbol read at random costs more
 * than all else, so none is.
 */
export function sortWindows(
  symbols: Uint32Array,
  length: number,
  alphabet: number,
  depth: number,
): SortedWindows {
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

/** Neighbouring symbols together, until they have `size` places. */
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
    for (let offset = 1; offset < depth; offset++)
      records[at + offset] = symbols[place + offset] ?? 0;
  }
}
