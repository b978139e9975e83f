import { CONFIDENT } from '#insights/polarity/judgement.ts';
import { accuracyOf } from './confusion.ts';
import type { Prediction } from './prediction.ts';

/** How good the confident predictions are, and which share is confident; null of none. */
export type ConfidentFigures = {
  readonly accuracyWhenConfident: number | null;
  readonly answered: number | null;
};

/** Looks at the predictions alone that are confident enough to be published. */
export function measureConfident(predictions: readonly Prediction[]): ConfidentFigures {
  const confident = predictions.filter(({ confidence }) => confidence >= CONFIDENT);
  const answered = predictions.length === 0 ? null : confident.length / predictions.length;
  return { accuracyWhenConfident: accuracyOf(confident), answered };
}
