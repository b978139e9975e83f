/**
 * Imports the reviews of an export into a content folder: `npm run import -- PATH`. importReviews
 * goes the whole way, with a folder for each step:
 *
 *   read/     files → tables, of whatever type the files are
 *   columns/  a table → its map: the columns with the names, the stars, the dates
 *   rows/     a table and its map → incoming reviews
 *   plan/     incoming and stored reviews → what is added, changed and skipped
 *   write/    the plan → files, the memory of imports, and the journal for --undo
 *   dialog/   asks a person whatever is unclear, shows a preview, and reports
 *
 * Invariants: nothing is written before all of the export is read; an editor's change is never
 * overwritten; a review that was taken down does not come back; each file is written whole or not
 * at all; a repeated import changes nothing.
 */
import { contentFolder, describeFolder } from '../../sidecar/config/config.ts';
import { defineCommand, type World } from '../command.ts';
import type { ColumnMap } from './columns/column-map.ts';
import { judgeTable } from './columns/columns.ts';
import { readColumnMap } from './columns/program-maps.ts';
import { askQuestions } from './dialog/ask-questions.ts';
import { askPath, askToVouch, askToWrite, describeNext, offerMap } from './dialog/dialog.ts';
import { renderPreview, wrapLine } from './dialog/preview.ts';
import { describeTable, remarkOnNew } from './dialog/remarks.ts';
import { renderReport, renderUndo } from './dialog/report.ts';
import { describeStarter, type Folder, openFolder, planStarter } from './import-folder.ts';
import { ImportRefusal } from './import-refusal.ts';
import { DETAILS, FLAGS, type Options, readOptions, USAGE } from './options.ts';
import { type Plan, planImport } from './plan/plan.ts';
import { chooseTable } from './read/choose-table.ts';
import { type InputFile, readInput } from './read/input.ts';
import { readTables } from './read/read.ts';
import type { ReviewExport } from './rows/incoming-review.ts';
import { mapRows } from './rows/rows.ts';
import { readMemory } from './write/private-folder.ts';
import { readStoredContent } from './write/stored-content.ts';
import { undoImport } from './write/undo.ts';
import { writeImport } from './write/write.ts';

export type Deps = {
  /** Returns a secret of 256 random bits, as base64url. */
  readonly createSecret: () => string;
  /** Shows the progress of a long run; undefined without a terminal. */
  readonly progress: Progress | undefined;
};

export type Progress = {
  readonly show: (what: string, done: number, total: number) => void;
  readonly clear: () => void;
};

type ImportWorld = World & Deps;

export function createImport(deps: Deps) {
  return defineCommand({
    name: 'import',
    about: 'Imports the reviews of an export into the content folder.',
    usage: USAGE,
    flags: FLAGS,
    args: { least: 0, most: 1, name: 'PATH' },
    details: DETAILS,
    exitCodes: { 0: 'the import ran', 1: 'the export or the content was refused' },
    run: async (call, world) => {
      const print = (line: string) => {
        deps.progress?.clear();
        for (const part of world.ask ? wrapLine(line) : [line]) world.print(part);
      };
      const options = readOptions(call, world.ask !== undefined);
      const root = contentFolder(options.content, world.readEnvironment());
      print(describeFolder(root));
      if (options.isUndo) {
        const hasImported = readMemory(root, '').lines.size > 0;
        return { lines: renderUndo(undoImport(root, options), { ...options, hasImported }) };
      }
      try {
        return { lines: await importReviews(root, options, { ...world, ...deps, print }) };
      } finally {
        deps.progress?.clear();
      }
    },
  });
}

/** Returns the last lines to print. */
async function importReviews(root: string, given: Options, world: ImportWorld): Promise<string[]> {
  const { ask, now, print, progress } = world;
  const options = { ...given, path: given.path ?? (ask ? await askPath(ask) : '') };
  // Before the content, which takes longer: a path may be misspelled.
  const files = await readInput(options.path);
  progress?.show('Reading the content', 0, 0);
  const stored = readStoredContent(root);
  progress?.clear();
  const folder = await openFolder(root, stored, files, ask);
  const { input, lines, asked } = await readReviews(files, folder, options, world);
  const memory = readMemory(root, world.createSecret());
  const planAs = (isVerified: boolean) => {
    const onDecided = (done: number) =>
      progress?.show('Comparing reviews', done, input.reviews.length);
    const context = { ...options, isVerified, today: folder.dayOf(now), onDecided };
    const plan = planImport(input, stored, context, memory);
    progress?.clear();
    return plan;
  };
  const draft = planAs(options.isVerified);
  const isVouched =
    options.isVerified || (ask && (await askToVouch(draft, folder.business.name, ask))) === true;
  const plan = isVouched === options.isVerified ? draft : planAs(true);
  const report = (done: Plan, isDryRun: boolean) => {
    const onNew = remarkOnNew(done, { ...options, isDone: !isDryRun });
    const { remarks } = input;
    const shown = { ...options, isDryRun, listsAdded: options.isDryRun, remarks, onNew };
    return [...renderReport(done, shown), ...describeStarter(folder)];
  };
  const changed = plan.updates.filter(({ text }) => text !== undefined).length;
  const isPreviewed = options.isDryRun || (ask !== undefined && plan.added.length + changed > 0);
  if (isPreviewed) [...renderPreview(plan), ...report(plan, true)].forEach(print);
  if (options.isDryRun) return ['', 'Dry run: nothing was written.'];
  if (ask && isPreviewed && !(await askToWrite(plan.added.length, changed, ask))) {
    return ['Nothing was written.'];
  }
  try {
    const starter = planStarter(folder, now);
    const onDone = (done: number, total: number) => progress?.show('Writing reviews', done, total);
    const done = writeImport(root, plan, { memory, now, about: options.path, starter, onDone });
    const onNew = remarkOnNew(done, { ...options, isDone: true });
    const lines = isPreviewed && done === plan ? describeNext(onNew, options) : report(done, false);
    lines.forEach(print);
  } catch (error) {
    // The next import does not report conflicts again.
    if (!isPreviewed) ['Only some of this was written:', ...report(plan, true)].forEach(print);
    throw error;
  }
  return ask && asked > 0 ? await offerMap(lines, options, ask) : [];
}

type Read = { readonly input: ReviewExport; readonly lines: ColumnMap; readonly asked: number };

/** Reads the reviews of an export. At a terminal, a person says what is unclear about them. */
async function readReviews(
  files: InputFile[],
  { stored, business, dayOf }: Folder,
  options: Options,
  { ask, print, progress }: ImportWorld,
): Promise<Read> {
  const { map: name, source } = options;
  progress?.show('Reading the export', 0, 0);
  // Emptied: its contents are as large as the export.
  const tables = await readTables(files.splice(0), options.encoding);
  progress?.clear();
  const table = await chooseTable(tables, options.sheet, ask);
  const given = name === undefined ? undefined : { name, map: readColumnMap(name) };
  const country = business.address?.addressCountry ?? countryOf(business.timeZone);
  const judge = (said: ColumnMap) => {
    progress?.show('Judging the columns', 0, 0);
    const judged = judgeTable(table, said, { given, source, country });
    progress?.clear();
    return judged;
  };
  const { judged, asked } = await askQuestions(judge, options, ask);
  describeTable(table, judged, given?.map, ask !== undefined).forEach(print);
  progress?.show('Reading the reviews', 0, 0);
  const input = mapRows(table, judged.map, {
    source,
    dayOf,
    technicians: stored.draft.technicians?.value ?? [],
  });
  const [first] = input.skipped;
  if (input.reviews.length === 0 && first) {
    throw new ImportRefusal(
      `None of the ${input.skipped.length} rows can be imported. The first, ${first.place}: ${first.reason}.`,
    );
  }
  const remarks = [...judged.remarks, ...input.remarks];
  return { input: { ...input, remarks }, lines: judged.lines, asked };
}

const LETTERS = [...'ABCDEFGHIJKLMNOPQRSTUVWXYZ'];

/** Returns the country that a time zone is named for; undefined for UTC. */
function countryOf(timeZone: string): string | undefined {
  const zone = new Intl.DateTimeFormat('en', { timeZone }).resolvedOptions().timeZone;
  const others = LETTERS.flatMap((one) => LETTERS.map((other) => one + other));
  const isThere = (code: string) =>
    new Intl.Locale(`und-${code}`).getTimeZones()?.includes(zone) === true;
  return ['US', ...others].find(isThere);
}
