import { type BenchReport, formatReport } from '../bench/report.ts';
import {
  accuracyOf,
  type Calibration,
  type Confusion,
  macroF1Of,
  measureConfident,
  measureSides,
  type Prediction,
  type Verdict,
} from './metrics.ts';

/** One figure of a method on labelled data; `n` is how many it is a figure of. */
export type Figure = {
  readonly dataset: string;
  readonly metric: string;
  readonly value: number | null;
  readonly n: number;
};

export type Section = {
  readonly reports: readonly BenchReport[];
  readonly benchmarks: readonly Figure[];
  readonly peers: readonly (Figure & { readonly method: string })[];
  readonly matrices: readonly (Confusion & { readonly dataset: string })[];
  readonly calibration?: Calibration & { readonly dataset: string };
};

export function listFigures(dataset: string, predictions: readonly Prediction[]): Figure[] {
  const { accuracyWhenConfident, answered } = measureConfident(predictions);
  const n = predictions.length;
  const confident = Math.round((answered ?? 0) * n);
  return [
    ...listVerdictFigures(dataset, predictions),
    { dataset, metric: 'accuracyWhenConfident', value: accuracyWhenConfident, n: confident },
    { dataset, metric: 'answered', value: answered, n },
  ];
}

/** The figures of a method that does not say how sure it is. */
function listVerdictFigures(dataset: string, verdicts: readonly Verdict[]): Figure[] {
  const n = verdicts.length;
  return [
    { dataset, metric: 'accuracy', value: accuracyOf(verdicts), n },
    { dataset, metric: 'macroF1', value: macroF1Of(verdicts), n },
  ];
}

/** The figures of labels as they are published: on the whole, and of the sides that were taken. */
export function listPublishedFigures(dataset: string, verdicts: readonly Verdict[]): Figure[] {
  const { sidesTaken, accuracyOfSides, taken } = measureSides(verdicts);
  return [
    ...listVerdictFigures(dataset, verdicts),
    { dataset, metric: 'sidesTaken', value: sidesTaken, n: verdicts.length },
    { dataset, metric: 'accuracyOfSides', value: accuracyOfSides, n: taken },
  ];
}

/** Verdicts of a method on a dataset. */
export type Judged = { readonly method: string; readonly verdicts: readonly Verdict[] };

export function listPeerFigures(dataset: string, peers: readonly Judged[]): Section['peers'] {
  return peers.flatMap(({ method, verdicts }) =>
    listVerdictFigures(dataset, verdicts).map((figure) => ({ method, ...figure })),
  );
}

/** The columns of `listSideCells` and `listConfidentCells`. */
export const SIDE_COLUMNS = [
  ...['method', 'n', 'accuracy', 'macro-F1', 'sides taken', 'of these right'],
  ...['when confident', 'answered'],
];

type Cells = BenchReport['rows'][number];

export function listSideCells(method: string, verdicts: readonly Verdict[]): Cells {
  const { sidesTaken, accuracyOfSides } = measureSides(verdicts);
  const shares = [accuracyOf(verdicts), macroF1Of(verdicts), sidesTaken, accuracyOfSides];
  return [method, verdicts.length, ...shares.map(formatShare)];
}

export function listConfidentCells(predictions: readonly Prediction[]): Cells {
  const { accuracyWhenConfident, answered } = measureConfident(predictions);
  return [accuracyWhenConfident, answered].map(formatShare);
}

export function formatShare(share: number | null): string | null {
  return share === null ? null : `${(100 * share).toFixed(1)} %`;
}

/** An aim and whether it is met, such as `≥ 85 %: MISSED`. What was not measured is missed. */
export function formatAim(share: number | null, least: number): string {
  return `≥ ${Math.round(100 * least)} %: ${(share ?? 0) >= least ? 'met' : 'MISSED'}`;
}

export function reportConfusion(dataset: string, { labels, counts }: Confusion): BenchReport {
  return {
    title: `Confusion: ${dataset}`,
    columns: ['labelled', ...labels.map((label) => `as ${label}`)],
    rows: labels.map((label, index) => [label, ...(counts[index] ?? [])]),
  };
}

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
    notes: [`The expected calibration error (Guo et al. 2017) is ${formatShare(error) ?? '–'}.`],
  };
}

export function formatSections(sections: readonly Section[]): string {
  const reports = sections.flatMap((section) => section.reports);
  return reports.map((report) => `\n${formatReport(report)}`).join('');
}

export function formatSectionsJson(sections: readonly Section[]): string {
  const figures = {
    benchmarks: sections.flatMap(({ benchmarks }) => benchmarks),
    peers: sections.flatMap(({ peers }) => peers),
    matrices: sections.flatMap(({ matrices }) => matrices),
    calibration: sections.flatMap(({ calibration }) => calibration ?? []),
  };
  return `${formatFigures(figures, 2)}\n`;
}

/** JSON whose numbers have four decimals at most. */
export function formatFigures(figures: object, indent?: number): string {
  const round = (_: string, value: unknown) =>
    typeof value === 'number' ? Number(value.toFixed(4)) : value;
  return JSON.stringify(figures, round, indent);
}
