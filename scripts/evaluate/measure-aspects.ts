import { type Detection, measureDetection } from './detection.ts';
import { measurePolarity, type PolarityFigures } from './measure-polarity.ts';
import type { AspectPredictions } from './predict-aspects.ts';

/** How well aspects are found and judged. `n` are the lines; a figure of nothing is null. */
export type AspectFigures = Omit<Detection, 'n'> & PolarityFigures;

/** The figures of so many lines: of finding over the texts, of judging over the aspects named. */
export function measureAspects(
  lines: number,
  { findings, predictions }: AspectPredictions,
): AspectFigures {
  const { precision, recall, f1 } = measureDetection(findings);
  const { accuracy, macroF1, accuracyWhenConfident, answered } = measurePolarity(predictions);
  return {
    n: lines,
    precision,
    recall,
    f1,
    accuracy,
    macroF1,
    accuracyWhenConfident,
    answered,
  };
}
