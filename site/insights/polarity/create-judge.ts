import { createGramTable } from '#insights/text/gram-table.ts';
import { type Token, tokenize } from '#insights/text/tokenize.ts';
import { extractFeatures } from './extract-features.ts';
import type { JudgePolarity, Judgment } from './judgment.ts';
import { createLexicon } from './lexicon.ts';
import type { PolarityModel, Weights } from './model-file.ts';

/** The highest confidence, in log-odds. */
const SUREST = 20;

/** Judges the tokens of a text. */
export type JudgeTokens = (tokens: readonly Token[]) => Judgment;

/** Creates a judge of texts from a model. */
export function createJudge(model: PolarityModel): JudgePolarity {
  const judge = createTokenJudge(model);
  return (text) => judge(tokenize(text));
}

/** Creates a judge of texts that are already cut into tokens. */
export function createTokenJudge({ lexicon, grams, signals, bias }: PolarityModel): JudgeTokens {
  const findValued = createLexicon(lexicon);
  const table = createGramTable(grams);
  return (tokens) => {
    const features = extractFeatures(tokens, findValued);
    const sum = { ...bias };
    const found = new Set<Weights | undefined>();
    for (const [word, next] of features.grams) {
      found.add(next === undefined ? table.word(word) : table.pair(word, next));
    }
    for (const weights of found) add(sum, weights, features.gramValue);
    for (const [place, value] of features.signals.entries()) add(sum, signals[place], value);
    return judgmentOf(sum);
  };
}

function add(
  sum: { -readonly [Head in keyof Weights]: number },
  weights: Weights | undefined,
  value: number,
): void {
  if (!weights) return;
  sum.polarity += weights.polarity * value;
  sum.opinion += weights.opinion * value;
  sum.mixture += weights.mixture * value;
}

function judgmentOf({ polarity, opinion, mixture }: Weights): Judgment {
  const isOpinion = logistic(opinion);
  const isPraise = logistic(polarity);
  return {
    positive: isOpinion * isPraise,
    neutral: 1 - isOpinion,
    negative: isOpinion * (1 - isPraise),
    mixed: logistic(mixture),
  };
}

/** Never exactly 0 or 1, so that one of two is always more likely. */
function logistic(logit: number): number {
  return 1 / (1 + Math.exp(-Math.max(-SUREST, Math.min(SUREST, logit))));
}
