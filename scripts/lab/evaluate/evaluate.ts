import { statSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { parseArgs } from 'node:util';
import type { AspectList } from '#dataset/aspect-lists/aspect-lists.ts';
import { contentFolder, describeFolder, type Environment } from '../../../sidecar/config/config.ts';
import { runTask } from '../../run-task.ts';
import { UsageError } from '../../usage-error.ts';
import { type BenchReport, formatReport } from '../bench/report.ts';
import { readAspectFile, readAspects, readStarredReviews } from '../labelled/aspect-files.ts';
import { type FoundData, findData } from '../labelled/find-data.ts';
import { readPolarityFile } from '../labelled/labelled.ts';
import { measureAspectStars } from './aspect-stars.ts';
import { predictAspects } from './aspects.ts';
import { type Evaluated, evaluateAll } from './evaluate-all.ts';
import { measureDetection } from './metrics.ts';
import { measurePublished, publishAspects, publishTexts, reportPublished } from './published.ts';
import { formatFigures, formatSections, formatSectionsJson } from './sections.ts';

/**
 * How well the analysis judges labelled texts: `npm run evaluate`.
 *
 * Without a file, evaluate-all.ts makes a section for each set of data that there is: domains.ts (the
 * UCI sentences, each domain judged by models that saw none of it), clauses.ts (MAMS-ACSA and legal
 * clauses) and conduct.ts. A section (sections.ts) is tables for people and the same figures for
 * programs. With a file, published.ts or aspect-stars.ts measures the labels of that file. metrics.ts
 * has the measures, aspects.ts predicts aspects and labels, and peers.ts has VADER and AFINN.
 *
 * Invariant: the same data give the same output, to the byte; the time goes to standard error.
 */

const USAGE = `Usage: npm run evaluate [-- DATA… [--json FILE]]
       npm run evaluate -- --polarity FILE
       npm run evaluate -- --aspects FILE [--aspects-file aspects.yaml | --content DIR]
       npm run evaluate -- --aspect-stars FILE.csv --columns text=COLUMN,rating=COLUMN,ASPECT=COLUMN…
                           [--aspects-file aspects.yaml | --content DIR]

--polarity (lines of text TAB label) and --aspects (text TAB aspect TAB label) measure the labels as they
are published without stars, where what is unsure of its side is neutral: their accuracy, the share
that takes a side, and how often that is right. Where people gave two sides only, what is published
neutral takes the likelier one in the accuracy. --aspect-stars measures the sides of aspects with
the stars of their reviews against the stars of the aspects. The last line of standard output is JSON.`;

export type Deps = {
  readonly print: (text: string) => void;
  readonly tell: (line: string) => void;
  readonly readEnvironment: () => Environment;
  readonly now: () => number;
};

/** Does what a command line asks for. Returns the exit code: 1 for bad data, 2 for a bad call. */
export function runEvaluation(args: readonly string[], evaluated: Evaluated, deps: Deps): number {
  return runTask(() => run(parseOptions(args), evaluated, deps), {
    ...deps,
    args,
    usage: USAGE,
    name: 'evaluation',
  });
}

function run(options: Options, evaluated: Evaluated, deps: Deps): void {
  const { print, tell, now } = deps;
  const { analysis } = evaluated;
  if (options.task === 'polarity') {
    const lines = readPolarityFile(options.file);
    const figures = measurePublished(publishTexts(lines, analysis));
    printMeasured(reportPublished('Labels of texts', figures), figures, print);
    return;
  }
  if (options.task !== 'everything') {
    const file = options.aspectsFile ?? ownAspectsFile(options.content, deps);
    const list = readAspects(file);
    if (options.task === 'aspects') printAspects(options.file, list, evaluated, print);
    else printStars(options.file, options.columns, list, evaluated, print);
    return;
  }
  const begun = now();
  const { folders, json } = options;
  if (json !== undefined) checkTarget(json);
  const data = findData(folders);
  const sections = evaluateAll(data, evaluated, tell);
  print(formatSections(sections));
  for (const sentence of listLeftOut(data)) print(`\n${sentence}\n`);
  if (json !== undefined) writeFileSync(json, formatSectionsJson(sections));
  // The time is no figure of the model: what is printed and written is the same each time.
  tell(`It took ${((now() - begun) / 1000).toFixed(1)} s.`);
}

function printAspects(
  file: string,
  list: AspectList,
  { analysis }: Evaluated,
  print: Deps['print'],
): void {
  const lines = readAspectFile(file, list.aspects);
  const { n: named, ...figures } = measurePublished(publishAspects(lines, list, analysis));
  const { findings } = predictAspects(lines, list, analysis.published);
  const { n: _, ...found } = measureDetection(findings);
  const report = reportPublished('Sides of the aspects named', { n: named, ...figures });
  printMeasured(report, { n: lines.length, named, ...found, ...figures }, print);
}

function printStars(
  file: string,
  columns: string,
  list: AspectList,
  { analysis }: Evaluated,
  print: Deps['print'],
): void {
  const reviews = readStarredReviews(file, columns, list.aspects);
  const vocabulary = { ...list, names: [], people: [] };
  const { createAnnotate } = analysis.published;
  const { figures, report } = measureAspectStars(reviews, vocabulary, createAnnotate);
  printMeasured(report, figures, print);
}

function printMeasured(report: BenchReport, figures: object, print: Deps['print']): void {
  print(`\n${formatReport(report)}\n${formatFigures(figures)}\n`);
}

function ownAspectsFile(named: string | undefined, { tell, readEnvironment }: Deps): string {
  const folder = contentFolder(named, readEnvironment());
  tell(describeFolder(folder));
  return join(folder, 'aspects.yaml');
}

/** Refuses a file that cannot be written before minutes of work are lost by it. */
function checkTarget(file: string): void {
  const isFolder = (path: string) => statSync(path, { throwIfNoEntry: false })?.isDirectory();
  if (isFolder(file)) throw new UsageError(`--json takes a file; ${file} is a folder.`);
  if (!isFolder(dirname(file))) throw new UsageError(`There is no folder ${dirname(file)}.`);
}

export type Options =
  | {
      readonly task: 'everything';
      readonly folders: readonly string[];
      readonly json: string | undefined;
    }
  | { readonly task: 'polarity'; readonly file: string }
  | {
      readonly task: 'aspects' | 'aspect-stars';
      readonly file: string;
      readonly aspectsFile: string | undefined;
      readonly content: string | undefined;
      readonly columns: string;
    };

export function parseOptions(args: readonly string[]): Options {
  const { values, positionals, tokens } = parseArgs({
    args: [...args],
    allowPositionals: true,
    tokens: true,
    options: {
      polarity: { type: 'string' },
      aspects: { type: 'string' },
      'aspect-stars': { type: 'string' },
      columns: { type: 'string' },
      'aspects-file': { type: 'string' },
      content: { type: 'string' },
      json: { type: 'string' },
    },
  });
  const given = tokens.flatMap((token) => (token.kind === 'option' ? token.name : []));
  const repeated = given.find((name, index) => given.indexOf(name) !== index);
  if (repeated !== undefined) throw new UsageError(`--${repeated} is given twice.`);
  const { content, columns, ...names } = values;
  const { polarity, aspects, json, 'aspects-file': aspectsFile, 'aspect-stars': stars } = names;
  if (Object.values(names).includes('') || positionals.includes('')) {
    throw new UsageError('The name of a file or folder is empty.');
  }
  const files = [polarity, aspects, stars].filter((file) => file !== undefined);
  if (files.length > 1) {
    throw new UsageError('Name one file at a time: --polarity, --aspects or --aspect-stars.');
  }
  const byAspect = aspects ?? stars;
  if (aspectsFile !== undefined && byAspect === undefined) {
    throw new UsageError('--aspects-file says which aspects --aspects FILE may name.');
  }
  if (content !== undefined && (byAspect === undefined || aspectsFile !== undefined)) {
    throw new UsageError('--content says whose aspects --aspects FILE may name.');
  }
  if ((stars === undefined) !== (columns === undefined)) {
    throw new UsageError('--aspect-stars FILE goes with --columns text=…,rating=…,ASPECT=….');
  }
  const [file] = files;
  if (file === undefined) return { task: 'everything', folders: positionals, json };
  if (positionals.length > 0 || json !== undefined) {
    throw new UsageError('A file to measure on goes with no DATA and no --json.');
  }
  if (byAspect === undefined) return { task: 'polarity', file };
  const task = stars === undefined ? 'aspects' : 'aspect-stars';
  return { task, file, aspectsFile, content, columns: columns ?? '' };
}

const HOW = 'name the folder that holds it: npm run evaluate -- FOLDER FOLDER';

/** Says what was not evaluated since its data were not named, and how to get them. */
function listLeftOut({ uci, mams }: FoundData): readonly string[] {
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
