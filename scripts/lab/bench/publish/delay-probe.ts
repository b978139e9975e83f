import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { pathToFileURL } from 'node:url';
import { z } from 'zod';

const LONGEST_MILLISECONDS = 30_000;
const PAUSE_MILLISECONDS = 5;

/** Asks a process that has loaded report-delay.ts for what it has measured since the last time. */
export class DelayProbe {
  readonly #file: string;
  #number = 0;

  constructor(folder: string) {
    this.#file = join(folder, 'delay.json');
  }

  get environment(): Readonly<Record<string, string>> {
    return { BENCH_DELAY_FILE: this.#file };
  }

  get nodeArguments(): readonly string[] {
    return ['--import', pathToFileURL(join(import.meta.dirname, 'report-delay.ts')).href];
  }

  /**
   * The delays since the last call. What blocks the loop within some milliseconds after this call
   * is not measured: the next interval begins with the next turn of the loop.
   */
  async take(pid: number): Promise<DelayReport> {
    this.#number++;
    process.kill(pid, 'SIGUSR2');
    const end = performance.now() + LONGEST_MILLISECONDS;
    while (performance.now() < end) {
      await setTimeout(PAUSE_MILLISECONDS);
      const report = this.#read();
      if (report?.number === this.#number) return report;
    }
    throw new Error('the sidecar does not report the delay of its event loop');
  }

  #read(): DelayReport | undefined {
    let text: string;
    try {
      text = readFileSync(this.#file, 'utf8');
    } catch {
      // There is none before the first report.
      return undefined;
    }
    return DelayReport.parse(JSON.parse(text));
  }
}

const NANOSECONDS_A_MILLISECOND = 1e6;
const milliseconds = z
  .number()
  .nonnegative()
  .transform((nanoseconds) => nanoseconds / NANOSECONDS_A_MILLISECOND);

/** What report-delay.ts writes: a histogram of perf_hooks, in nanoseconds there and ms here. */
export const DelayReport = z.object({
  number: z.int().positive(),
  count: z.int().nonnegative(),
  max: milliseconds,
  /** Pairs of a percentile, from 0 to 100 and rising, and the delay this share stays within. */
  percentiles: z.array(z.tuple([z.number().min(0).max(100), milliseconds])),
});
export type DelayReport = z.infer<typeof DelayReport>;

export type DelaySummary = { readonly p99: number; readonly worst: number };

/**
 * The delays of several stretches of time taken together; null where nothing was recorded. Between
 * two percentiles of a stretch the higher one's delay is taken for all, so p99 errs upwards.
 */
export function summariseDelays(reports: readonly DelayReport[]): DelaySummary | null {
  const recorded = reports.filter(({ count }) => count > 0);
  if (recorded.length === 0) return null;
  const steps = recorded.flatMap(({ count, percentiles }) =>
    percentiles.map(([percentile, delay], index) => {
      const [below] = percentiles[index - 1] ?? [0];
      return { delay, count: (count * (percentile - below)) / 100 };
    }),
  );
  steps.sort((a, b) => a.delay - b.delay);
  const worst = Math.max(...recorded.map(({ max }) => max));
  let left = 0.99 * steps.reduce((sum, { count }) => sum + count, 0);
  for (const { delay, count } of steps) {
    left -= count;
    if (left <= 0) return { p99: delay, worst };
  }
  return { p99: worst, worst };
}
