import { didYouMean } from '#dataset/check/nearest-name.ts';
import { formatProblem } from '#dataset/content-problem.ts';
import { parseRemovalsFile } from '#dataset/read/parse-content.ts';
import { readTombstones } from '#dataset/read/read-tombstones.ts';
import { ReviewId } from '#dataset/schema/scalars.ts';
import { RemovalReason } from '#dataset/schema/stored-editorial.ts';
import { Canceled } from '../ask.ts';
import { CONTENT_FLAGS, CommandError, defineCommand, type World } from '../command.ts';
import { forgetRemoved } from '../import/write/journal.ts';
import { UsageError } from '../usage-error.ts';
import { dayOfFlag, knownIds, type OpenFolder, openFolder } from './content.ts';
import type { FileEdit } from './edit-file.ts';
import { editFolder } from './edit-folder.ts';
import { findDeletedReview, readAt } from './history/git-history.ts';
import { type CitingList, removeCitations } from './lists/citations.ts';
import { addTombstone, hasTombstone, REMOVED_FILE } from './lists/tombstones.ts';
import { isOf, type StoredFolder } from './stored-folder.ts';

export const removeReview = defineCommand({
  name: 'remove',
  about: 'Takes a review down: deletes its file, and writes a tombstone into removed.yaml.',
  usage: ['ID --reason REASON'],
  flags: {
    reason: {
      type: 'string',
      value: 'REASON',
      about: 'the reason, which is published',
      allowed: RemovalReason.options,
    },
    date: { type: 'string', value: 'DATE', about: 'the date of the removal (default: today)' },
    force: {
      type: 'boolean',
      about: 'even if no review has the id, and another one is similar',
    },
    ...CONTENT_FLAGS,
  },
  args: { least: 1, most: 1, name: 'ID' },
  details: `The review is removed from the evidence of answers and findings, and from the chosen
quotes of aspects. Where it is the only evidence, it stays named: the claim is then
not published, and is listed here. Errors in other files do not matter. Imports do
not bring the review back; "npm run restore" does, if git has it. If the file of the
review is already gone, the tombstone is still written.`,
  exitCodes: {
    0: 'it is taken down, or already was',
    1: 'its id looks misspelled, a file could not be written, or removed.yaml is invalid',
  },
  async run({ flags, args: [id = ''] }, world) {
    const folder = openFolder(flags, world);
    const { files, unclear } = filesOf(folder, id);
    refuseUnreadRemovals(folder);
    const isMarked = hasTombstone(folder.texts.get(REMOVED_FILE) ?? '', id);
    const isHere = files.length + unclear.length > 0 || isMarked;
    if (!isHere) await refuseUnknown(folder, id, flags.force);
    const date = dayOfFlag('--date', flags.date, folder.today);
    const tombstone = isMarked ? [] : [markRemoved(folder, id, date, await reasonOf(flags, world))];
    const { edits, left, kept, unread } = removeCitations(folder.texts, id);
    const remarks = await describeCopies(folder, files);
    if (remarks.length > 0 && !flags['dry-run']) await confirm(remarks, world);
    // With the tombstone it is down, so that comes first.
    const all = [...tombstone, ...files.map((file) => deletionOf(folder, file)), ...edits];
    if (!flags['dry-run']) {
      editFolder(folder.root, all);
      forgetRemoved(folder.root, new Set([id]));
    }
    const faults = findFaults(folder, tombstone, id);
    const would = flags['dry-run'] ? 'would be ' : '';
    const placeOf = ({ file, line, label }: CitingList) => `${file}:${line} ${label}`;
    return {
      exitCode: faults.length === 0 ? 0 : 1,
      lines: [
        all.length === 0
          ? `${id} is already taken down; nothing was done.`
          : `${id} ${flags['dry-run'] ? 'would be' : 'is'} taken down.`,
        ...tombstone.map(({ file }) => `  ${file}: tombstone ${would}added`),
        ...files.map((file) => `  ${file}: ${would}deleted`),
        ...left.map((list) => `  ${placeOf(list)}: ${would}without it`),
        ...kept.map(
          (list) =>
            `  ${placeOf(list)}: has no other evidence, so it is not published; name another review there, or delete it`,
        ),
        ...unread.map((file) => `  ${file}: is not valid YAML, so it still names the review`),
        ...unclear.map(
          (file) => `  ${file}: cannot be read and names it; delete the file if it is the review`,
        ),
        ...(isHere ? [] : [`  no file of the content contains a review with this id`]),
        ...remarks,
        ...faults,
      ],
      data: {
        id,
        files: all.map(({ file }) => file),
        withoutEvidence: kept.map(({ file, line, label }) => ({ file, line, label })),
        unread,
        unclear,
        faults,
      },
    };
  },
});

/**
 * A tombstone can be added to a text that is not valid YAML, but not to a file that is not text.
 */
function refuseUnreadRemovals({ texts, errors }: OpenFolder): void {
  const fault = texts.has(REMOVED_FILE)
    ? undefined
    : errors.find(({ file }) => file === REMOVED_FILE);
  if (!fault) return;
  throw new CommandError(`${formatProblem(fault)}. Nothing was changed.`);
}

/**
 * Refuses an id that no review can have, or that is similar to another one. Any other belongs to a
 * review whose file was deleted by hand, possibly before git had it.
 */
async function refuseUnknown(folder: OpenFolder, id: string, isForced: boolean): Promise<void> {
  const refuse = (why: string) =>
    new CommandError(`no review has the id "${id}"${why}. Nothing was done.`);
  const { error } = ReviewId.safeParse(id);
  if (error) throw refuse(`, and none can: it ${error.issues[0]?.message}`);
  const hint = isForced ? '' : didYouMean(id, knownIds(folder));
  if (hint === '' || typeof (await findDeletedReview(folder.root, id, 'DM')) === 'object') return;
  throw refuse(`${hint}; if it was published and its file is gone, add --force`);
}

/** Describes versions that a restore could not bring back. */
async function describeCopies({ root, texts }: OpenFolder, files: string[]): Promise<string[]> {
  if (files.length === 0) return [];
  const committed = await readAt(root, 'HEAD', files);
  return files.flatMap((file) => {
    if (!committed.has(file)) {
      return `${file} was never committed to git, so "npm run restore" could not bring it back.`;
    }
    if (committed.get(file) === texts.get(file)) return [];
    return `${file} was changed since it was committed; "npm run restore" would bring back the committed version.`;
  });
}

/** Returns the files of the review, and those that may be: unreadable ones with unclear ids. */
function filesOf({ files, unreadable, texts }: StoredFolder, id: string) {
  const broken = unreadable.filter(({ ids }) => ids.includes(id)).map(({ file }) => file);
  const whole = files.filter(({ review }) => review.id === id).map(({ file }) => file);
  const isSure = (file: string) => isOf(id, file, texts.get(file) ?? '');
  return {
    files: [...new Set([...whole, ...broken.filter(isSure)])],
    unclear: [...new Set(broken.filter((file) => !isSure(file)))],
  };
}

/** Asks before it deletes the only copy. If no person can be asked, it is deleted. */
async function confirm(remarks: readonly string[], { ask }: World): Promise<void> {
  if (ask && !(await ask.confirm({ message: `${remarks.join(' ')} Take it down?` }))) {
    throw new Canceled();
  }
}

async function reasonOf(
  { reason }: { readonly reason: string | undefined },
  { ask }: World,
): Promise<RemovalReason> {
  const known = RemovalReason.options.find((one) => one === reason);
  if (known) return known;
  if (!ask) {
    throw new UsageError(`--reason is missing; give one of ${RemovalReason.options.join(', ')}.`);
  }
  return await ask.choose({
    message: 'Why is it taken down? The reason is published.',
    options: RemovalReason.options.map((value) => ({ value })),
  });
}

function markRemoved(
  { texts }: OpenFolder,
  id: string,
  dateRemoved: string,
  reason: RemovalReason,
): FileEdit {
  const before = texts.get(REMOVED_FILE);
  return {
    file: REMOVED_FILE,
    before,
    text: addTombstone(before ?? '', { id, dateRemoved, reason }),
  };
}

function deletionOf({ texts }: OpenFolder, file: string): FileEdit {
  return { file, before: texts.get(file), text: undefined };
}

/** Returns the faults of removed.yaml, and if the review is down all the same. */
function findFaults({ texts }: OpenFolder, [edit]: readonly FileEdit[], id: string): string[] {
  const text = edit?.text ?? texts.get(REMOVED_FILE) ?? '';
  const file = { path: REMOVED_FILE, bytes: Buffer.from(text) };
  const { problems = [] } = parseRemovalsFile(file);
  if (problems.length === 0) return [];
  const { removals, ids } = readTombstones([file]);
  const isDown = ids.includes(id) || removals.some((one) => one.id === id);
  const effect = isDown ? 'no other edit is published' : 'the review is not taken down';
  return [
    `${REMOVED_FILE} is invalid, and ${effect} until it is corrected:`,
    ...problems.slice(0, 3).map((problem) => formatProblem(problem)),
  ];
}
