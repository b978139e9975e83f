/**
 * Measures the analysis on labeled texts: `npm run evaluate`.
 *
 * domains.ts has the UCI sentences, clauses.ts MAMS-ACSA and the legal clauses, conduct.ts texts
 * about others than the business, readings.ts reviews that readers marked. Each makes a section:
 * tables for people, and figures for the model card.
 *
 * Invariant: equal data give equal output, to the byte.
 */
import { join } from 'node:path';
import { shippedLawModel } from '#insights/aspects/read-aspects.ts';
import { createJudge } from '#insights/polarity/create-judge.ts';
import { CONFIDENT } from '#insights/polarity/judgment.ts';
import { shippedModel } from '#insights/polarity/polarity.ts';
import { defineCommand, main } from '../../command.ts';
import { UsageError } from '../../command-line.ts';
import { readAspects, readMams, readTexts } from '../labeled/labeled.ts';
import { trainModel } from '../train/model.ts';
import { type Folders, MATERIALS, readTrainingData } from '../train/training-data.ts';
import { createReading, type Models } from './aspects.ts';
import { evaluateClauses, evaluateMams } from './clauses.ts';
import { evaluateConduct, evaluateFairness } from './conduct.ts';
import { evaluateDomains, holdOutDomains } from './domains.ts';
import { evaluatePeople } from './people.ts';
import { evaluateReadings } from './readings.ts';
import { formatTables, type Section } from './section.ts';

const ROOT = join(import.meta.dirname, '../../..');
const CLAUSES_FILE = join(ROOT, 'tests/fixtures/legal-clauses.tsv');
/** The content of the demo. Its terms find the aspects of legal clauses. */
const ASPECTS_FILE = join(ROOT, 'content/aspects.yaml');

/**
 * Evaluates a model on the texts of this project and, if their folders are given,
 * first on the data of others. The UCI sentences are judged by models trained in the same way, but
 * without their domain.
 */
export function evaluateAll(models: Models, folders?: Folders): readonly Section[] {
  const { createAnnotate } = createReading(models, CONFIDENT);
  return [
    ...(folders ? evaluateOthers(models, folders) : []),
    evaluateReadings(createAnnotate),
    evaluatePeople(createAnnotate),
    evaluateConduct(createAnnotate),
    evaluateFairness(createAnnotate),
    ...evaluateClauses(readTexts(CLAUSES_FILE), readAspects(ASPECTS_FILE), models),
  ];
}

function evaluateOthers(models: Models, folders: Folders): readonly Section[] {
  const data = readTrainingData(folders);
  const domains = holdOutDomains(data, (texts) => createJudge(trainModel(texts, data.lexicon)));
  return [evaluateDomains(domains), ...evaluateMams(readMams(folders.mams, 'val'), models)];
}

/** The models that are shipped. */
export function shippedModels(): Models {
  return { polarity: shippedModel(), aspects: shippedLawModel() };
}

export const evaluation = defineCommand({
  name: 'evaluate',
  about: 'Measures the accuracy of the insights.',
  usage: ['', 'UCI-FOLDER MAMS-FOLDER'],
  flags: {},
  args: { least: 0, most: 2, name: 'UCI-FOLDER and MAMS-FOLDER' },
  details:
    'The UCI sentences are “Sentiment Labelled Sentences” from https://archive.ics.uci.edu/dataset/331, MAMS-ACSA is in https://github.com/siat-nlp/MAMS-for-ABSA. Without them, only the texts of this project are measured.',
  exitCodes: { 0: 'it was measured', 1: 'the data is faulty' },
  run({ args: [uci, mams] }) {
    if (uci && !mams) throw new UsageError('MAMS-FOLDER is missing.');
    const folders = uci && mams ? { uci, mams, materials: MATERIALS } : undefined;
    return { lines: [formatTables(evaluateAll(shippedModels(), folders))] };
  },
});

if (import.meta.main) await main(evaluation);
