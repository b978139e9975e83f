import { createHints } from '#dataset/check/nearest-name.ts';
import type { StoredReview } from '#dataset/schema/stored-review.ts';
import { CONTENT_FLAGS, CommandError, defineCommand } from '../command.ts';
import { UsageError } from '../usage-error.ts';
import {
  checkReviewFile,
  dayOfFlag,
  faultOfText,
  findReview,
  openFolder,
  refuseText,
} from './content.ts';
import { editFolder } from './edit-folder.ts';
import { updateReview } from './review-file.ts';

export const replyToReview = defineCommand({
  name: 'reply',
  about: 'Writes or replaces the reply of the business to a review.',
  usage: ['ID', 'ID --text TEXT', 'ID --delete'],
  flags: {
    text: { type: 'string', value: 'TEXT', about: 'its text (default: asked at a terminal)' },
    date: { type: 'string', value: 'DATE', about: 'the date it was written (default: today)' },
    delete: { type: 'boolean', about: 'delete the reply' },
    ...CONTENT_FLAGS,
  },
  args: { least: 1, most: 1, name: 'ID' },
  details: `A new reply keeps the date of the one it replaces, and gets --date as the date of
its change. Several paragraphs come from a file: --text "$(cat reply.txt)"`,
  exitCodes: {
    0: 'the reply was written',
    1: 'the review does not exist, or a file could not be written',
  },
  async run({ flags, args: [id = ''] }, world) {
    const folder = openFolder(flags, world);
    const stored = findReview(
      folder,
      id,
      createHints(() => folder.files.map(({ review }) => review.id)),
    );
    const { file, text: before, review } = stored;
    if (flags.delete && (flags.text !== undefined || flags.date !== undefined)) {
      throw new UsageError('--delete deletes the reply; omit --text and --date.');
    }
    const date = dayOfFlag('--date', flags.date, folder.today);
    const said = flags.delete
      ? undefined
      : (flags.text ??
        (await world.ask?.text({
          message: `What is your reply to ${nameOf(review)}?`,
          check: faultOfText,
        })));
    if (!flags.delete && said === undefined) throw new UsageError('--text is missing.');
    if (said !== undefined) refuseText('--text', said);
    const { ownerReply: old, ...others } = review;
    const reply = said === undefined ? undefined : replyOf(said, date, old);
    if (reply?.text === old?.text) {
      const state = old ? 'has this reply' : 'has no reply';
      return { lines: [`${id} already ${state}; nothing was done.`], data: { id, files: [] } };
    }
    const text = updateReview(stored, { ...others, ...(reply && { ownerReply: reply }) });
    if (text === undefined) {
      throw new CommandError(
        `${file} cannot be changed safely; write the reply into it by hand. Nothing was changed.`,
      );
    }
    const warnings = checkReviewFile(file, text);
    if (!flags['dry-run']) editFolder(folder.root, [{ file, before, text }]);
    const { status } = review.verification;
    const done = flags.delete ? 'without the reply' : old ? 'with another reply' : 'with the reply';
    return {
      lines: [
        `${flags['dry-run'] ? 'would write ' : ''}${folder.root}/${file} ${done}`,
        ...(status === 'verified' ? [] : [`The review is ${status}, so neither is published.`]),
        ...warnings,
      ],
      data: { id, files: [file], status, ownerReply: reply ?? null, warnings },
    };
  },
});

function nameOf({ author, rating, datePublished }: StoredReview): string {
  return `${author.name} (${rating} stars, ${datePublished})`;
}

function replyOf(
  said: string,
  date: string,
  old: StoredReview['ownerReply'],
): NonNullable<StoredReview['ownerReply']> {
  const text = said.replaceAll('\r\n', '\n').trim();
  if (!old) return { text, datePublished: date };
  return { ...old, text, dateModified: date };
}
