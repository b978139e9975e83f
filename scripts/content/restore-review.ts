import { createHints } from '#dataset/check/nearest-name.ts';
import { CONTENT_FLAGS, CommandError, defineCommand } from '../command.ts';
import { type OpenFolder, openFolder } from './content.ts';
import type { FileEdit } from './edit-file.ts';
import { editFolder } from './edit-folder.ts';
import { type DeletedReview, findDeletedReview, readAt } from './history/git-history.ts';
import { CITING_FILES, findCitingLists, restoreCitations } from './lists/citations.ts';
import { hasTombstone, REMOVED_FILE, removeTombstone } from './lists/tombstones.ts';

export const restoreReview = defineCommand({
  name: 'restore',
  about: 'Brings back a review that was taken down, from the history of the folder in git.',
  usage: ['ID'],
  flags: CONTENT_FLAGS,
  args: { least: 1, most: 1, name: 'ID' },
  details: `The file is restored in place as it was last committed, and the review to the
evidence and the chosen quotes that named it, if those still exist. Then its
tombstone is deleted. If git does not have it, nothing is changed: no other copy of
a removed review is kept, so import it or write it again.`,
  exitCodes: {
    0: 'it is restored, or was not taken down',
    1: 'git does not have it, its place is taken, or a file could not be written',
  },
  async run({ flags, args: [id = ''] }, world) {
    const folder = openFolder(flags, world);
    const { root, texts } = folder;
    const present = folder.files.find(({ review }) => review.id === id);
    const removed = texts.get(REMOVED_FILE);
    const isMarked = hasTombstone(removed ?? '', id);
    if (present && !isMarked) {
      return { lines: [`${id} is not taken down; nothing was done.`], data: { id, files: [] } };
    }
    const unmarked = isMarked ? unmark(folder, removed ?? '', id) : [];
    const deleted = await findVersion(folder, id, isMarked, present !== undefined);
    const file = present || !deleted ? [] : [fileOf(folder, deleted)];
    const earlier = await readAt(root, deleted?.commit ?? 'HEAD', CITING_FILES);
    const status = (present ?? deleted)?.review?.verification.status;
    // A claim about a review that is not published is an error.
    const isCitable = status === 'verified';
    const { edits, lists } = restoreCitations(texts, isCitable ? earlier : new Map(), id);
    const citing = isCitable ? [] : findCitingLists(texts).filter(({ ids }) => ids.includes(id));
    // Until its tombstone is gone it is down, so that goes last.
    const all = [...file, ...edits, ...unmarked];
    const isDry = flags['dry-run'];
    if (!isDry) editFolder(root, all);
    const would = isDry ? 'would be ' : '';
    return {
      lines: [
        `${id} ${isDry ? 'would be' : 'is'} back, as it was last committed.`,
        ...file.map((edit) => `  ${edit.file}: ${would}written`),
        ...lists.map((list) => `  ${list.file}:${list.line} ${list.label}: ${would}with it`),
        ...unmarked.map((edit) => `  ${edit.file}: tombstone ${would}deleted`),
        ...citing.map(
          ({ file, line, label }) =>
            `  ${file}:${line} ${label}: cites it, but it is ${status}; name another review there, or verify this one`,
        ),
      ],
      data: { id, files: all.map((edit) => edit.file), commit: deleted?.commit ?? null, status },
    };
  },
});

/** Returns the last version in git. Throws a CommandError if there is no version and no file. */
async function findVersion(
  { root, removedIds }: OpenFolder,
  id: string,
  isMarked: boolean,
  isPresent: boolean,
): Promise<DeletedReview | undefined> {
  const found = await findDeletedReview(root, id, isPresent ? 'D' : 'DM');
  if (isPresent) return typeof found === 'object' ? found : undefined;
  if (typeof found === 'object') {
    if (found.review) return found;
    throw new CommandError(
      `the last version of "${id}" in git is not a valid review, so nothing was changed. Correct it by hand: git show ${found.commit}:./${found.file}`,
    );
  }
  const hasHistory = found !== 'no history';
  if (!isMarked) {
    const hint = createHints(() => removedIds)(id);
    throw new CommandError(
      `"${id}" has no tombstone, and ${hasHistory ? 'git has no deleted review with this id' : 'there is no history in git'}${hint}. Nothing was changed.`,
    );
  }
  const why = hasHistory
    ? 'the history in git does not contain it'
    : `${root} has no history in git, or git is not installed`;
  throw new CommandError(
    `"${id}" cannot be brought back: ${why}, and no copy is kept. Nothing was changed. Delete its entry in ${REMOVED_FILE}, then import it again, or write it again: npm run new -- --id ${id}`,
  );
}

function fileOf({ texts }: OpenFolder, { file, bytes }: DeletedReview): FileEdit {
  if (!texts.has(file)) return { file, before: undefined, text: bytes };
  throw new CommandError(
    `${file}, where the review was, contains another one. Nothing was changed. Move that file, then run this again.`,
  );
}

function unmark({ texts }: OpenFolder, before: string, id: string): FileEdit[] {
  const text = removeTombstone(before, id);
  if (text === undefined) {
    throw new CommandError(
      `${REMOVED_FILE} is not valid, so the tombstone cannot be removed from it. Nothing was changed. Correct it: npm run check:content`,
    );
  }
  const isEmpty = text.trim() === '' && texts.has(REMOVED_FILE);
  return [{ file: REMOVED_FILE, before, text: isEmpty ? undefined : text }];
}
