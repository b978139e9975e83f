import { extractFeatures } from '#insights/polarity/extract-features.ts';
import { GramIndex } from '#insights/polarity/gram-index.ts';
import { createLexicon } from '#insights/polarity/lexicon.ts';
import { SIGNALS } from '#insights/polarity/measure-signals.ts';
import type { PolarityModel, Weights } from '#insights/polarity/polarity-model.ts';
import { tokenize } from '#insights/text/tokenize.ts';
import type { Label } from '../labelled/label.ts';
import { type FeaturedText, fitHead } from './fit-head.ts';

/** A text and what it says. `counts`: how much it tells each of the regressions. */
export type LabelledText = {
  readonly text: string;
  readonly label: Label;
  readonly counts: Weights;
};

/** Grams that move none of the log-odds by so much are left out: most were seen once. */
const LEAST_WEIGHTS: Weights = { polarity: 0.1, opinion: 0.2, mixture: 0.2 };

/** Trains a model. Same texts in the same order and same lexicon, same model, to the bit. */
export function trainModel(
  texts: readonly LabelledText[],
  lexicon: ReadonlyMap<string, number>,
): PolarityModel {
  const findValued = createLexicon(lexicon);
  const index = new GramIndex();
  const featured = texts.map(
    (text): FeaturedText => ({
      ...text,
      features: extractFeatures(tokenize(text.text), findValued, (...of) => index.learn(...of)),
    }),
  );
  const grams = index.names;
  const polarity = fitHead('polarity', featured, grams.length);
  const opinion = fitHead('opinion', featured, grams.length);
  const mixture = fitHead('mixture', featured, grams.length);
  const weightsAt = (index: number): Weights => ({
    polarity: polarity[index] ?? 0,
    opinion: opinion[index] ?? 0,
    mixture: mixture[index] ?? 0,
  });
  return {
    lexicon,
    grams: new Map(
      grams
        .map((gram, index) => [gram, weightsAt(index)] as const)
        .filter(([, own]) => isHeavy(own)),
    ),
    signals: SIGNALS.map((_, index) => weightsAt(grams.length + index)),
    bias: weightsAt(grams.length + SIGNALS.length),
  };
}

function isHeavy({ polarity, opinion, mixture }: Weights): boolean {
  return (
    Math.abs(polarity) >= LEAST_WEIGHTS.polarity ||
    Math.abs(opinion) >= LEAST_WEIGHTS.opinion ||
    Math.abs(mixture) >= LEAST_WEIGHTS.mixture
  );
}
