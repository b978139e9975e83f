import { describeDifference } from './describe-difference.ts';
import { ANONYMOUS } from './plan/author-name.ts';
import type { Update } from './plan/decide-review.ts';
import type { Plan } from './plan/plan.ts';
import { NOTES } from './read/incoming-review.ts';

/** Maximum lines of a list, unless everything is requested. */
const SHOWN = 10;

type ReportOptions = {
  readonly isDryRun: boolean;
  readonly isVerbose: boolean;
  readonly remarks: readonly string[];
};

export function renderReport(plan: Plan, options: ReportOptions): string[] {
  const { isDryRun, isVerbose, remarks } = options;
  const cut = (lines: readonly string[]) => (isVerbose ? lines : shorten(lines));
  const section = (title: string, lines: readonly string[]) =>
    lines.length === 0 ? [] : ['', `${title}:`, ...lines.map((line) => `  ${line}`)];
  const showsWrites = isDryRun || isVerbose;
  const count = (label: string, number: number) =>
    `  ${label.padEnd(isDryRun ? 16 : 10)}${String(number).padStart(7)}`;
  const { updates } = plan;
  const changed = updates.filter(({ taken }) => taken.length > 0);
  const conflicts = listBothSides(updates, 'conflicts');
  const inConflict = updates.filter(
    ({ taken, conflicts }) => taken.length === 0 && conflicts.length > 0,
  ).length;
  return [
    ...(isDryRun ? ['Dry run: nothing is written.'] : []),
    count(isDryRun ? 'would add' : 'added', plan.added.length),
    count(isDryRun ? 'would change' : 'changed', changed.length),
    count('unchanged', updates.length - changed.length - inConflict),
    count(isDryRun ? 'would skip' : 'skipped', plan.skipped.length),
    ...(conflicts.length > 0 ? [count('conflicts', conflicts.length)] : []),
    ...section(
      isDryRun ? 'Would add' : 'Added',
      cut(showsWrites ? plan.added.map(({ file, place }) => `${file} (${place})`) : []),
    ),
    ...section(
      'Deleted since an earlier import, so pending, even with --verified; to keep one out: npm run remove -- ID --reason R',
      cut(
        plan.added.flatMap(({ file, place, isAgain }) => (isAgain ? [`${file} (${place})`] : [])),
      ),
    ),
    ...section(isDryRun ? 'Would change' : 'Changed', cut(changed.map(describeChange))),
    // None of these is omitted: the next import does not report them again.
    ...section('Taken for new versions of', listGuesses(updates)),
    ...section(
      'Conflicts: changed by an editor and at the source; the editor’s version stays, unless you put the other into the file',
      conflicts,
    ),
    ...section(
      'Different from the source, of unknown origin; it stays',
      listBothSides(updates, 'unknown'),
    ),
    ...section(
      'Kept as editors left it',
      isVerbose ? listBothSides(updates, 'kept') : countKept(updates),
    ),
    ...section('Skipped', cut(plan.skipped.map(({ place, reason }) => `${place}: ${reason}`))),
    ...section('Stored from this source but not in the export; they stay', cut(plan.absent)),
    ...section(
      'Remarks',
      cut([
        ...countNotes(plan, isVerbose),
        ...remarkOnDigests(plan, isDryRun),
        ...remarkOnPending(plan),
        ...remarks,
      ]),
    ),
  ];
}

function shorten(lines: readonly string[]): string[] {
  if (lines.length <= SHOWN + 1) return [...lines];
  const more = lines.length - SHOWN;
  return [...lines.slice(0, SHOWN), `... and ${more} more (--verbose shows all)`];
}

function describeChange({ file, taken }: Update): string {
  const parts = taken.map((difference) => {
    const { stored, said } = describeDifference(difference);
    return `${difference.field} ${stored} -> ${said}`;
  });
  return `${file}: ${parts.join('; ')}`;
}

function listBothSides(
  updates: readonly Update[],
  kind: 'kept' | 'conflicts' | 'unknown',
): string[] {
  return updates.flatMap((update) =>
    update[kind].map((difference) => {
      const { stored, said } = describeDifference(difference);
      const isHidden = difference.field === 'author' && difference.said === ANONYMOUS;
      const hint = isHidden ? ': its author is now anonymous there' : '';
      return `${update.file}: ${difference.field} ${stored}, at the source ${said}${hint}`;
    }),
  );
}

/** Lists guesses for a person to check; a text that came by one is not verified by it. */
function listGuesses(updates: readonly Update[]): string[] {
  return updates.flatMap(({ file, place, guess, before, review }) => {
    if (guess === undefined) return [];
    const isUnverified =
      before.verification.status === 'verified' && review.verification.status === 'pending';
    const hint = isUnverified ? '; pending until you verify its new text' : '';
    return [`${file}: ${place}, by ${guess}${hint}`];
  });
}

function countKept(updates: readonly Update[]): string[] {
  const kept = updates.flatMap(({ file, kept }) => kept.map(({ field }) => ({ field, file })));
  const byField = Map.groupBy(kept, ({ field }) => field);
  return [...byField].map(([field, all]) => {
    const files = all.map(({ file }) => file);
    return `${all.length} x ${field} (${listPlaces(files, false)})`;
  });
}

function countNotes({ noted }: Plan, isVerbose: boolean): string[] {
  const byNote = Map.groupBy(noted, ({ note }) => note);
  return [...byNote].map(([note, all]) => {
    const places = all.map(({ place }) => place);
    return `${all.length} x ${NOTES[note]} (${listPlaces(places, isVerbose)})`;
  });
}

function listPlaces(places: readonly string[], isVerbose: boolean): string {
  return (isVerbose || places.length <= 3 ? places : [...places.slice(0, 3), '...']).join('; ');
}

/**
 * Files are rewritten only for the next import, which is reported to the people who commit them.
 */
function remarkOnDigests({ updates }: Plan, isDryRun: boolean): string[] {
  const { length } = updates.filter(({ text, taken }) => text !== undefined && taken.length === 0);
  if (length === 0) return [];
  return [
    `In ${amount(length, 'file')} only source.digest or source.id ${isDryRun ? 'would be' : 'was'} written: with these, the next import knows the source’s current values.`,
  ];
}

function remarkOnPending({ updates }: Plan): string[] {
  const pending = updates.filter(({ before }) => before.verification.status === 'pending');
  const [first] = pending;
  if (first === undefined) return [];
  return [
    `${amount(pending.length, 'stored review')} of this export stayed pending, so not published; an import never verifies stored reviews: run npm run verify -- --source, or set verification in a file (such as ${first.file}).`,
  ];
}

export function amount(count: number, what: string): string {
  return `${count} ${what}${count === 1 ? '' : 's'}`;
}
