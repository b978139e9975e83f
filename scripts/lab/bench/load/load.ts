import { z } from 'zod';
import { quantile } from '../statistics.ts';
import type { BenchRequest } from './ask.ts';

/** What a load generator saw. */
export const Load = z.object({
  requests: z.number(),
  seconds: z.number(),
  bytes: z.number(),
  /** Answers of another status, and connections that failed. */
  failures: z.number(),
  p50Milliseconds: z.number(),
  p99Milliseconds: z.number(),
});
export type Load = z.infer<typeof Load>;

/** What was seen, summed up; times in milliseconds. */
export function summariseLoad(
  seen: Pick<Load, 'seconds' | 'bytes' | 'failures'>,
  milliseconds: readonly number[],
): Load {
  return {
    ...seen,
    requests: milliseconds.length,
    p50Milliseconds: quantile(milliseconds, 0.5),
    p99Milliseconds: quantile(milliseconds, 0.99),
  };
}

export type LoadSettings = {
  readonly request: BenchRequest;
  readonly expectedStatus: number;
  readonly connections: number;
  readonly seconds: number;
  /** Whether every request carries a User-Agent of its own, so that no two heads are the same. */
  readonly headsDiffer: boolean;
};

/** Sends requests from a process of its own, the next on a connection once one is answered. */
export type LoadGenerator = {
  readonly note: string;
  readonly run: (settings: LoadSettings) => Promise<Load>;
};
