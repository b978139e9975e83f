import { createAnnotator } from '#insights/annotate-review.ts';
import { createTextLabeller } from '#insights/label-text.ts';
import { createJudge, createTokenJudge } from '#insights/polarity/create-judge.ts';
import { CONFIDENT } from '#insights/polarity/judgement.ts';
import type { PolarityModel } from '#insights/polarity/polarity-model.ts';
import { tokenize } from '#insights/text/tokenize.ts';
import { judgeDomains } from '../evaluate/domains.ts';
import type { Evaluated } from '../evaluate/evaluate-all.ts';
import { readLexicon } from './read-lexicon.ts';
import { trainModel } from './train-model.ts';
import { readTrainingData } from './training-data.ts';

/** Every clause with an opinion takes the likelier side; how sure it is, is measured apart. */
const LIKELIER = 0.5;

/**
 * Lays out a model for evaluation, beside others that are trained as it is on less data, with a
 * folder of materials.
 */
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
