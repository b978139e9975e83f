/**
 * Imports reviews from an export into a content folder: `npm run import`.
 *
 * read/ turns an export (a Google Takeout, pages of its API, a CSV file) into incoming reviews;
 * stored-content.ts and import-folder.ts read what is stored and what earlier imports left; plan/
 * matches both and decides what is added, changed or skipped; import-folder.ts writes the files, and
 * report.ts says what was done.
 *
 * Invariants: nothing is written before all of the export is read; an editor's change is never
 * overwritten; a review that was taken down does not come back; a file is there whole or not at all;
 * the same import again changes nothing.
 */
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { PLACEHOLDER_TIME_ZONE } from '#dataset/check/check-starter.ts';
import { TRADES } from '#dataset/schema/stored-aspects.ts';
import type { StoredBusiness } from '#dataset/schema/stored-business.ts';
import { createDayOf } from '#dataset/zoned-day.ts';
import { contentFolder, describeFolder } from '../../sidecar/config/config.ts';
import { defineCommand, type World } from '../command.ts';
import { type Profile, renderLine, renderStarter } from '../content/init/starter.ts';
import { readProfile } from './google-profile.ts';
import {
  type FileToWrite,
  keyPath,
  readImportKey,
  readSeen,
  renderSeen,
  writeFiles,
  writeImportKey,
} from './import-folder.ts';
import { ImportRefusal } from './import-refusal.ts';
import { DETAILS, FLAGS, type Options, readOptions, USAGE } from './options.ts';
import { type Plan, planImport } from './plan/plan.ts';
import { SourceMarks } from './plan/source-marks.ts';
import { NOTES } from './read/incoming-review.ts';
import { readExport, readFiles } from './read/read.ts';
import { amount, renderReport } from './report.ts';
import { readStoredContent, refuseDemo, type StoredContent } from './stored-content.ts';

export type Deps = {
  /** Makes a secret of 256 random bits, as base64url. */
  readonly createSecret: () => string;
  /** Shows how far a long run is; undefined where nobody watches. */
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
    exitCodes: { 0: 'it ran', 1: 'the export or the content was refused' },
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
  // Before the content, which takes longer: a path may be misspelt.
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
  // Emptied: what it holds is as large as the export.
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
  const remarks = [
    ...input.remarks,
    ...(isNewFolder ? notes : []).map((note) => `In the name in business.yaml, ${NOTES[note]}.`),
    ...remarkOnVerification(plan),
    ...(isNewFolder ? [] : remarkOnAspects(plan, stored)),
    ...(stored.business ? remarkOnBusiness(stored.business, profile) : []),
  ];
  const report = renderReport(plan, { ...options, remarks });
  if (!options.isDryRun) {
    const known = plan.seen.size > 0 ? [renderSeen(plan.seen)] : [];
    const written = [...starter, ...filesOf(plan), ...known];
    if (secret === undefined && written.length > 0) writeImportKey(root, newSecret);
    try {
      writeFiles(root, written, (done) =>
        world.progress?.show('Writing reviews', done, written.length),
      );
    } catch (error) {
      world.progress?.clear();
      // What is written already is not reported again, such as a conflict.
      for (const line of ['Not all of this was written:', ...report]) world.print(line);
      if (isNewFolder) describeStarter(root, profile, options, world);
      throw error;
    }
  }
  world.progress?.clear();
  for (const line of report) world.print(line);
  if (isNewFolder) describeStarter(root, profile, options, world);
}

function filesOf({ added, updates }: Plan): FileToWrite[] {
  return [
    ...added.map(({ file, text }) => ({ file, text, isNew: true })),
    ...updates.flatMap(({ file, text }) =>
      text === undefined ? [] : [{ file, text, isNew: false }],
    ),
  ];
}

/** Refuses files whose digests another key made: what their source changed since is unknown. */
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
    ? `is not the key with which ${files} came in`
    : `is missing, with which ${files} came in`;
  throw new ImportRefusal(
    `${keyPath(root)} ${fault}, so nothing tells what their source changed since. Get the folder .import from whoever imported last (git leaves it out), or pass --new-key: then what differs from the source stays as it is, but for a name that is shorter there`,
  );
}

function remarkOnVerification({ added }: Plan): string[] {
  const pending = added.filter(({ isPending }) => isPending);
  const doubted = pending.filter(({ incoming }) => incoming.isVouched === false).length;
  const sources = new Set(pending.map(({ incoming }) => incoming.sourceName));
  const commands = [...sources].map((source) => `npm run verify -- --source ${quoted(source)}`);
  const others = pending.length - doubted;
  return [
    ...(doubted === 0
      ? []
      : [
          `${amount(doubted, 'new review')} ${isOrAre(doubted)} pending, so not published: the source does not say that it verified them.`,
        ]),
    ...(others === 0
      ? []
      : [
          `${amount(others, 'new review')} ${isOrAre(others)} pending, so not published. Where the platform vouches for them: ${commands.join(' or ')}`,
        ]),
  ];
}

function isOrAre(count: number): string {
  return count === 1 ? 'is' : 'are';
}

/** As a shell takes it for one word. */
function quoted(text: string): string {
  return /^[\w.-]+$/.test(text) ? text : `'${text.replaceAll("'", `'\\''`)}'`;
}

function remarkOnAspects({ added }: Plan, { hasAspects }: StoredContent): string[] {
  if (hasAspects || added.length === 0) return [];
  return [
    `There is no aspects.yaml, so what reviews praise and blame is found by the general list: put "use:" and your trade into one (${TRADES.join(', ')}); npm run suggest-aspects proposes more from the reviews.`,
  ];
}

const WORTH_ADDING = ['telephone', 'address', 'geo', 'openingHours', 'foundingDate'] as const;

function remarkOnBusiness(business: StoredBusiness, profile: Profile): string[] {
  const missing = WORTH_ADDING.filter((key) => profile[key] !== undefined && !business[key]);
  if (missing.length === 0) return [];
  const lines = missing.map((key) => renderLine(key, profile[key]));
  return [`The export knows what business.yaml lacks; add it if it is right: ${lines.join(' ')}`];
}

/** What of a new folder is not there yet. */
function missingFiles(root: string, files: ReadonlyMap<string, string>): FileToWrite[] {
  return [...files]
    .filter(([file]) => !existsSync(join(root, file)))
    .map(([file, text]) => ({ file, text, isNew: true }));
}

function describeStarter(
  root: string,
  { name, timeZone, trade }: Profile,
  { isDryRun }: Options,
  { print }: ImportWorld,
): void {
  const zone =
    timeZone === PLACEHOLDER_TIME_ZONE
      ? 'its time zone is unknown, so dates are those of UTC: set timeZone, then run this import again'
      : `its time zone is taken to be ${timeZone}`;
  print('');
  print(
    `${root} had no business.yaml, so what the export knows ${isDryRun ? 'would be' : 'was'} put there:`,
  );
  print(`  business.yaml  ${name}; ${zone}.`);
  print(
    `  aspects.yaml   the list ${trade}; there are ${TRADES.filter((one) => one !== trade).join(', ')} too.`,
  );
  print(
    'Look through both before you publish. The first lines of README.md there say what is what.',
  );
}
