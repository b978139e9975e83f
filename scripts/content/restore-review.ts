import { didYouMean } from '#dataset/check/nearest-name.ts';
import { CONTENT_FLAGS, CommandError, defineCommand } from '../command.ts';
import { openFolder } from './content.ts';
import { CITING_FILES, restoreCitations } from './edits/citations.ts';
import { editFolder } from './edits/edit-folder.ts';
import { REMOVED_FILE, removeTombstone } from './edits/tombstones.ts';
import { findLastVersion, readAt } from './history/git-history.ts';

export const restoreReview = defineCommand({
  name: 'restore',
  about: 'Brings back a review that was taken down, from the history of the folder in git.',
  usage: ['ID'],
  flags: CONTENT_FLAGS,
  args: { least: 1, most: 1, name: 'ID' },
  details: `The file comes back where it was, as it was last committed, and its id into the
evidence and the quotes that named it, if those still exist. Then its entry in
removed.yaml is deleted. If git does not have the review, import it or write it again.`,
  exitCodes: {
    0: 'it is restored, or was not taken down',
    1: 'git does not have it, its place is taken, or a file could not be written',
  },
  async run({ flags, args: [id = ''] }, world) {
    const { root, texts, files, removedIds } = openFolder(flags, world);
    const present = files.find(({ review }) => review.id === id);
    const before = texts.get(REMOVED_FILE);
    const isMarked = removedIds.has(id);
    if (present && !isMarked) {
      return { lines: [`${id} is not taken down; nothing was done.`], data: { id, files: [] } };
    }
    const old = await findLastVersion(root, id);
    const back = present ? undefined : old;
    const rest = isMarked && before ? removeTombstone(before, id) : undefined;
    const refuse = (why: string) =>
      new CommandError(`"${id}" cannot be brought back: ${why}. Nothing was changed.`);
    if (isMarked && !rest) throw refuse(NOT_UNMARKED);
    if (!present && !old) throw refuse(isMarked ? LOST : `${UNKNOWN}${didYouMean(id, removedIds)}`);
    if (back && !back.review) {
      throw refuse(`its last version has errors; see: git show ${back.commit}:./${back.file}`);
    }
    if (back && texts.has(back.file)) {
      throw refuse(`another file is in its place, ${back.file}; move that one first`);
    }
    const file = back ? [{ file: back.file, before: undefined, text: back.bytes }] : [];
    const status = (present ?? old)?.review?.verification.status;
    // A claim about a review that is not published is an error.
    const earlier =
      status === 'verified' ? await readAt(root, old?.commit ?? 'HEAD', CITING_FILES) : undefined;
    const { edits, lists, refused } = restoreCitations(texts, earlier ?? new Map(), id);
    // Until its tombstone is gone it is down, so that goes last.
    const text = rest?.text.trim() ? rest.text : undefined;
    const unmarked = rest ? [{ file: REMOVED_FILE, before, ...rest, text }] : [];
    const all = [...file, ...edits, ...unmarked];
    if (!flags['dry-run']) editFolder(root, all);
    const would = flags['dry-run'] ? 'would be ' : '';
    const placeOf = ({ file: name, line, label }: (typeof lists)[number]) =>
      `  ${name}:${line} ${label}:`;
    return {
      lines: [
        `${id} ${would || 'is '}back, as it was last committed.`,
        ...file.map((edit) => `  ${edit.file}: ${would}written`),
        ...lists.map((list) => `${placeOf(list)} id ${would}added`),
        ...refused.map((name) => `  ${name}: cannot be edited safely; add the id there by hand`),
        ...unmarked.map((edit) => `  ${edit.file}: entry ${would}deleted`),
      ],
      data: { id, files: all.map((edit) => edit.file), commit: old?.commit ?? null, status },
    };
  },
});

const LOST = `git has no version of it, and no other copy is kept. To publish it again, delete its entry in ${REMOVED_FILE}, then import it or write it again`;
const NOT_UNMARKED = `its entry in ${REMOVED_FILE} cannot be deleted safely; correct that file (npm run check:content), or delete the entry by hand`;
const UNKNOWN = `it is neither in ${REMOVED_FILE} nor in git`;
