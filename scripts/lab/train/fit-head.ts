import type { Features } from '#insights/polarity/extract-features.ts';
import { SIGNALS } from '#insights/polarity/measure-signals.ts';
import type { Weights } from '#insights/polarity/polarity-model.ts';
import type { Label } from '../labelled/label.ts';
import { type Example, fitLogistic } from './fit-logistic.ts';

/** A labelled text with what the model weighs of it. */
export type FeaturedText = {
  readonly features: Features;
  readonly label: Label;
  readonly counts: Weights;
};

type Head = {
  readonly isTrue: (label: Label) => boolean;
  readonly isAsked: (label: Label) => boolean;
  /** What holds the weight of a gram towards 0. */
  readonly penalty: number;
};

const HEADS: Readonly<Record<keyof Weights, Head>> = {
  polarity: {
    isTrue: (label) => label === 'positive',
    isAsked: (label) => label === 'positive' || label === 'negative',
    penalty: 0.5,
  },
  opinion: {
    isTrue: (label) => label !== 'neutral',
    isAsked: (label) => label !== 'mixed',
    penalty: 1,
  },
  mixture: {
    isTrue: (label) => label === 'mixed',
    isAsked: () => true,
    penalty: 1,
  },
};

/** There are few signals, and thousands of texts for each. */
const SIGNAL_PENALTY = 0.01;

/** Fits one of the regressions over so many grams. Returns the weights of the grams, the signals and the bias. */
export function fitHead(
  name: keyof Weights,
  texts: readonly FeaturedText[],
  grams: number,
): readonly number[] {
  const { isTrue, isAsked, penalty } = HEADS[name];
  const penalties = new Float64Array(grams + SIGNALS.length).fill(penalty);
  penalties.fill(SIGNAL_PENALTY, grams);
  const examples = texts
    .filter(({ label, counts }) => isAsked(label) && counts[name] > 0)
    .map(
      ({ features: { grams: own, gramValue, signals }, label, counts }): Example => ({
        indices: Int32Array.from([...own, ...signals.map((_, index) => grams + index)]),
        values: Float64Array.from([...own.map(() => gramValue), ...signals]),
        isTrue: isTrue(label),
        weight: counts[name],
      }),
    );
  return [...fitLogistic(examples, penalties)];
}
