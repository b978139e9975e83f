/**
 * Imports reviews from an export into a content folder: `npm run import`.
 *
 * read/ turns an export (a Google Takeout, pages of its API, a CSV file) into incoming reviews;
 * stored-content.ts and import-folder.ts read stored reviews and the memory of earlier
 * imports; plan/ matches both and decides to add, change or skip each;
 * import-folder.ts writes the files, and report.ts, with remarks.ts, reports the result.
 *
 * Invariants: nothing is written before all of the export is read; an editor's change is never
 * overwritten; a review that was taken down does not come back; each file
 * is written whole or not at all; a repeated import changes nothing.
 */
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { PLACEHOLDER_TIME_ZONE } from '#dataset/check/check-starter.ts';
import { TRADES } from '#dataset/schema/stored-aspects.ts';
import { createDayOf } from '#dataset/zoned-day.ts';
import { contentFolder, describeFolder } from '../../sidecar/config/config.ts';
import { defineCommand, type World } from '../command.ts';
import type { FileEdit } from '../content/edit-file.ts';
import { type Profile, renderStarter } from '../content/init/starter.ts';
import { readProfile } from './google-profile.ts';
import {
  keyPath,
  readImportKey,
  readSeen,
  writeFiles,
  writeImportKey,
  writeSeen,
} from './import-folder.ts';
import { ImportRefusal } from './import-refusal.ts';
import { DETAILS, FLAGS, type Options, readOptions, USAGE } from './options.ts';
import { type Plan, planImport } from './plan/plan.ts';
import { SourceMarks } from './plan/source-marks.ts';
import { NOTES } from './read/incoming-review.ts';
import { readExport, readFiles } from './read/read.ts';
import { remarkOnAspects, remarkOnBusiness, remarkOnVerification } from './remarks.ts';
import { renderReport } from './report.ts';
import { readStoredContent, refuseDemo, type StoredContent } from './stored-content.ts';

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

export function createImport(deps: Deps) {
  return defineCommand({
    name: 'import',
    about: 'Imports reviews from an export into the content folder.',
    usage: USAGE,
    flags: FLAGS,
    args: { least: 1, most: 1, name: 'PATH' },
    details: DETAILS,
    exitCodes: { 0: 'the import ran', 1: 'the export or the content was refused' },
    run: async (call, world) => {
      try {
        await importReviews(readOptions(call), { ...world, ...deps });
      } finally {
        deps.progress?.clear();
      }
      return { lines: [] };
    },
  });
}

type ImportWorld = World & Deps;

async function importReviews(options: Options, world: ImportWorld): Promise<void> {
  const root = contentFolder(options.content, world.readEnvironment());
  world.print(describeFolder(root));
  // Before the content, which takes longer: a path may be misspelled.
  const files = readFiles(options);
  world.progress?.show('Reading the content', 0, 0);
  const stored = readStoredContent(root);
  refuseDemo(root, stored);
  const secret = readImportKey(root);
  const newSecret = world.createSecret();
  const marks = new SourceMarks(secret ?? newSecret);
  if (!options.isNewKey) refuseOtherKey(root, stored, marks, secret !== undefined);
  const { profile, notes } = readProfile(files);
  const isNewFolder = stored.business === undefined;
  const dayOf = createDayOf((stored.business ?? profile).timeZone);
  const today = dayOf(world.now);
  world.progress?.clear();
  // Emptied: its contents are as large as the export.
  const input = await readExport(options, files.splice(0), { ...world, dayOf, stored });
  if (input.reviews.length === 0 && input.skipped.length > 0) {
    const [first] = input.skipped;
    throw new ImportRefusal(
      `None of the ${input.skipped.length} entries can be read; the first, ${first?.place}, ${first?.reason}`,
    );
  }
  const seen = readSeen(root);
  const onDecided = (done: number) =>
    world.progress?.show('Comparing reviews', done, input.reviews.length);
  const plan = planImport(input, stored, { ...options, today, marks, onDecided }, seen);
  const starter = isNewFolder ? missingFiles(root, renderStarter(profile, today.slice(0, 4))) : [];
  const remarks = (plan: Plan) => [
    ...input.remarks,
    ...(isNewFolder ? notes : []).map((note) => `In the name in business.yaml, ${NOTES[note]}.`),
    ...remarkOnVerification(plan),
    ...(isNewFolder ? [] : remarkOnAspects(plan, stored)),
    ...(stored.business ? remarkOnBusiness(stored.business, profile) : []),
  ];
  const report = (done: Plan) => renderReport(done, { ...options, remarks: remarks(done) });
  let done = plan;
  if (!options.isDryRun) {
    const edits = [...starter, ...filesOf(plan)];
    const isKept = plan.seen.size > 0;
    if (secret === undefined && (isKept || edits.length > 0)) writeImportKey(root, newSecret);
    try {
      const left = writeFiles(root, edits, (count) =>
        world.progress?.show('Writing reviews', count, edits.length),
      );
      done = leaveOut(plan, left);
      if (isKept) writeSeen(root, plan.seen);
    } catch (error) {
      world.progress?.clear();
      // Parts that are already written are not reported again, such as a conflict.
      for (const line of ['Only part of this was written:', ...report(done)]) world.print(line);
      if (isNewFolder) describeStarter(root, profile, options, world);
      throw error;
    }
  }
  world.progress?.clear();
  for (const line of report(done)) world.print(line);
  if (isNewFolder) describeStarter(root, profile, options, world);
}

/** Returns the completed part of a plan, if files were left because they were changed meanwhile. */
function leaveOut(plan: Plan, left: ReadonlyMap<string, string>): Plan {
  if (left.size === 0) return plan;
  const isDone = ({ file }: { readonly file: string }) => !left.has(file);
  const places = new Map([...plan.added, ...plan.updates].map(({ file, place }) => [file, place]));
  const skipped = [...left].map(([file, fate]) => ({
    place: places.get(file) ?? 'the folder',
    reason: `its file ${file} ${fate}`,
  }));
  return {
    ...plan,
    added: plan.added.filter(isDone),
    updates: plan.updates.filter(isDone),
    skipped: [...plan.skipped, ...skipped],
  };
}

function filesOf({ added, updates }: Plan): FileEdit[] {
  return [
    ...added.map(({ file, text }) => ({ file, before: undefined, text })),
    ...updates.flatMap(({ file, text, digestBefore: digest }) =>
      text === undefined || digest === undefined ? [] : [{ file, before: { digest }, text }],
    ),
  ];
}

/** Refuses files whose digests another key made: their source's changes are unknown. */
function refuseOtherKey(
  root: string,
  stored: StoredContent,
  marks: SourceMarks,
  hasKey: boolean,
): void {
  const foreign = stored.files.filter(
    ({ review: { source } }) => source.digest !== undefined && !marks.read(source.digest),
  );
  const [first] = foreign;
  if (first === undefined) return;
  const files = `${first.file}${foreign.length > 1 ? ` and ${foreign.length - 1} more` : ''}`;
  const fault = hasKey
    ? `is not the key with which ${files} was imported`
    : `is missing, with which ${files} was imported`;
  throw new ImportRefusal(
    `${keyPath(root)} ${fault}, so later changes of the source cannot be recognized. Get the folder .import from the person who imported last (git ignores it), or pass --new-key: then differences from the source stay, except for names that are shorter there`,
  );
}

/** Returns the missing files of a new folder. */
function missingFiles(root: string, files: ReadonlyMap<string, string>): FileEdit[] {
  return [...files]
    .filter(([file]) => !existsSync(join(root, file)))
    .map(([file, text]) => ({ file, before: undefined, text }));
}

function describeStarter(
  root: string,
  { name, timeZone, trade }: Profile,
  { isDryRun }: Options,
  { print }: ImportWorld,
): void {
  const zone =
    timeZone === PLACEHOLDER_TIME_ZONE
      ? 'its time zone is unknown, so dates are in UTC: set timeZone, then run this import again'
      : `its time zone is assumed to be ${timeZone}`;
  print('');
  print(
    `${root} had no business.yaml, so the facts in the export ${isDryRun ? 'would be' : 'were'} written there:`,
  );
  print(`  business.yaml  ${name}; ${zone}.`);
  print(
    `  aspects.yaml   the list ${trade} (others: ${TRADES.filter((one) => one !== trade).join(', ')}).`,
  );
  print('Check both before you publish. The first lines of README.md there explain the files.');
}
