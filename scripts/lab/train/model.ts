import { extractFeatures } from '#insights/polarity/extract-features.ts';
import { createLexicon } from '#insights/polarity/lexicon.ts';
import { SIGNALS } from '#insights/polarity/measure-signals.ts';
import type { PolarityModel, Weights } from '#insights/polarity/model-file.ts';
import { nameOfGram } from '#insights/text/gram-table.ts';
import { tokenize } from '#insights/text/tokenize.ts';
import { LABELS, type Label } from '../labeled/labeled.ts';
import { fitLogistic } from './fit-logistic.ts';
import type { WeighedText } from './training-data.ts';

const SIDES = ['positive', 'negative'] as const;

type Head = {
  readonly asked: readonly Label[];
  readonly isTrue: readonly Label[];
  readonly penalty: number;
  readonly least: number;
};

/**
 * The regressions: the labels that each learns from, and those for which it is true; and the
 * penalty on the weight of a gram. A gram whose weights are all below a bound is left out, as most
 * were seen once.
 */
const NAMES = ['polarity', 'opinion', 'mixture'] as const;
const HEADS: Readonly<Record<keyof Weights, Head>> = {
  polarity: { asked: SIDES, isTrue: ['positive'], penalty: 0.5, least: 0.1 },
  opinion: { asked: ['positive', 'neutral', 'negative'], isTrue: SIDES, penalty: 1, least: 0.2 },
  mixture: { asked: LABELS, isTrue: ['mixed'], penalty: 1, least: 0.2 },
};

/** The penalty on signals, which are few, with thousands of texts for each. */
const SIGNAL_PENALTY = 0.01;

/**
 * Trains a model. Equal texts in equal order and an equal lexicon make an equal model, to the bit.
 */
export function trainModel(
  texts: readonly WeighedText[],
  lexicon: ReadonlyMap<string, number>,
): PolarityModel {
  const findValued = createLexicon(lexicon);
  const featured = texts.map((text) => {
    const features = extractFeatures(tokenize(text.text), findValued);
    return { ...text, features: { ...features, grams: new Set(features.grams.map(nameOfGram)) } };
  });
  const grams = [...new Set(featured.flatMap(({ features }) => [...features.grams]))];
  const placeOf = new Map(grams.map((gram, place) => [gram, place]));
  const fit = (name: keyof Weights) => {
    const { isTrue, asked, penalty } = HEADS[name];
    const penalties = new Float64Array(grams.length + SIGNALS.length).fill(penalty);
    penalties.fill(SIGNAL_PENALTY, grams.length);
    const examples = featured
      .filter(({ label, counts }) => asked.includes(label) && counts[name] > 0)
      .map(({ features: { grams: own, gramValue, signals }, label, counts }) => ({
        indices: Int32Array.from([
          ...Array.from(own, (gram) => placeOf.get(gram) ?? 0),
          ...signals.map((_, place) => grams.length + place),
        ]),
        values: Float64Array.from([...Array.from(own, () => gramValue), ...signals]),
        isTrue: isTrue.includes(label),
        weight: counts[name],
      }));
    return fitLogistic(examples, { l2: penalties, l1: 0 });
  };
  const [polarity, opinion, mixture] = [fit('polarity'), fit('opinion'), fit('mixture')];
  const weightsAt = (place: number): Weights => ({
    polarity: polarity[place] ?? 0,
    opinion: opinion[place] ?? 0,
    mixture: mixture[place] ?? 0,
  });
  const weighed = grams.map((gram, place) => [gram, weightsAt(place)] as const);
  return {
    lexicon,
    grams: new Map(
      weighed.filter(([, weights]) =>
        NAMES.some((name) => Math.abs(weights[name]) >= HEADS[name].least),
      ),
    ),
    signals: SIGNALS.map((_, place) => weightsAt(grams.length + place)),
    bias: weightsAt(grams.length + SIGNALS.length),
  };
}
