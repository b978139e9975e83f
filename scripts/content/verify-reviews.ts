import { readFileSync } from 'node:fs';
import { createHints } from '#dataset/check/nearest-name.ts';
import { VerificationMethod } from '#dataset/schema/stored-review.ts';
import { countOf } from '../check/format-problems.ts';
import { CONTENT_FLAGS, CommandError, defineCommand } from '../command.ts';
import { UsageError } from '../usage-error.ts';
import { dayOfFlag, firstLines, type OpenFolder, openFolder } from './content.ts';
import type { FileEdit } from './edit-file.ts';
import { editFolder } from './edit-folder.ts';
import { updateReview } from './review-file.ts';
import type { StoredFile } from './stored-folder.ts';

const MOST_NAMED = 10;

type Chosen = {
  readonly source: string | undefined;
  readonly ids: string | undefined;
  readonly 'all-pending': boolean;
};

export const verifyReviews = defineCommand({
  name: 'verify',
  about: 'Publishes pending reviews by writing into their files how they were verified.',
  usage: ['--source NAME', '--ids FILE', '--all-pending'],
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
  details: `Withheld and verified reviews stay as they are. If an id is unknown, no file is
changed.`,
  exitCodes: {
    0: 'the pending ones among them are verified',
    1: 'an id or the source is unknown, or a file could not be written; nothing was changed',
  },
  run({ flags }, world) {
    if ([flags.source, flags.ids, flags['all-pending'] || undefined].filter(Boolean).length !== 1) {
      throw new UsageError('Select reviews with one of --source, --ids and --all-pending.');
    }
    const folder = openFolder(flags, world);
    const method =
      VerificationMethod.options.find((one) => one === flags.method) ?? 'platform-import';
    const date = dayOfFlag('--date', flags.date, folder.today);
    const chosen = choose(folder, flags);
    const byStatus = Map.groupBy(chosen, ({ review }) => review.verification.status);
    const pending = byStatus.get('pending') ?? [];
    const edits = pending.map((stored) => verify(stored, { status: 'verified', method, date }));
    if (!flags['dry-run']) editFolder(folder.root, edits);
    const counts = {
      verified: pending.length,
      before: byStatus.get('verified')?.length ?? 0,
      withheld: byStatus.get('withheld')?.length ?? 0,
    };
    const unread = [...new Set(folder.unreadable.map(({ file }) => file))];
    const verb = flags['dry-run'] ? 'would be verified' : 'verified';
    return {
      lines: [
        `${countOf(counts.verified, 'review')} ${verb} (${method}, ${date}).`,
        ...(counts.before > 0 ? [`${countOf(counts.before, 'review')} already verified.`] : []),
        ...(counts.withheld > 0
          ? [`${countOf(counts.withheld, 'review')} withheld, and left so.`]
          : []),
        ...(unread.length > 0 && !flags.ids
          ? [
              `${countOf(unread.length, 'file')} cannot be read and stayed as they are:`,
              ...firstLines(unread.map((file) => `  ${file}`)),
            ]
          : []),
      ],
      data: { ...counts, method, date, files: edits.map(({ file }) => file), unread },
    };
  },
});

function choose(folder: OpenFolder, { source, ids }: Chosen): readonly StoredFile[] {
  if (ids !== undefined) return chooseByIds(folder, readIds(ids));
  if (source === undefined) {
    return folder.files.filter(({ review }) => review.verification.status === 'pending');
  }
  const found = folder.files.filter(({ review }) => review.source.name === source);
  if (found.length > 0) return found;
  const sources = new Set(folder.files.map(({ review }) => review.source.name));
  const hint = createHints(() => sources)(source);
  const known = sources.size > 0 ? `; they are from ${[...sources].join(', ')}` : '';
  throw new CommandError(`no review is from "${source}"${hint}${known}. Nothing was changed.`);
}

function chooseByIds({ files, unreadable }: OpenFolder, ids: readonly string[]): StoredFile[] {
  const byId = Map.groupBy(files, ({ review }) => review.id);
  const hint = createHints(() => byId.keys());
  const unknown = ids.filter((id) => !byId.has(id));
  if (unknown.length === 0) return ids.flatMap((id) => byId.get(id) ?? []);
  const lines = unknown.slice(0, MOST_NAMED).map((id) => {
    const broken = unreadable.find((one) => one.ids.includes(id));
    return `  ${id}${broken ? `, which may be ${broken.problem}` : hint(id)}`;
  });
  const more = unknown.length - lines.length;
  throw new CommandError(
    [
      `no review has ${unknown.length === 1 ? 'this id' : 'these ids'}, so nothing was changed:`,
      ...lines,
      ...(more > 0 ? [`  and ${more} more`] : []),
    ].join('\n'),
  );
}

/** Reads one id per line; text after a # is a comment. */
function readIds(path: string): string[] {
  let text: string;
  try {
    text = readFileSync(path, 'utf8');
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    throw new CommandError(`${path} cannot be read (${reason}); name a file with one id per line.`);
  }
  const lines = text.split(/\r?\n/).map((line) => line.replace(/#.*/, '').trim());
  const ids = [...new Set(lines.filter((line) => line !== ''))];
  if (ids.length === 0) throw new CommandError(`${path} contains no id; write one per line.`);
  return ids;
}

function verify(stored: StoredFile, verification: StoredFile['review']['verification']): FileEdit {
  const { file, text: before, review } = stored;
  const text = updateReview(stored, { ...review, verification });
  if (text !== undefined) return { file, before, text };
  throw new CommandError(
    `${file} cannot be changed safely; set its verification by hand. Nothing was changed.`,
  );
}
