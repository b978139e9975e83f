import { checkDraft } from '#dataset/check/check-content.ts';
import { ContentError, formatProblem, isError } from '#dataset/content-problem.ts';
import { CONTENT_FLAGS, defineCommand } from '../command.ts';
import { countOf } from '../printed-text.ts';
import { knownIds, openFolder, section } from './content.ts';
import { findCitingLists } from './edits/citations.ts';
import { findDeletedWithoutTombstone } from './history/git-history.ts';
import type { StoredFolder } from './stored-folder.ts';

export const showStatus = defineCommand({
  name: 'status',
  about: 'Shows reviews that are pending, withheld, invalid, or cited but gone.',
  usage: [''],
  flags: { ...CONTENT_FLAGS, 'dry-run': { type: 'boolean', about: 'nothing is ever written' } },
  details: 'In git, it also shows reviews deleted without an entry in removed.yaml.',
  exitCodes: { 0: 'the content can be published', 1: 'it is invalid, or cannot be read' },
  async run({ flags }, world) {
    const folder = openFolder(flags, world);
    const { root, removedIds, texts } = folder;
    const known = knownIds(folder);
    const problems = findProblems(folder, world.now);
    const errors = problems.filter(isError);
    const warnings = problems.length - errors.length;
    const present = folder.files.filter(({ review }) => !removedIds.has(review.id));
    const byStatus = Map.groupBy(present, ({ review }) => review.verification.status);
    const { verified = [], pending = [], withheld = [] } = Object.fromEntries(byStatus);
    const byReason = Map.groupBy(withheld, ({ review: { verification } }) =>
      verification.status === 'withheld' ? verification.reason : verification.status,
    );
    const reasons = [...byReason].map(([reason, { length }]) => [reason, length] as const);
    const isGone = (id: string) => removedIds.has(id) || !known.has(id);
    const gone = findCitingLists(texts).flatMap(({ file, line, label, ids }) =>
      ids.filter(isGone).map((id) => ({ id, file, line, label })),
    );
    const deletions = await findDeletedWithoutTombstone(root, (id) => known.has(id));
    const deleted = deletions.map(({ file, review, commit }) => ({ id: review?.id, file, commit }));
    const faults = errors.map((one) => formatProblem(one));
    const unpublished = pending.map(({ file }) => file);
    const counts = reasons.map(([reason, count]) => `${reason}: ${count}`);
    const cited = gone.map(({ file, line, label, id }) => `${file}:${line} ${label}: ${id}`);
    const lost = deleted.map(({ id, file }) => `${id} ${file}`);
    return {
      exitCode: errors.length > 0 ? 1 : 0,
      lines: [
        `${countOf(verified.length, 'review')} published, ${pending.length} pending, ${withheld.length} withheld, ${removedIds.size} taken down`,
        ...section('Errors (until they are fixed, readers keep the last good version):', faults),
        ...section('Pending, and so not published (npm run verify -- --all-pending):', unpublished),
        ...section('Withheld:', counts),
        ...section('Cited but gone (cite another review there, or delete the id):', cited),
        ...section('Deleted, but not in removed.yaml (remove or restore them):', lost),
        ...(errors.length === 0 && warnings > 0
          ? ['', `${countOf(warnings, 'warning')} (npm run check:content)`]
          : []),
      ],
      data: {
        published: verified.length,
        removed: removedIds.size,
        pending: pending.map(({ file, review }) => ({ id: review.id, file })),
        withheld: Object.fromEntries(reasons),
        errors,
        warnings,
        citedButGone: gone,
        deletedWithoutTombstone: deleted,
      },
    };
  },
});

function findProblems({ draft }: StoredFolder, now: Date) {
  try {
    return checkDraft(draft, now).warnings;
  } catch (error) {
    if (error instanceof ContentError) return error.problems;
    throw error;
  }
}
