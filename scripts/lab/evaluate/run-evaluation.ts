import { statSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import type { AspectList } from '#dataset/resolve-aspects.ts';
import { contentFolder, describeFolder, type Environment } from '../../../sidecar/config.ts';
import { UsageError } from '../../usage-error.ts';
import type { BenchReport } from '../bench/report.ts';
import { formatReport } from '../bench/report.ts';
import { readAspectFile } from '../labelled/aspect-file.ts';
import { readAspects } from '../labelled/aspect-list.ts';
import { readStarredReviews } from '../labelled/aspect-stars-file.ts';
import { findData } from '../labelled/find-data.ts';
import { readPolarityFile } from '../labelled/polarity-file.ts';
import { runTask } from '../labelled/run-task.ts';
import { measureDetection } from './detection.ts';
import { type Evaluated, evaluateAll } from './evaluate-all.ts';
import { formatFigures, formatSections, formatSectionsJson } from './format-sections.ts';
import { listLeftOut } from './left-out.ts';
import { measureAspectStars } from './measure-aspect-stars.ts';
import { measurePublished, reportPublished } from './measure-published.ts';
import { type Options, parseOptions } from './options.ts';
import { predictAspects } from './predict-aspects.ts';
import { publishAspects, publishTexts } from './published-verdicts.ts';

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

/** What an evaluation needs of its surroundings. */
export type Surroundings = {
  /** Writes what was asked for, on standard output. */
  readonly print: (text: string) => void;
  /** Tells a waiting person one line, on standard error. */
  readonly tell: (line: string) => void;
  readonly readEnvironment: () => Environment;
  /** Milliseconds since some instant. */
  readonly now: () => number;
};

/** Does what a command line asks for. Returns the exit code: 1 for bad data, 2 for a bad call. */
export function runEvaluation(
  args: readonly string[],
  evaluated: Evaluated,
  surroundings: Surroundings,
): number {
  return runTask(() => run(parseOptions(args), evaluated, surroundings), {
    usage: USAGE,
    name: 'evaluation',
    tell: surroundings.tell,
  });
}

function run(options: Options, evaluated: Evaluated, surroundings: Surroundings): void {
  const { print, tell, now } = surroundings;
  const { analysis } = evaluated;
  if (options.task === 'polarity') {
    const lines = readPolarityFile(options.file);
    const figures = measurePublished(publishTexts(lines, analysis));
    printMeasured(reportPublished('Labels of texts', figures), figures, print);
    return;
  }
  if (options.task !== 'everything') {
    const file = options.aspectsFile ?? ownAspectsFile(options.content, surroundings);
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
  print: Surroundings['print'],
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
  print: Surroundings['print'],
): void {
  const reviews = readStarredReviews(file, columns, list.aspects);
  const vocabulary = { ...list, names: [] };
  const { createAnnotate } = analysis.published;
  const { figures, report } = measureAspectStars(reviews, vocabulary, createAnnotate);
  printMeasured(report, figures, print);
}

function printMeasured(report: BenchReport, figures: object, print: Surroundings['print']): void {
  print(`\n${formatReport(report)}\n${formatFigures(figures)}\n`);
}

/** The aspects of the business, where no others are named. */
function ownAspectsFile(
  named: string | undefined,
  { tell, readEnvironment }: Surroundings,
): string {
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
