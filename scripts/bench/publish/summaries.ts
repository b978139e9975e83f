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

/** The edits that found the server at rest; all of them where none did. */
export function calmEdits(edits: readonly MeasuredEdit[]): readonly MeasuredEdit[] {
  const calm = edits.filter(({ isBusy }) => !isBusy);
  return calm.length > 0 ? calm : edits;
}

export function servedTimes(edits: readonly MeasuredEdit[]): number[] {
  return edits.map(({ served }) => served.whole);
}

export function pageTimes(edits: readonly MeasuredEdit[]): number[] {
  return edits.flatMap(({ page }) => page ?? []);
}

/** A peer's median at its faster way of rebuilding; null where neither was measured. */
export function fastestMedian(
  peers: readonly PeerResult[],
  label: string,
  isDataOnly: boolean,
): number | null {
  const medians = peers
    .filter((peer) => peer.label === label && peer.isDataOnly === isDataOnly)
    .flatMap(({ milliseconds }) => medianOf(milliseconds) ?? []);
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
export function stretchesOf(edits: readonly MeasuredEdit[], phase: 'data' | 'pages'): Stretch[] {
  return edits.flatMap(({ stretches }) => stretches?.[phase] ?? []);
}
