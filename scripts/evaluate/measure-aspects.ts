import { type Detection, measureDetection } from './detection.ts';
import { measurePolarity, type PolarityFigures } from './measure-polarity.ts';
import type { AspectPredictions } from './predict-aspects.ts';

/**
 * How well aspects are found and judged. `n` are the lines, `named` those that name an aspect; a
 * figure of nothing is null.
 */
export type AspectFigures = Omit<Detection, 'n'> & PolarityFigures & { readonly named: number };

/** The figures of so many lines: of finding over the texts, of judging over the aspects named. */
export function measureAspects(
  lines: number,
  { findings, predictions }: AspectPredictions,
): AspectFigures {
  const { precision, recall, f1 } = measureDetection(findings);
  const { n: named, ...figures } = measurePolarity(predictions);
  return { n: lines, named, precision, recall, f1, ...figures };
}
