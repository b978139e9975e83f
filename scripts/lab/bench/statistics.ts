import type { Ratio } from './report.ts';

/** The middle of some numbers, or the mean of the middle two; NaN of none. */
export function median(values: readonly number[]): number {
  return quantile(values, 0.5);
}

/**
 * The value below which a share of the numbers lies, from 0 (the least) to 1 (the greatest);
 * between two of them it is interpolated (Hyndman & Fan's type 7, as in R and NumPy). NaN of none.
 */
export function quantile(values: readonly number[], share: number): number {
  if (!(share >= 0 && share <= 1)) {
    throw new RangeError(`A quantile's share lies between 0 and 1 (got ${share}).`);
  }
  const sorted = values.toSorted((a, b) => a - b);
  const place = (sorted.length - 1) * share;
  const below = sorted[Math.floor(place)];
  const above = sorted[Math.ceil(place)];
  if (below === undefined || above === undefined) return Number.NaN;
  return below + (above - below) * (place - Math.floor(place));
}

/** The median for a table; null of no values, or where one of them was not measured. */
export function medianOf(values: readonly (number | null)[]): number | null {
  const known = values.filter((value) => value !== null);
  return known.length > 0 && known.length === values.length ? median(known) : null;
}

export function quantileOf(values: readonly number[], share: number): number | null {
  return values.length === 0 ? null : quantile(values, share);
}

/** Least, median and most of some values, for a table; nulls of none. */
export function spreadOf(values: readonly number[]): (number | null)[] {
  if (values.length === 0) return [null, null, null];
  return [Math.min(...values), median(values), Math.max(...values)];
}

/** Combines two figures; null where one of them was not measured. */
export function combine(
  a: number | null,
  b: number | null,
  reckon: (a: number, b: number) => number,
): number | null {
  return a === null || b === null ? null : reckon(a, b);
}

/** The median of the rounds' ratios: a disturbance meets both. Null where one was not measured. */
export function compareRounds<Figure extends string>(
  figure: Figure,
  ours: readonly Readonly<Record<Figure, number | null>>[] | undefined,
  theirs: readonly Readonly<Record<Figure, number | null>>[] | undefined,
): number | null {
  if (!ours || !theirs || ours.length !== theirs.length) return null;
  return medianOf(
    ours.map((round, index) =>
      combine(round[figure], theirs[index]?.[figure] ?? null, (our, their) => our / their),
    ),
  );
}

export type Sample = {
  readonly requestsPerSecond: number;
  /** Processor time of the server a request; null where the system does not report it. */
  readonly cpuMicroseconds: number | null;
  readonly busyPercent: number | null;
  readonly p50Milliseconds: number;
  readonly p99Milliseconds: number;
};

const FIGURES: readonly (readonly [column: string, figure: keyof Sample])[] = [
  ['requests/s', 'requestsPerSecond'],
  ['CPU µs/request', 'cpuMicroseconds'],
  ['busy %', 'busyPercent'],
  ['p50 ms', 'p50Milliseconds'],
  ['p99 ms', 'p99Milliseconds'],
];

export const SAMPLE_COLUMNS = FIGURES.map(([column]) => column);

export function summarise(samples: readonly Sample[] = []): (number | null)[] {
  return FIGURES.map(([, figure]) => medianOf(samples.map((sample) => sample[figure])));
}

/** CPU time and throughput against a share of theirs. On a busy machine, trust the CPU time. */
export function listRatios(
  what: string,
  ours: readonly Sample[] | undefined,
  theirs: readonly Sample[] | undefined,
  share = 1,
): Ratio[] {
  return [
    {
      what: `${what}: CPU a request`,
      value: compareRounds('cpuMicroseconds', ours, theirs),
      aim: { atMost: Number((1 / share).toFixed(2)) },
    },
    {
      what: `${what}: throughput`,
      value: compareRounds('requestsPerSecond', ours, theirs),
      aim: { atLeast: share },
    },
  ];
}
