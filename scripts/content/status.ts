import { checkDraft } from '#dataset/check/check-content.ts';
import {
  ContentError,
  type ContentProblem,
  formatProblem,
  isError,
} from '#dataset/content-problem.ts';
import { countOf } from '../check/format-problems.ts';
import { CONTENT_FLAGS, defineCommand } from '../command.ts';
import { firstLines, knownIds, type OpenFolder, openFolder } from './content.ts';
import { findDeletedWithoutTombstone, findUncommitted } from './history/git-history.ts';
import { findCitingLists } from './lists/citations.ts';

const { content, json } = CONTENT_FLAGS;

export const showStatus = defineCommand({
  name: 'status',
  about: 'Shows reviews that are pending, withheld, invalid, new, or cited but gone.',
  usage: [''],
  flags: {
    content,
    json,
    'dry-run': { type: 'boolean', about: 'no effect: nothing is ever written' },
  },
  details: `Changes since the last commit, and reviews deleted without a tombstone, are shown if
the folder is in git.`,
  exitCodes: { 0: 'the content can be published', 1: 'it is invalid, or cannot be read' },
  async run({ flags }, world) {
    const folder = openFolder(flags, world);
    const problems = findProblems(folder, world.now);
    const errors = problems.filter(isError);
    const statuses = Map.groupBy(
      folder.files.filter(({ review }) => !folder.removedIds.has(review.id)),
      ({ review }) => review.verification.status,
    );
    const pending = statuses.get('pending') ?? [];
    const withheld = countWithheld(folder);
    const gone = findGone(folder);
    const known = knownIds(folder);
    const [uncommitted, deleted] = await Promise.all([
      findUncommitted(folder.root),
      findDeletedWithoutTombstone(folder.root, (id) => known.has(id)),
    ]);
    const published = statuses.get('verified')?.length ?? 0;
    const withheldCount = withheld.reduce((sum, { count }) => sum + count, 0);
    const data = {
      published,
      removed: folder.removedIds.size,
      pending: pending.map(({ file, review }) => ({ id: review.id, file })),
      withheld: Object.fromEntries(withheld.map(({ reason, count }) => [reason, count])),
      errors,
      warnings: problems.length - errors.length,
      uncommitted: uncommitted ?? null,
      citedButGone: gone,
      deletedWithoutTombstone: deleted.map(({ file, review, commit }) => ({
        id: review?.id,
        file,
        commit,
      })),
    };
    const section = (title: string, lines: readonly string[]) =>
      lines.length === 0 ? [] : ['', title, ...firstLines(lines.map((line) => `  ${line}`))];
    const lines = [
      `${countOf(published, 'review')} published, ${pending.length} pending, ${withheldCount} withheld, ${folder.removedIds.size} taken down`,
      ...section(
        `Errors (nothing is published until they are corrected):`,
        errors.map((one) => formatProblem(one)),
      ),
      ...section(
        'Pending, and so not published (npm run verify):',
        pending.map(({ file }) => file),
      ),
      ...section(
        'Withheld:',
        withheld.map(({ reason, count }) => `${reason}: ${count}`),
      ),
      ...section('New since the last commit:', uncommitted?.added ?? []),
      ...section('Changed since the last commit:', uncommitted?.changed ?? []),
      ...section(
        'Cited but gone (name another review there, or delete it):',
        gone.map(({ file, line, label, id }) => `${file}:${line} ${label}: ${id}`),
      ),
      ...section(
        'Published before, then deleted without a tombstone (npm run remove -- ID, or npm run restore -- ID):',
        deleted.map(({ file, review }) => `${review?.id} ${file}`),
      ),
      ...(errors.length === 0 && data.warnings > 0
        ? ['', `${countOf(data.warnings, 'warning')}: npm run check:content`]
        : []),
    ];
    return { exitCode: errors.length > 0 ? 1 : 0, lines, data };
  },
});

function findProblems({ draft }: OpenFolder, now: Date): readonly ContentProblem[] {
  try {
    return checkDraft(draft, now).warnings;
  } catch (error) {
    if (!(error instanceof ContentError)) throw error;
    return error.problems;
  }
}

function countWithheld({ files, removedIds }: OpenFolder): { reason: string; count: number }[] {
  const reasons = files.flatMap(({ review: { id, verification } }) =>
    verification.status === 'withheld' && !removedIds.has(id) ? [verification.reason] : [],
  );
  return [...Map.groupBy(reasons, (reason) => reason)]
    .map(([reason, { length }]) => ({ reason, count: length }))
    .sort((a, b) => b.count - a.count);
}

/** Returns names in editors' texts that do not exist or were taken down. */
function findGone({ texts, files, unreadable, removedIds }: OpenFolder) {
  const present = new Set([
    ...files.map(({ review }) => review.id),
    ...unreadable.flatMap(({ ids }) => ids),
  ]);
  return findCitingLists(texts).flatMap(({ file, line, label, ids }) =>
    ids
      .filter((id) => removedIds.has(id) || !present.has(id))
      .map((id) => ({ id, file, line, label })),
  );
}
