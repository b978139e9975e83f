/**
 * Benchmarks of the service beside its peers, in the same run: `npm run bench -- NAME`.
 *
 * Flow: main.ts installs the packages and programs that a bench needs and runs it. The bench starts
 * the service (sidecar.ts) and its peers (programs.ts) on content of its size (content.ts), loads
 * them by turns (load.ts), and adds each figure to one table (table.ts), which prints it at once.
 *
 * Invariants: a peer does the same work as the service, and where one fails, the benchmark fails;
 * everything that was started ends with it.
 */
import type { Table } from './table.ts';

export type Bench = {
  readonly about: string;
  /** Number of reviews, unless `--size` is given. */
  readonly size: number;
  /** Programs of the system that it needs, named as Debian's packages. */
  readonly programs?: readonly ('nginx' | 'hugo')[];
  readonly run: (run: Run) => Promise<void>;
};

export type Run = {
  readonly size: number;
  /** Empty, and removed afterwards. */
  readonly folder: string;
  readonly table: Table;
};
