import type { Aspect } from '#dataset/stored-entities.ts';
import type { BenchReport } from '../bench/report.ts';
import { accuracyOf } from './confusion.ts';
import { measureDetection } from './detection.ts';
import { formatShare } from './format-figures.ts';
import type { AspectPredictions } from './predict-aspects.ts';
import type { Figure } from './section.ts';

/** How well each aspect is found, and judged where it is found, as a table. */
export function reportAspects(
  dataset: string,
  { findings, predictions }: AspectPredictions,
  aspects: readonly Aspect[],
): BenchReport {
  const found = predictions.filter(({ isFound }) => isFound);
  const cellsOf = (name: string, only?: string) => {
    const { n, precision, recall, f1 } = measureDetection(findings, only);
    const judged = found.filter(({ aspect }) => only === undefined || aspect === only);
    const shares = [precision, recall, f1, accuracyOf(judged)].map(formatShare);
    return [name, n, ...shares];
  };
  return {
    title: `Aspects found: ${dataset}`,
    columns: ['aspect', 'n', 'precision', 'recall', 'F1', 'side where found'],
    rows: [cellsOf('all (micro)'), ...aspects.map(({ id }) => cellsOf(id, id))],
    ratios: [],
    notes: [],
  };
}

/** The figures of that table for all aspects together. */
export function listAspectFigures(
  dataset: string,
  { findings, predictions }: AspectPredictions,
): readonly Figure[] {
  const { precision, recall, f1 } = measureDetection(findings);
  const found = predictions.filter(({ isFound }) => isFound);
  const n = findings.length;
  return [
    { dataset, metric: 'aspectPrecision', value: precision, n },
    { dataset, metric: 'aspectRecall', value: recall, n },
    { dataset, metric: 'aspectF1', value: f1, n },
    { dataset, metric: 'aspectSentimentAccuracy', value: accuracyOf(found), n: found.length },
  ];
}
