import type { PeerName } from '../../peers/peers.ts';

/** What a benchmark found: one table, and the ratios that aims are held against. */
export type BenchReport = {
  readonly title: string;
  readonly columns: readonly string[];
  /** A cell is null where its subject could not be measured; `notes` says why. */
  readonly rows: readonly (readonly (string | number | null)[])[];
  readonly ratios: readonly Ratio[];
  readonly notes: readonly string[];
};

/** A figure of ours against the best peer of the same run, and what we aim for. */
export type Ratio = {
  readonly what: string;
  readonly value: number | null;
  readonly aim: { readonly atLeast: number } | { readonly atMost: number };
};

/** A benchmark: `npm run bench -- NAME`. It runs its peers beside our code, in the same run. */
export type Bench = {
  readonly name: string;
  readonly about: string;
  /** What has to be installed before it can run. */
  readonly peers?: readonly PeerName[];
  readonly run: (options: BenchOptions) => Promise<readonly BenchReport[]>;
};

export type BenchOptions = {
  /** Sizes to run, where the benchmark has sizes (`--sizes 10000,100000`). */
  readonly sizes: readonly number[] | undefined;
  /** Tells a waiting person what is being measured. */
  readonly progress: (message: string) => void;
};

/** True where the figure was measured and meets its aim: what was not measured is not met. */
export function isMet({ value, aim }: Ratio): boolean {
  if (value === null || Number.isNaN(value)) return false;
  return 'atLeast' in aim ? value >= aim.atLeast : value <= aim.atMost;
}
