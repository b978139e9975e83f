import { LABELS, type Label } from '../labelled/label.ts';
import type { Verdict } from './prediction.ts';

/** How often each label (a row) was taken for each (a column), over the labels that occur. */
export type Confusion = {
  readonly labels: readonly Label[];
  readonly counts: readonly (readonly number[])[];
};

/** Counts which label was taken for which. */
export function countConfusion(verdicts: readonly Verdict[]): Confusion {
  const labels = LABELS.filter((label) =>
    verdicts.some(({ gold, predicted }) => gold === label || predicted === label),
  );
  const countOf = (row: Label, column: Label) =>
    verdicts.filter(({ gold, predicted }) => gold === row && predicted === column).length;
  return { labels, counts: labels.map((row) => labels.map((column) => countOf(row, column))) };
}

/** The share of right verdicts; null of none. */
export function accuracyOf(verdicts: readonly Verdict[]): number | null {
  const right = verdicts.filter(({ gold, predicted }) => gold === predicted).length;
  return verdicts.length === 0 ? null : right / verdicts.length;
}

/**
 * The mean of the F1 of each label that people gave at all; null of none. A label that only the
 * method gave has no F1 of its own: its verdicts count against the labels that they missed.
 */
export function macroF1Of(verdicts: readonly Verdict[]): number | null {
  const { labels, counts } = countConfusion(verdicts);
  const scores = labels.flatMap((_, index) => {
    const hits = counts[index]?.[index] ?? 0;
    const given = sum(counts[index] ?? []);
    const predicted = sum(counts.map((row) => row[index] ?? 0));
    return given === 0 ? [] : [(2 * hits) / (given + predicted)];
  });
  return scores.length === 0 ? null : sum(scores) / scores.length;
}

function sum(values: readonly number[]): number {
  return values.reduce((total, value) => total + value, 0);
}
