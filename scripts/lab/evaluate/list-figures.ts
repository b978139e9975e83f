import { measureConfident } from './confident.ts';
import { accuracyOf, macroF1Of } from './confusion.ts';
import type { Prediction, Verdict } from './prediction.ts';
import type { Figure } from './section.ts';
import { measureSides } from './sides.ts';

/** The figures of predictions on a dataset. */
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
export function listVerdictFigures(dataset: string, verdicts: readonly Verdict[]): Figure[] {
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
