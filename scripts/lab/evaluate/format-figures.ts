import type { BenchReport } from '../bench/report.ts';
import type { Calibration } from './calibration.ts';
import type { Confusion } from './confusion.ts';

/** A share for people, such as `88.3 %`; null where there is none. */
export function formatShare(share: number | null): string | null {
  return share === null ? null : `${(100 * share).toFixed(1)} %`;
}

/** An aim and whether it is met, such as `≥ 85 %: MISSED`. What was not measured is missed. */
export function formatAim(share: number | null, least: number): string {
  return `≥ ${Math.round(100 * least)} %: ${(share ?? 0) >= least ? 'met' : 'MISSED'}`;
}

/** A confusion matrix as a table: labelled by people (rows), predicted (columns). */
export function reportConfusion(dataset: string, { labels, counts }: Confusion): BenchReport {
  return {
    title: `Confusion: ${dataset}`,
    columns: ['labelled', ...labels.map((label) => `as ${label}`)],
    rows: labels.map((label, index) => [label, ...(counts[index] ?? [])]),
    ratios: [],
    notes: [],
  };
}

/** The bins of a calibration as a table, with the expected calibration error as a note. */
export function reportCalibration(dataset: string, { bins, error }: Calibration): BenchReport {
  return {
    title: `Calibration of the confidence: ${dataset}`,
    columns: ['confidence', 'n', 'mean confidence', 'accuracy'],
    rows: bins.map(({ from, to, n, confidence, accuracy }) => [
      `${from.toFixed(2)} to ${to.toFixed(2)}`,
      n,
      formatShare(confidence),
      formatShare(accuracy),
    ]),
    ratios: [],
    notes: [`The expected calibration error (Guo et al. 2017) is ${formatShare(error) ?? '–'}.`],
  };
}
