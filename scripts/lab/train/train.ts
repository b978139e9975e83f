import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { parseModel, storeModel } from '#insights/polarity/model-file.ts';
import { runTask } from '../../run-task.ts';
import { UsageError } from '../../usage-error.ts';
import { formatReport } from '../bench/report.ts';
import { evaluateAll } from '../evaluate/evaluate-all.ts';
import { formatFigures } from '../evaluate/sections.ts';
import { findData } from '../labelled/find-data.ts';
import { chooseCounts } from './choose-counts.ts';
import { layOutModel, trainModel } from './model.ts';
import { formatModelCard, makeModelCard } from './model-card.ts';
import { listTexts, readLexicon, readTrainingData } from './training-data.ts';

/**
 * Trains the model of polarities: `npm run train`.
 *
 * training-data.ts reads texts, ours (sentences/, lexicon/) and those of others; model.ts fits the
 * three regressions of the model (fit-logistic.ts); the model is measured as `npm run evaluate` does,
 * and model-card.ts describes it. choose-counts.ts is the cross-validation behind the weights of our
 * own sentences.
 *
 * Invariant: the same data give the same model and card, to the byte.
 */

const USAGE = `Usage: npm run train -- UCI-FOLDER MAMS-FOLDER
       npm run train -- --choose UCI-FOLDER MAMS-FOLDER

--choose trains nothing that is kept: it prints how well models do on texts of others, by what our
own sentences count beside them.`;

export type Deps = {
  /** The room that the model and its card are written into. */
  readonly room: string;
  /** The folder of what is shipped to learn from: `sentences` and `lexicon`. */
  readonly materials: string;
  readonly print: (text: string) => void;
  /** Reports progress, one line. */
  readonly tell: (line: string) => void;
};

/** Returns the exit code: 1 for bad data, 2 for a bad call. */
export function runTraining(args: readonly string[], deps: Deps): number {
  return runTask(() => train(args, deps), { usage: USAGE, name: 'training', tell: deps.tell });
}

function train(args: readonly string[], { room, materials, print, tell }: Deps): void {
  const { positionals, values } = parseArgs({
    args: [...args],
    allowPositionals: true,
    options: { choose: { type: 'boolean' } },
  });
  const data = findData(positionals);
  if (data.uci.size === 0 || !data.mams) {
    throw new UsageError('Name the folders of both the UCI sentences and MAMS-ACSA.');
  }
  const texts = readTrainingData(data, materials);
  const lexicon = readLexicon(materials);
  tell(`… ${listTexts(texts).length} texts and ${lexicon.size} terms`);
  if (values.choose) {
    print(`${formatReport(chooseCounts(texts, lexicon, tell))}\n`);
    return;
  }
  const stored = storeModel(trainModel(listTexts(texts), lexicon));
  const bytes = `${JSON.stringify(stored)}\n`;
  // What is measured is the model as it is stored, its weights rounded.
  const sections = evaluateAll(data, layOutModel(parseModel(stored), materials), tell);
  const card = makeModelCard(bytes, texts, lexicon, sections);
  const files = {
    'polarity/polarity-model.json': bytes,
    'polarity/model-card.json': `${formatFigures(card, 2)}\n`,
    'polarity/MODEL-CARD.md': formatModelCard(card, sections),
  };
  for (const [name, content] of Object.entries(files)) writeFileSync(join(room, name), content);
  tell(`${room}: ${Object.keys(files).join(', ')}`);
}
