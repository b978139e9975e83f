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
import { createDayOf, type DayOf } from '#dataset/zoned-day.ts';
import { contentFolder, describeFolder } from '../../sidecar/config/config.ts';
import { CommandError, defineCommand, type World } from '../command.ts';
import { wordOf } from '../printed-text.ts';
import type { ColumnMap } from './columns/column-map.ts';
import { judgeTable } from './columns/columns.ts';
import { readColumnMap } from './columns/program-maps.ts';
import { askQuestions } from './dialog/ask-questions.ts';
import { askPath, askToVouch, offerMap } from './dialog/dialog.ts';
import { describeTable, remarkOnNew } from './dialog/remarks.ts';
import { renderPreview, renderReport, renderUndo } from './dialog/report.ts';
import { DETAILS, FLAGS, type Options, readOptions, USAGE } from './options.ts';
import { amount, command } from './phrases.ts';
import { namePolicyOf } from './plan/author-name.ts';
import { planImport } from './plan/plan.ts';
import { chooseTable } from './read/choose-table.ts';
import { type InputFile, readInput } from './read/input.ts';
import { readTables } from './read/read.ts';
import { mapRows } from './rows/rows.ts';
import { readMemory } from './write/private-folder.ts';
import { readStoredContent, refuseDemo, type StoredContent } from './write/stored-content.ts';
import { undoImport } from './write/undo.ts';
import { writeImport } from './write/write.ts';

/** `createSecret` returns a secret of 256 random bits, as base64url. */
export function createImport(createSecret: () => string) {
  return defineCommand({
    name: 'import',
    about: 'Imports the reviews of an export into the content folder.',
    usage: USAGE,
    flags: FLAGS,
    args: { least: 0, most: 1, name: 'PATH' },
    details: DETAILS,
    exitCodes: { 0: 'the import ran', 1: 'the export or the content was refused' },
    run: async (call, world) => {
      const options = readOptions(call, world.ask !== undefined);
      const root = contentFolder(options.content, world.readEnvironment());
      world.print(describeFolder(root));
      if (options.undo) {
        return { lines: renderUndo(undoImport(root, options['dry-run']), options) };
      }
      return { lines: await importReviews(root, options, world, createSecret()) };
    },
  });
}

/** Returns the last lines to print. */
async function importReviews(root: string, given: Options, world: World, secret: string) {
  const { ask, now, print } = world;
  const options = { ...given, path: given.path ?? (ask ? await askPath(ask) : '') };
  const isDryRun = options['dry-run'];
  // Before the content, which takes longer: a path may be misspelled.
  const files = await readInput(options.path);
  const stored = readStoredContent(root);
  refuseDemo(root, stored);
  const { business } = stored;
  if (!business) {
    const init = command('init', [wordOf(root)], {});
    throw new CommandError(
      `${root} has no business.yaml, so its time zone is unknown; run ${init}`,
    );
  }
  const dayOf = createDayOf(business.timeZone);
  const memory = readMemory(root, secret);
  const { input, lines: map, asked } = await readReviews(files, stored, dayOf, options, world);
  const planAs = (isVerified: boolean) => {
    const names = namePolicyOf(options.names);
    const context = { names, isVerified, today: dayOf(now) };
    return planImport(input, stored, context, memory);
  };
  const draft = planAs(options.verified);
  const isVouched = !options.verified && ask && (await askToVouch(draft, business.name, ask));
  const plan = isVouched ? planAs(true) : draft;
  const report = (done: typeof plan, isDry: boolean) => {
    const shown = { ...options, 'dry-run': isDry, listsAdded: isDryRun };
    return renderReport(done, shown, input.remarks, remarkOnNew(done, options, !isDry));
  };
  const changed = plan.updates.filter(({ text }) => text !== undefined).length;
  const isPreviewed = isDryRun || (ask !== undefined && plan.added.length + changed > 0);
  if (isPreviewed) [...renderPreview(plan), ...report(plan, true)].forEach(print);
  if (isDryRun) return ['', 'Dry run: nothing was written.'];
  const changes = changed > 0 ? ` and change ${changed}` : '';
  const message = `Go ahead: add ${amount(plan.added.length, 'review')}${changes}?`;
  if (ask && isPreviewed && !(await ask.confirm({ message }))) return ['Nothing was written.'];
  try {
    const done = writeImport(root, plan, { memory, now, about: options.path });
    const isAsPreviewed = isPreviewed && done === plan;
    const lines = isAsPreviewed
      ? ['Done.', ...remarkOnNew(done, options, true)]
      : report(done, false);
    const undo = command('import', ['--undo'], { content: options.content });
    lines.push(...(ask ? [`To take this import back: ${undo}`] : []));
    lines.forEach(print);
  } catch (error) {
    // The next import does not report conflicts again.
    if (!isPreviewed) ['Only some of this was written:', ...report(plan, true)].forEach(print);
    throw error;
  }
  return ask && asked > 0 ? await offerMap(map, options, ask) : [];
}

/** Reads the reviews of an export. At a terminal, a person says what is unclear about them. */
async function readReviews(
  files: InputFile[],
  { business, draft }: StoredContent,
  dayOf: DayOf,
  options: Options,
  { ask, print }: World,
) {
  const { map: name, source } = options;
  // Emptied: its contents are as large as the export.
  const tables = await readTables(files.splice(0), options.encoding);
  const table = await chooseTable(tables, options.sheet, ask);
  const given = name === undefined ? undefined : { name, map: readColumnMap(name) };
  const context = { given, source, country: business?.address?.addressCountry };
  const judge = (said: ColumnMap) => judgeTable(table, said, context);
  const { judged, asked } = await askQuestions(judge, options, ask);
  describeTable(table, judged, given?.map).forEach(print);
  const technicians = draft.technicians?.value ?? [];
  const input = mapRows(table, judged.map, { source, dayOf, technicians });
  const [first] = input.skipped;
  if (input.reviews.length === 0 && first) {
    throw new CommandError(
      `None of the ${input.skipped.length} rows can be imported. The first, ${first.place}: ${first.reason}.`,
    );
  }
  const remarks = [...judged.remarks, ...input.remarks];
  return { input: { ...input, remarks }, lines: judged.lines, asked };
}
