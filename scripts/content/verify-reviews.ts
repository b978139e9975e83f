import { didYouMean } from '#dataset/check/nearest-name.ts';
import { VerificationMethod } from '#dataset/schema/stored-review.ts';
import { CONTENT_FLAGS, CommandError, defineCommand } from '../command.ts';
import { UsageError } from '../command-line.ts';
import { decodeInput } from '../import/read/decode-input.ts';
import { readInputFile } from '../import/read/input.ts';
import { countOf } from '../printed-text.ts';
import { dayOfFlag, editReview, findReview, openFolder, section } from './content.ts';
import { editFolder } from './edits/edit-folder.ts';
import type { StoredFile, StoredFolder } from './stored-folder.ts';

export const verifyReviews = defineCommand({
  name: 'verify',
  about: 'Publishes pending reviews by writing into their files how they were verified.',
  usage: ['ID', '--source NAME', '--ids FILE', '--all-pending'],
  flags: {
    source: { type: 'string', value: 'NAME', about: 'reviews from one source, such as Trustpilot' },
    ids: { type: 'string', value: 'FILE', about: 'reviews whose ids are in a file, one per line' },
    'all-pending': { type: 'boolean', about: 'all pending reviews' },
    method: {
      type: 'string',
      value: 'METHOD',
      about: 'your evidence that the reviewers were customers (default: platform-import)',
      allowed: VerificationMethod.options,
    },
    date: { type: 'string', value: 'DATE', about: 'the date of the verification (default: today)' },
    ...CONTENT_FLAGS,
  },
  args: { least: 0, most: 1, name: 'ID' },
  details: 'Withheld and verified reviews stay as they are.',
  exitCodes: { 0: 'the pending ones are verified', 1: 'nothing was changed; the message says why' },
  run({ flags, args: [id] }, world) {
    const { source, ids, 'all-pending': isAll, 'dry-run': isDry } = flags;
    if ([id, source, ids, isAll || undefined].filter((one) => one !== undefined).length !== 1) {
      throw new UsageError('name one review, or use one of --source, --ids and --all-pending.');
    }
    const folder = openFolder(flags, world);
    const method = VerificationMethod.catch('platform-import').parse(flags.method);
    const date = dayOfFlag('--date', flags.date, folder.today);
    const named = id === undefined ? bySource(folder, source) : [findReview(folder, id)];
    const chosen = ids === undefined ? named : byIds(folder, ids);
    const byStatus = Map.groupBy(chosen, ({ review }) => review.verification.status);
    const { pending = [], verified = [], withheld = [] } = Object.fromEntries(byStatus);
    const verification = { status: 'verified', method, date } as const;
    const edits = pending.map((stored) => editReview(stored, { ...stored.review, verification }));
    if (!isDry) editFolder(folder.root, edits);
    const unread = folder.unreadable.map(({ file }) => file);
    const counts = { verified: pending.length, before: verified.length, withheld: withheld.length };
    return {
      lines: [
        `${countOf(pending.length, 'review')} ${isDry ? 'would be verified' : 'verified'}${pending.length > 0 ? ` (${method}, ${date})` : ''}.`,
        ...(counts.before > 0 ? [`Verified before: ${counts.before}`] : []),
        ...(counts.withheld > 0 ? [`Withheld, and not changed: ${counts.withheld}`] : []),
        ...section('Files with errors, and so not changed (npm run check:content):', unread),
      ],
      data: { ...counts, method, date, files: edits.map(({ file }) => file), unread },
    };
  },
});

/** Returns the reviews of a source, or all that are pending. */
function bySource({ files }: StoredFolder, source: string | undefined): readonly StoredFile[] {
  if (source === undefined) {
    return files.filter(({ review }) => review.verification.status === 'pending');
  }
  const found = files.filter(({ review }) => review.source.name === source);
  if (found.length > 0) return found;
  const sources = [...new Set(files.map(({ review }) => review.source.name))];
  throw new CommandError(
    `no review is from "${source}"${didYouMean(source, sources)}; the sources here are: ${sources.join(', ')}. Nothing was changed.`,
  );
}

/** Returns the reviews whose ids are in a file: one per line; text after a # is a comment. */
function byIds(folder: StoredFolder, path: string): StoredFile[] {
  const lines = decodeInput(readInputFile(path)).split('\n');
  const ids = new Set(lines.map((line) => line.replace(/#.*/, '').trim()));
  return [...ids].filter((id) => id !== '').map((id) => findReview(folder, id));
}
