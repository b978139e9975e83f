import { median, quantile } from '../statistics.ts';
import { type DelaySummary, summariseDelays } from './delay-report.ts';
import type { MeasuredEdit, Stretch } from './measure-edit.ts';
import type { PeerResult } from './measure-peer.ts';

/** Median, 95th percentile and most of some times; nulls of none. */
export function spreadOf(milliseconds: readonly number[]): (number | null)[] {
  if (milliseconds.length === 0) return [null, null, null];
  return [median(milliseconds), quantile(milliseconds, 0.95), Math.max(...milliseconds)];
}

export function medianOf(milliseconds: readonly number[]): number | null {
  return milliseconds.length === 0 ? null : median(milliseconds);
}

/** Until the last byte of the answer that had the edit. */
export function servedTimes(edits: readonly MeasuredEdit[]): number[] {
  return edits.map(({ arrival }) => arrival.whole);
}

/** Until the head of that answer. */
export function headTimes(edits: readonly MeasuredEdit[]): number[] {
  return edits.map(({ arrival }) => arrival.head);
}

/** The least of the medians of some results of peers; null where none of them was measured. */
export function fastestMedian(results: readonly PeerResult[]): number | null {
  const medians = results.flatMap(({ milliseconds }) => medianOf(milliseconds) ?? []);
  return medians.length === 0 ? null : Math.min(...medians);
}

/** What the event loop and the readers saw while edits passed through one phase. */
export type PhaseSummary = {
  readonly delay: DelaySummary | null;
  readonly requests: number;
  readonly failures: number;
  readonly p99: number | null;
  readonly worst: number | null;
};

export function summarisePhase(stretches: readonly Stretch[]): PhaseSummary {
  const milliseconds = stretches.flatMap(({ latencies }) => latencies.milliseconds);
  const isEmpty = milliseconds.length === 0;
  return {
    delay: summariseDelays(stretches.map(({ delay }) => delay)),
    requests: milliseconds.length,
    failures: stretches.reduce((sum, { latencies }) => sum + latencies.failures, 0),
    p99: isEmpty ? null : quantile(milliseconds, 0.99),
    worst: isEmpty ? null : milliseconds.reduce((most, one) => Math.max(most, one), 0),
  };
}

/** The stretches of one phase of all edits that have them. */
export function stretchesOf(edits: readonly MeasuredEdit[], phase: 'until' | 'after'): Stretch[] {
  return edits.flatMap(({ stretches }) => stretches?.[phase] ?? []);
}
