import { statSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { contentFolder, describeFolder, type Environment } from '../../sidecar/config.ts';
import { readAspectFile } from '../labelled/aspect-file.ts';
import { readAspectList } from '../labelled/aspect-list.ts';
import { findData } from '../labelled/find-data.ts';
import { readPolarityFile } from '../labelled/polarity-file.ts';
import { runTask } from '../labelled/run-task.ts';
import { UsageError } from '../usage-error.ts';
import { type Evaluated, evaluateAll } from './evaluate-all.ts';
import { formatFigures, formatSections, formatSectionsJson } from './format-sections.ts';
import { listLeftOut } from './left-out.ts';
import { measureAspects } from './measure-aspects.ts';
import { measurePolarity, predictPolarity } from './measure-polarity.ts';
import { type Options, parseOptions } from './options.ts';
import { predictAspects } from './predict-aspects.ts';

const USAGE = `Usage: npm run evaluate [-- DATA… [--json FILE]]
       npm run evaluate -- --polarity FILE
       npm run evaluate -- --aspects FILE [--aspects-file aspects.yaml | --content DIR]`;

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
    print(`${formatFigures(measurePolarity(predictPolarity(lines, analysis.judge)))}\n`);
    return;
  }
  if (options.task === 'aspects') {
    const aspects = readAspectList(
      options.aspectsFile ?? ownAspectsFile(options.content, surroundings),
    );
    const lines = readAspectFile(options.file, aspects);
    const predictions = predictAspects(lines, aspects, analysis);
    print(`${formatFigures(measureAspects(lines.length, predictions))}\n`);
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
