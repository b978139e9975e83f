import { decide, decideSide, type JudgePolarity } from '#insights/polarity/judgement.ts';
import type { LabelledLine } from '../labelled/polarity-file.ts';
import type { Prediction } from './prediction.ts';

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
