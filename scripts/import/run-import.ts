import { ImportRefusal, UsageRefusal } from './import-refusal.ts';
import { type Plan, planImport } from './import-reviews.ts';
import { HELP, type Options, parseOptions } from './options.ts';
import { readExport, readFiles } from './read-export.ts';
import { renderReport } from './report.ts';
import { renderStarterBusiness } from './starter-business.ts';
import { readStoredContent } from './stored-content.ts';
import { type FileToWrite, writeFiles } from './write-plan.ts';
import { createDayOf } from './zoned-day.ts';

/** What an import needs of the world around it, besides the disk. */
export type Surroundings = {
  readonly now: Date;
  readonly print: (line: string) => void;
  readonly printError: (line: string) => void;
  /** Begins to show the progress of a long run; undefined where nobody watches. */
  readonly startProgress: ((total: number) => Progress) | undefined;
};

export type Progress = { readonly advance: () => void; readonly stop: (message: string) => void };

/** From this many files on a run is long enough to show its progress. */
const LONG_RUN_FILES = 500;

/** Runs the command. Returns its exit code: 0 it ran, 1 the input was refused, 2 wrong usage. */
export async function runImport(args: readonly string[], world: Surroundings): Promise<number> {
  try {
    const options = parseOptions(args);
    if (options === 'help') world.print(HELP);
    else await importReviews(options, world);
    return 0;
  } catch (error) {
    if (!(error instanceof ImportRefusal)) throw error;
    world.printError(`import: ${error.message}`);
    return error instanceof UsageRefusal ? 2 : 1;
  }
}

async function importReviews(options: Options, world: Surroundings): Promise<void> {
  const files = readFiles(options);
  const stored = readStoredContent(options.content);
  const dayOf = createDayOf(stored.business?.timeZone ?? 'UTC');
  const today = dayOf(world.now);
  const input = readExport(options, files, dayOf, world.print);
  if (input.reviews.length === 0 && input.skipped.length > 0) {
    const [first] = input.skipped;
    throw new ImportRefusal(
      `None of the ${input.skipped.length} entries can be read; the first, ${first?.place}, ${first?.reason}`,
    );
  }
  const plan = planImport(input, stored, { ...options, today });
  const starter: FileToWrite[] = stored.business
    ? []
    : [{ file: 'business.yaml', text: renderStarterBusiness(files, today), isNew: true }];
  if (!options.isDryRun) await writeAll(options.content, [...starter, ...filesOf(plan)], world);
  const remarks = [...input.remarks, ...remarkOnVerification(plan, options)];
  for (const line of renderReport(plan, { ...options, remarks })) world.print(line);
  if (starter.length > 0) warnOfStarter(options, world);
}

function filesOf({ added, changed }: Plan): FileToWrite[] {
  return [
    ...added.map(({ file, text }) => ({ file, text, isNew: true })),
    ...changed.map(({ file, text }) => ({ file, text, isNew: false })),
  ];
}

async function writeAll(
  root: string,
  files: readonly FileToWrite[],
  { startProgress }: Surroundings,
): Promise<void> {
  const progress = files.length > LONG_RUN_FILES ? startProgress?.(files.length) : undefined;
  await writeFiles(root, files, progress?.advance);
  progress?.stop(`${files.length} files written`);
}

function remarkOnVerification({ added }: Plan, { isVerified }: Options): string[] {
  if (isVerified || added.length === 0) return [];
  return [
    `New reviews are pending, so not published: set verification in their files, or import into a fresh folder with --verified where the platform vouches for them.`,
  ];
}

function warnOfStarter({ content, isDryRun }: Options, { print }: Surroundings): void {
  print('');
  print('!'.repeat(80));
  print(
    `! ${content} had no business.yaml: a starter file ${isDryRun ? 'would be' : 'was'} written.`,
  );
  print('! Its name, URL, time zone (UTC) and feedAuthority are placeholders or guesses.');
  print('! Correct it before you publish; after a new timeZone run this import again.');
  print('!'.repeat(80));
}
