import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { createJudge } from '#insights/polarity/create-judge.ts';
import { parseModel, storeModel } from '#insights/polarity/model-file.ts';
import { runTask } from '../../run-task.ts';
import { UsageError } from '../../usage-error.ts';
import { type BenchReport, formatReport } from '../bench/report.ts';
import { predictPolarity } from '../evaluate/domains.ts';
import { evaluateAll } from '../evaluate/evaluate-all.ts';
import { accuracyOf, calibrate, measureConfident } from '../evaluate/metrics.ts';
import { formatFigures, formatShare } from '../evaluate/sections.ts';
import { DOMAINS, findData } from '../labelled/find-data.ts';
import { layOutModel, trainModel } from './model.ts';
import { formatModelCard, makeModelCard } from './model-card.ts';
import {
  listTexts,
  OWN_COUNTS,
  readLexicon,
  readTrainingData,
  type TrainingData,
} from './training-data.ts';

/**
 * Trains the model of polarities: `npm run train`.
 *
 * training-data.ts reads texts, ours (sentences/, lexicon/) and those of others; model.ts fits the
 * three regressions of the model (fit-logistic.ts); the model is measured as `npm run evaluate` does,
 * and model-card.ts describes it. `--choose` is the cross-validation behind the weights of our own
 * sentences.
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
  return runTask(() => train(args, deps), { ...deps, args, usage: USAGE, name: 'training' });
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

/** What our own sentences may count in two regressions. */
type Counts = typeof OWN_COUNTS;

const CANDIDATES: readonly Counts[] = [
  ...[0, 0.05, 0.1, 0.2, 0.3, 1].map((polarity) => ({ ...OWN_COUNTS, polarity })),
  ...[0, 0.1, 1].map((opinion) => ({ ...OWN_COUNTS, opinion })),
];

/** Cross-validates what our own sentences count, on texts of others that no model saw. */
function chooseCounts(
  data: TrainingData,
  lexicon: ReadonlyMap<string, number>,
  tell: (line: string) => void,
): BenchReport {
  return {
    title: 'What our own sentences count, by cross-validation on the texts of others',
    columns: [
      ...['polarity', 'opinion', ...DOMAINS, 'all three', 'calibration error'],
      ...['when confident', 'answered', 'clauses of MAMS'],
    ],
    rows: CANDIDATES.map((counts) => {
      tell(`… ${counts.polarity} in polarity, ${counts.opinion} in opinion`);
      return [counts.polarity, counts.opinion, ...validate(data, lexicon, counts).map(formatShare)];
    }),
    notes: ['UCI sentences have two labels, clauses of MAMS three.'],
  };
}

function validate(
  { uci, mams, own }: TrainingData,
  lexicon: ReadonlyMap<string, number>,
  counts: Counts,
): readonly (number | null)[] {
  const ours = own.map((text) => ({ ...text, counts: { ...counts, mixture: 0 } }));
  const folds = DOMAINS.map((domain, fold) => {
    // Neighbours are clauses of one sentence: thirds, lest both sides see it.
    const [from, to] = [fold, fold + 1].map((third) => Math.floor((mams.length * third) / 3));
    const sentences = DOMAINS.flatMap((name) => (name === domain ? [] : (uci.get(name) ?? [])));
    const clauses = [...mams.slice(0, from), ...mams.slice(to)];
    const judge = createJudge(trainModel([...sentences, ...clauses, ...ours], lexicon));
    return {
      sentences: predictPolarity(uci.get(domain) ?? [], judge),
      clauses: predictPolarity(mams.slice(from, to), judge),
    };
  });
  const all = folds.flatMap(({ sentences }) => sentences);
  const { accuracyWhenConfident, answered } = measureConfident(all);
  return [
    ...folds.map(({ sentences }) => accuracyOf(sentences)),
    accuracyOf(all),
    calibrate(all).error,
    accuracyWhenConfident,
    answered,
    accuracyOf(folds.flatMap(({ clauses }) => clauses)),
  ];
}
