import { createAnnotator } from '#insights/annotation/annotation.ts';
import { createTextLabeller } from '#insights/annotation/label-text.ts';
import { createJudge, createTokenJudge } from '#insights/polarity/create-judge.ts';
import { extractFeatures, type Features } from '#insights/polarity/extract-features.ts';
import { GramIndex } from '#insights/polarity/gram-index.ts';
import { CONFIDENT } from '#insights/polarity/judgement.ts';
import { createLexicon } from '#insights/polarity/lexicon.ts';
import { SIGNALS } from '#insights/polarity/measure-signals.ts';
import type { PolarityModel, Weights } from '#insights/polarity/model-file.ts';
import { tokenize } from '#insights/text/tokenize.ts';
import { judgeDomains } from '../evaluate/domains.ts';
import type { Evaluated } from '../evaluate/evaluate-all.ts';
import { isSide } from '../evaluate/metrics.ts';
import type { Label } from '../labelled/labelled.ts';
import { type Example, fitLogistic } from './fit-logistic.ts';
import { readLexicon, readTrainingData } from './training-data.ts';

/** A text and what it says. `counts`: its weight in each of the regressions. */
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

type FeaturedText = LabelledText & { readonly features: Features };

type Head = {
  readonly isTrue: (label: Label) => boolean;
  readonly isAsked: (label: Label) => boolean;
  /** What holds the weight of a gram towards 0. */
  readonly penalty: number;
};

const HEADS: Readonly<Record<keyof Weights, Head>> = {
  polarity: {
    isTrue: (label) => label === 'positive',
    isAsked: isSide,
    penalty: 0.5,
  },
  opinion: {
    isTrue: (label) => label !== 'neutral',
    isAsked: (label) => label !== 'mixed',
    penalty: 1,
  },
  mixture: { isTrue: (label) => label === 'mixed', isAsked: () => true, penalty: 1 },
};

/** There are few signals, and thousands of texts for each. */
const SIGNAL_PENALTY = 0.01;

/** Fits one of the regressions. Returns the weights of the grams, the signals and the bias. */
function fitHead(
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

/** Every clause with an opinion takes the likelier side; how sure it is, is measured apart. */
const LIKELIER = 0.5;

/** Lays out a model for evaluation, beside others that are trained alike on less data. */
export function layOutModel(model: PolarityModel, materials: string): Evaluated {
  const judgeTokens = createTokenJudge(model);
  const readWith = (sure: number) => ({
    judge: (text: string) => judgeTokens(tokenize(text)),
    createAnnotate: createAnnotator(judgeTokens, sure),
    labelText: createTextLabeller(judgeTokens, sure),
  });
  return {
    analysis: { ...readWith(LIKELIER), published: readWith(CONFIDENT) },
    judgeDomains: (data) => {
      const lexicon = readLexicon(materials);
      return judgeDomains(readTrainingData(data, materials), (examples) =>
        createJudge(trainModel(examples, lexicon)),
      );
    },
  };
}
