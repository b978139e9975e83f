import { lazily } from '#dataset/memoize.ts';
import { createTokenJudge, type JudgeTokens } from './create-judge.ts';
import { type PolarityModel, parseModel } from './model-file.ts';
import stored from './polarity-model.json' with { type: 'json' };

/**
 * Praise or blame: read-idioms.ts → extract-features.ts (grams; signals of
 * measure-signals.ts from the terms of lexicon.ts) → create-judge.ts weighs them by the model, which
 * model-file.ts reads → judgment.ts decides. `npm run train` makes the model; see MODEL-CARD.md.
 */

/** The model that is shipped. */
export function shippedModel(): PolarityModel {
  return parseModel(stored);
}

/** Unpacks the model ahead of its first use: some tens of milliseconds, once. */
export const unpackModel = lazily(() => createTokenJudge(shippedModel()));

/** Judges tokens by the built-in model, which is unpacked on first use. */
export const judgeTokens: JudgeTokens = (tokens) => unpackModel()(tokens);
