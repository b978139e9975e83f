import { type Token, tokenize } from '#insights/text/tokenize.ts';
import { dropNotOnly } from './drop-not-only.ts';
import { GramWeights } from './gram-weights.ts';
import type { Judgement, JudgePolarity } from './judgement.ts';
import { gramValueOf } from './list-grams.ts';
import { markNegation } from './mark-negation.ts';
import { measureSignals } from './measure-signals.ts';
import type { PolarityModel, Weights } from './polarity-model.ts';
import { createTermMatcher } from './term-matcher.ts';

/** Surer than this, in log-odds, nothing is. */
const SUREST = 20;

/** Judges the tokens of a text. */
export type JudgeTokens = (tokens: readonly Token[]) => Judgement;

/** Makes a judge of texts by a model. */
export function createJudge(model: PolarityModel): JudgePolarity {
  const judge = createTokenJudge(model);
  return (text) => judge(tokenize(text));
}

/** Makes a judge of texts that are cut into tokens already. */
export function createTokenJudge({ lexicon, grams, signals, bias }: PolarityModel): JudgeTokens {
  const matchTerms = createTermMatcher(lexicon);
  const gramWeights = new GramWeights(grams);
  return (text) => {
    const tokens = dropNotOnly(text);
    const isNegated = markNegation(tokens);
    const ofGrams = gramWeights.sum(tokens, isNegated);
    const gramValue = gramValueOf(tokens);
    let polarity = bias.polarity + ofGrams.polarity * gramValue;
    let opinion = bias.opinion + ofGrams.opinion * gramValue;
    let mixture = bias.mixture + ofGrams.mixture * gramValue;
    const measured = measureSignals(tokens, isNegated, matchTerms(tokens));
    for (const [index, weights] of signals.entries()) {
      polarity += weights.polarity * (measured[index] ?? 0);
      opinion += weights.opinion * (measured[index] ?? 0);
      mixture += weights.mixture * (measured[index] ?? 0);
    }
    return judgementOf({ polarity, opinion, mixture });
  };
}

function judgementOf({ polarity, opinion, mixture }: Weights): Judgement {
  const isOpinion = logistic(opinion);
  const isPraise = logistic(polarity);
  return {
    positive: isOpinion * isPraise,
    neutral: 1 - isOpinion,
    negative: isOpinion * (1 - isPraise),
    mixed: logistic(mixture),
  };
}

/** Never quite 0 or 1, so that what is likelier of two can always be told. */
function logistic(logit: number): number {
  return 1 / (1 + Math.exp(-Math.max(-SUREST, Math.min(SUREST, logit))));
}
