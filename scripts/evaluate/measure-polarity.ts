import { decide, decideSide, type JudgePolarity } from '#insights/polarity/judgement.ts';
import type { LabelledLine } from '../labelled/polarity-file.ts';
import { type ConfidentFigures, measureConfident } from './confident.ts';
import { accuracyOf, macroF1Of } from './confusion.ts';
import type { Prediction } from './prediction.ts';

/** How well labels are predicted: each from 0 to 1, null of none. */
export type PolarityFigures = ConfidentFigures & {
  readonly n: number;
  readonly accuracy: number | null;
  readonly macroF1: number | null;
};

/** Labels texts by a model: two ways where no text is labelled neutral, else three ways. */
export function predictPolarity(
  lines: readonly LabelledLine[],
  judge: JudgePolarity,
): readonly Prediction[] {
  const choose = lines.some(({ label }) => label === 'neutral') ? decide : decideSide;
  return lines.map(({ text, label: gold }) => {
    const { label, confidence } = choose(judge(text));
    return { gold, predicted: label, confidence };
  });
}

/** The figures of predictions. */
export function measurePolarity(predictions: readonly Prediction[]): PolarityFigures {
  return {
    n: predictions.length,
    accuracy: accuracyOf(predictions),
    macroF1: macroF1Of(predictions),
    ...measureConfident(predictions),
  };
}
