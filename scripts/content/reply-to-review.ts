import { Prose } from '#dataset/schema/scalars.ts';
import { CONTENT_FLAGS, defineCommand } from '../command.ts';
import { UsageError } from '../command-line.ts';
import {
  dayOfFlag,
  editReview,
  findReview,
  openFolder,
  readAnswer,
  saveReview,
} from './content.ts';

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
  exitCodes: { 0: 'done, or nothing to do', 1: 'there is no such review, or it was not written' },
  async run({ flags, args: [id = ''] }, world) {
    if (flags.delete && (flags.text ?? flags.date) !== undefined) {
      throw new UsageError('--delete deletes the reply; omit --text and --date.');
    }
    const folder = openFolder(flags, world);
    const stored = findReview(folder, id);
    const { ownerReply: old, ...others } = stored.review;
    const { author, rating, datePublished, verification } = others;
    const date = dayOfFlag('--date', flags.date, folder.today);
    const message = `What is your reply to ${author.name} (${rating} stars, ${datePublished})?`;
    const question = { name: 'text', given: flags.text, message, schema: Prose };
    const text = flags.delete ? undefined : await readAnswer(world, question);
    if (text === old?.text) {
      const state = old ? 'already has this reply' : 'has no reply';
      return { lines: [`${id} ${state}; nothing was done.`], data: { id, files: [] } };
    }
    const dated = { text: text ?? '', ...(old ? { dateModified: date } : { datePublished: date }) };
    const reply = text === undefined ? {} : { ownerReply: { ...old, ...dated } };
    const edit = editReview(stored, { ...others, ...reply });
    const warnings = saveReview(folder, edit, flags['dry-run']);
    const { status } = verification;
    const done = flags.delete ? 'deleted' : old ? 'replaced' : 'added';
    return {
      lines: [
        `${folder.root}/${edit.file}: reply ${flags['dry-run'] ? 'would be ' : ''}${done}`,
        ...(status === 'verified' ? [] : [`The review is ${status}, and so not published.`]),
        ...warnings,
      ],
      data: { id, files: [edit.file], status, ownerReply: null, ...reply, warnings },
    };
  },
});
