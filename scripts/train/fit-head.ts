import type { Features } from '#insights/polarity/extract-features.ts';
import { SIGNALS } from '#insights/polarity/measure-signals.ts';
import type { Weights } from '#insights/polarity/polarity-model.ts';
import type { Label } from '../labelled/label.ts';
import { contrastGrams } from './contrast-grams.ts';
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
  /** How far grams that stand on both sides alike are held down more than others, 0 not at all. */
  readonly contrast: number;
};

const HEADS: Readonly<Record<keyof Weights, Head>> = {
  polarity: {
    isTrue: (label) => label === 'positive',
    isAsked: (label) => label === 'positive' || label === 'negative',
    penalty: 0.5,
    contrast: 0.5,
  },
  opinion: {
    isTrue: (label) => label !== 'neutral',
    isAsked: (label) => label !== 'mixed',
    penalty: 1,
    contrast: 0,
  },
  mixture: {
    isTrue: (label) => label === 'mixed',
    isAsked: () => true,
    penalty: 1,
    contrast: 0,
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
  const { isTrue, isAsked, penalty, contrast } = HEADS[name];
  const asked = texts
    .filter(({ label, counts }) => isAsked(label) && counts[name] > 0)
    .map(({ features, label, counts }) => ({
      indices: Int32Array.from(features.grams),
      features,
      isTrue: isTrue(label),
      weight: counts[name],
    }));
  // A gram with a larger scale needs a smaller weight for the same effect, and pays less for it.
  const scales = contrastGrams(asked, grams).map((ratio) => ratio ** contrast);
  const penalties = new Float64Array(grams + SIGNALS.length).fill(penalty);
  penalties.fill(SIGNAL_PENALTY, grams);
  const signalIndices = SIGNALS.map((_, index) => grams + index);
  const fit = fitLogistic(
    asked.map(({ indices, features, ...example }): Example => {
      const values = Array.from(indices, (index) => features.gramValue * (scales[index] ?? 1));
      return {
        ...example,
        indices: Int32Array.from([...indices, ...signalIndices]),
        values: Float64Array.from([...values, ...features.signals]),
      };
    }),
    penalties,
  );
  return Array.from(fit, (weight, index) => weight * (scales[index] ?? 1));
}
