import type { FoundData } from '../labelled/find-data.ts';

const HOW = 'name the folder that holds it: npm run evaluate -- FOLDER FOLDER';

/** Says what was not evaluated since its data were not named, and how to get them. */
export function listLeftOut({ uci, mams }: FoundData): readonly string[] {
  const hasSentences = uci.size > 0;
  return [
    ...(hasSentences
      ? []
      : [
          `LEFT OUT: the UCI sentences, and with them the models of held-out domains. Get "Sentiment Labelled Sentences" from https://archive.ics.uci.edu/dataset/331 and ${HOW}`,
        ]),
    ...(mams === undefined
      ? [
          `LEFT OUT: MAMS-ACSA${hasSentences ? ', which the models of held-out domains then did not learn from either' : ''}. Get it from https://github.com/siat-nlp/MAMS-for-ABSA and ${HOW}`,
        ]
      : []),
  ];
}
