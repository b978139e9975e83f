import type { Ratio } from './bench-report.ts';
import { median } from './statistics.ts';

/** What one round of load on a server came to. */
export type Sample = {
  readonly requestsPerSecond: number;
  /** Processor time of the server a request; null where the system does not tell. */
  readonly cpuMicroseconds: number | null;
  /** The server's share of one processor. */
  readonly busyPercent: number | null;
  readonly p50Milliseconds: number;
  readonly p99Milliseconds: number;
};

export type Figure = keyof Sample;

export const SAMPLE_COLUMNS = ['requests/s', 'CPU µs/request', 'busy %', 'p50 ms', 'p99 ms'];
const FIGURES: readonly Figure[] = [
  'requestsPerSecond',
  'cpuMicroseconds',
  'busyPercent',
  'p50Milliseconds',
  'p99Milliseconds',
];

/** The medians of all figures, for a table; null where nothing was measured. */
export function summarise(samples: readonly Sample[] | undefined): (number | null)[] {
  return FIGURES.map((figure) => {
    const values = samples?.map((sample) => sample[figure]) ?? [];
    return values.length > 0 ? medianOf(values) : null;
  });
}

/**
 * The median of the rounds' own ratios, ours / theirs: what disturbs a whole round, disturbs both.
 * Null where a round of either was not measured.
 */
export function compare(
  figure: Figure,
  ours: readonly Sample[] | undefined,
  theirs: readonly Sample[] | undefined,
): number | null {
  if (!ours || !theirs || ours.length !== theirs.length) return null;
  return medianOf(
    ours.map((sample, round) => {
      const our = sample[figure];
      const their = theirs[round]?.[figure] ?? null;
      return our === null || their === null ? null : our / their;
    }),
  );
}

/**
 * How processor time and throughput compare, with the aim to reach a share of theirs. Where others
 * use the machine as well, the first is the one to trust.
 */
export function listRatios(
  what: string,
  ours: readonly Sample[] | undefined,
  theirs: readonly Sample[] | undefined,
  share = 1,
): Ratio[] {
  return [
    {
      what: `${what}: CPU a request`,
      value: compare('cpuMicroseconds', ours, theirs),
      aim: { atMost: Number((1 / share).toFixed(2)) },
    },
    {
      what: `${what}: throughput`,
      value: compare('requestsPerSecond', ours, theirs),
      aim: { atLeast: share },
    },
  ];
}

function medianOf(values: readonly (number | null)[]): number | null {
  const known = values.filter((value) => value !== null);
  return known.length > 0 && known.length === values.length ? median(known) : null;
}
