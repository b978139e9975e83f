import { didYouMean } from '#dataset/check/nearest-name.ts';
import { formatProblem } from '#dataset/content-problem.ts';
import { ReviewId } from '#dataset/schema/scalars.ts';
import { RemovalReason } from '#dataset/schema/stored-editorial.ts';
import { Canceled } from '../ask.ts';
import { CONTENT_FLAGS, CommandError, defineCommand, type World } from '../command.ts';
import { UsageError } from '../command-line.ts';
import { forgetRemoved } from '../import/write/journal.ts';
import { dayOfFlag, knownIds, type OpenFolder, openFolder } from './content.ts';
import { type CitingList, removeCitations } from './edits/citations.ts';
import { editFolder } from './edits/edit-folder.ts';
import { withLock } from './edits/folder-lock.ts';
import { addTombstone, REMOVED_FILE, removedIdsIn } from './edits/tombstones.ts';
import { findLastVersion, readAt } from './history/git-history.ts';
import { isOf } from './stored-folder.ts';

export const removeReview = defineCommand({
  name: 'remove',
  about: 'Takes a review down: deletes its file, and adds an entry to removed.yaml.',
  usage: ['ID --reason REASON'],
  flags: {
    reason: {
      type: 'string',
      value: 'REASON',
      about: 'the reason, which is published',
      allowed: RemovalReason.options,
    },
    date: { type: 'string', value: 'DATE', about: 'the date of the removal (default: today)' },
    force: { type: 'boolean', about: 'even if neither the folder nor git has the id' },
    ...CONTENT_FLAGS,
  },
  args: { least: 1, most: 1, name: 'ID' },
  details: `The review is removed from the evidence of answers and findings, and from the chosen
quotes of aspects. Where it is the only evidence, it stays named: the claim is then
not published, and is listed here. Errors in other files do not matter. If git has
the review, its file may already be gone, and only "npm run restore" brings it back.`,
  exitCodes: { 0: 'it is taken down, or already was', 1: 'it is not; the message says why' },
  async run({ flags, args: [id = ''] }, world) {
    const folder = openFolder(flags, world);
    const { root, texts, errors, removedIds } = folder;
    const faults = errors.flatMap((one) => (one.file === REMOVED_FILE ? formatProblem(one) : []));
    const before = texts.get(REMOVED_FILE);
    if (before === undefined && faults[0]) throw new CommandError(`${faults[0]}. ${NOTHING}`);
    const own = folder.files.flatMap(({ file, review }) => (review.id === id ? file : []));
    const naming = folder.unreadable.flatMap(({ ids, file }) => (ids.includes(id) ? file : []));
    const files = [...own, ...naming.filter((file) => isOf(id, file, texts.get(file) ?? ''))];
    const unclear = naming.filter((file) => !files.includes(file));
    const isMarked = removedIds.has(id);
    const isFound = isMarked || files.length + unclear.length > 0;
    if (!isFound) await refuseUnknown(folder, id, flags.force);
    const dateRemoved = dayOfFlag('--date', flags.date, folder.today);
    const reason = isMarked ? undefined : await reasonOf(flags.reason, world);
    const marked = reason && addTombstone(before ?? '', { id, dateRemoved, reason });
    const { edits, left, kept, unread } = removeCitations(texts, id);
    const tombstone = marked ? [{ file: REMOVED_FILE, before, ...marked }] : [];
    const deletions = files.map((file) => ({ file, before: undefined, text: undefined }));
    const all = [...tombstone, ...deletions, ...edits];
    const copies = await describeCopies(folder, files);
    const message = `${copies.join(' ')} Take it down?`;
    if (!flags['dry-run']) {
      if (copies[0] && (await world.ask?.confirm({ message, initial: false })) === false)
        throw new Canceled();
      // With the tombstone it is down, whatever cannot be written then.
      editFolder(root, tombstone);
      withLock(root, () => forgetRemoved(root, new Set([id])));
      try {
        editFolder(root, [...deletions, ...edits]);
      } catch (error) {
        if (!(error instanceof CommandError)) throw error;
        throw new CommandError(
          `${id} is taken down by its entry in ${REMOVED_FILE}. ${error.message}`,
        );
      }
    }
    const would = flags['dry-run'] ? 'would be ' : '';
    const isDown = isMarked || removedIdsIn(marked?.text ?? '').has(id);
    const effect = isDown ? 'no other edit is published' : 'the review is not taken down';
    const placeOf = ({ file, line, label }: CitingList) => `${file}:${line} ${label}`;
    const changes = [
      ...tombstone.map(({ file }) => `${file}: entry ${would}added`),
      ...files.map((file) => `${file}: ${would}deleted`),
      ...left.map((list) => `${placeOf(list)}: id ${would}removed`),
      ...kept.map((list) => `${placeOf(list)}: ${ONLY}`),
      ...unread.map((file) => `${file}: still names it; delete the id there by hand`),
      ...unclear.map((file) => `${file}: ${UNCLEAR}`),
      ...(isFound ? [] : ['no file contains a review with this id']),
    ];
    const outcome = all.length > 0 ? `${would || 'is '}taken down` : ALREADY;
    const withoutEvidence = kept.map(({ file, line, label }) => ({ file, line, label }));
    return {
      exitCode: faults.length > 0 ? 1 : 0,
      lines: [
        `${id} ${outcome}.`,
        ...changes.map((line) => `  ${line}`),
        ...copies,
        ...(faults[0] ? [`${REMOVED_FILE} is invalid, and ${effect} until it is corrected:`] : []),
        ...faults.slice(0, 3),
      ],
      data: { id, files: all.map(({ file }) => file), withoutEvidence, unread, unclear, faults },
    };
  },
});

const NOTHING = 'Nothing was changed.';
const ALREADY = 'is already taken down; nothing was done';
const ONLY =
  'has no other evidence, so it is not published; cite another review there, or delete it';
const UNCLEAR = 'cannot be read, but names it; if this is the review, delete the file';

/** Refuses an id that neither a file nor git has: it may be misspelled. */
async function refuseUnknown(folder: OpenFolder, id: string, isForced: boolean): Promise<void> {
  const [issue] = ReviewId.safeParse(id).error?.issues ?? [];
  if (!issue && (isForced || (await findLastVersion(folder.root, id)))) return;
  const why = issue ? `, and none can: it ${issue.message}` : didYouMean(id, knownIds(folder));
  const force = issue ? '' : ' If it was published and its file is gone, add --force.';
  throw new CommandError(`no review has the id "${id}"${why}. ${NOTHING}${force}`);
}

async function reasonOf(given: string | undefined, { ask }: World): Promise<RemovalReason> {
  const options = RemovalReason.options.map((value) => ({ value }));
  const message = 'Why is it taken down? The reason is published.';
  const { data } = RemovalReason.safeParse(given ?? (await ask?.choose({ message, options })));
  if (data) return data;
  throw new UsageError(`--reason is missing; give one of ${RemovalReason.options.join(', ')}.`);
}

/** Describes versions that a restore could not bring back. */
async function describeCopies({ root, texts }: OpenFolder, files: string[]): Promise<string[]> {
  // A takedown does not wait for git.
  const committed = await readAt(root, 'HEAD', files).catch(() => undefined);
  if (!committed) return [];
  const unsaved = files.filter((file) => committed.get(file) !== texts.get(file));
  return unsaved.map((file) =>
    committed.has(file)
      ? `${file} was changed since it was committed; "npm run restore" brings back only the committed version.`
      : `${file} was never committed to git, so "npm run restore" cannot bring it back.`,
  );
}
