import type { Update } from '../plan/decide-review.ts';
import type { Difference } from '../plan/merge-review.ts';
import type { Plan } from '../plan/plan.ts';
import { NOTES } from '../rows/incoming-review.ts';
import type { Undone } from '../write/undo.ts';
// Few people know the keys of the files.
import PART_NAMES from './part-names.json' with { type: 'json' };

/** Maximum lines of a list, unless everything is requested. */
const SHOWN = 10;

/** If more reviews vanish at once, the service asks. */
const MANY = 5;

/** The characters that are shown before a difference, and in all. */
const CONTEXT = 30;
const MOST_SHOWN = 160;

type ReportOptions = {
  readonly isDryRun: boolean;
  readonly isVerbose: boolean;
  /** True to list new files. */
  readonly listsAdded: boolean;
  readonly remarks: readonly string[];
  /** Lines on the new reviews, such as which are published. */
  readonly onNew: readonly string[];
};

/** Returns what an import did, or would do: counts, and a list for each thing to look at. */
export function renderReport(plan: Plan, options: ReportOptions): string[] {
  const { isDryRun, isVerbose, listsAdded, remarks, onNew } = options;
  const { added, updates, skipped, absent, noted } = plan;
  const list = (title: string, lines: readonly string[]) => renderList(title, lines, isVerbose);
  const count = (label: string, number: number) =>
    `  ${label.padEnd(isDryRun ? 16 : 10)}${String(number).padStart(7)}`;
  const changed = updates.filter(({ taken }) => taken.length > 0);
  const conflicts = updates.filter(({ conflicts }) => conflicts.length > 0);
  const touched = new Set([...changed, ...conflicts]);
  const kept = updates.filter(({ kept }) => kept > 0).length;
  return [
    count(isDryRun ? 'would add' : 'added', added.length),
    count(isDryRun ? 'would change' : 'changed', changed.length),
    count('unchanged', updates.length - touched.size),
    count(isDryRun ? 'would skip' : 'skipped', skipped.length),
    ...(conflicts.length > 0 ? [count('conflicts', conflicts.length)] : []),
    ...(kept > 0 ? [count('edited', kept)] : []),
    ...list(
      isDryRun ? 'Would add' : 'Added',
      listsAdded || isVerbose ? added.map(({ file, place }) => `${file} (${place})`) : [],
    ),
    ...list(
      'New but pending, since each may be a version of another review: verify it, or remove one of the two',
      listDoubts(added.filter((one) => !isBack(one))),
    ),
    ...list(
      'New but pending, since each was here, or one like it, and the file was deleted',
      listDoubts(added.filter(isBack)),
    ),
    ...list(isDryRun ? 'Would change' : 'Changed', listSides(updates, 'taken')),
    // None of these is omitted: the next import does not report them again.
    ...renderList(
      'Conflicts: different from the source. The stored version stays; to take the other, write it into the file',
      listSides(updates, 'conflicts'),
      true,
    ),
    ...list('Skipped', group(skipped.map(({ place, reason }) => [reason, place]))),
    ...list('Stored from this source but not in the export; they stay', absent),
    ...list('Remarks', [
      ...group(noted.map(({ place, note }) => [NOTES[note], place])),
      ...remarks,
    ]),
    ...renderList('New reviews', onNew, true),
  ];
}

/** Returns what "--undo" took back, and the files that stay. */
export function renderUndo(
  undone: Undone | undefined,
  {
    isDryRun,
    isVerbose,
    hasImported,
  }: Pick<ReportOptions, 'isDryRun' | 'isVerbose'> & { readonly hasImported: boolean },
): string[] {
  if (undone === undefined) {
    const isGone = hasImported
      ? 'Only the last import can be taken back, and it has been'
      : 'There is no import to take back';
    return [`${isGone}; nothing was changed.`];
  }
  const { at, about, deleted, restored, kept, published } = undone;
  const day = new Date(at).toLocaleString('en-US', { dateStyle: 'long', timeStyle: 'short' });
  const list = (what: string, files: readonly string[]) =>
    renderList(`${what} ${files.length}`, files, isVerbose);
  const stays = [...kept].map(([file, why]) => `${file} ${why}`);
  const isNothing = deleted.length + restored.length === 0;
  const took = isNothing ? 'Nothing of' : isDryRun ? 'Would take back' : 'Took back';
  const confirm = `Published before: ${published}. If that is half of all or more, the service keeps showing them until you say that this is right: npm run confirm`;
  return [
    `${took} the import of ${about} on ${day}${isNothing ? ' could be taken back' : ''}.`,
    ...list(isDryRun ? 'Would delete' : 'Deleted', deleted),
    ...list(isDryRun ? 'Would restore' : 'Restored', restored),
    ...list(isDryRun ? 'Would keep' : 'Kept', stays),
    ...(published > MANY ? ['', confirm] : []),
  ];
}

function renderList(title: string, lines: readonly string[], isWhole: boolean): string[] {
  if (lines.length === 0) return [];
  const isShort = isWhole || lines.length <= SHOWN + 1;
  const more = `... and ${lines.length - SHOWN} more (--verbose shows all)`;
  const shown = isShort ? lines : [...lines.slice(0, SHOWN), more];
  return ['', `${title}:`, ...shown.map((line) => `  ${line}`)];
}

function listDoubts(added: Plan['added']): string[] {
  return added.flatMap(({ file, place, doubt }) =>
    doubt === undefined ? [] : `${file} (${place}), of ${doubt}`,
  );
}

/** True for a new review that was here before, or one like it, and whose file was deleted. */
export function isBack({ doubt }: Plan['added'][number]): boolean {
  return doubt !== undefined && !doubt.endsWith('.md');
}

/** Returns a line for each part in which a stored review and the source differ. */
function listSides(updates: readonly Update[], kind: 'taken' | 'conflicts'): string[] {
  const between = kind === 'taken' ? ' -> ' : ', at the source ';
  return updates.flatMap((update) =>
    update[kind].map((difference) => {
      const { stored, said } = describeDifference(difference);
      return `${update.file}: ${PART_NAMES[difference.field]} ${stored}${between}${said}`;
    }),
  );
}

/** Returns both values of a part of a review: of long texts the place where they first differ. */
export function describeDifference({ stored, said }: Pick<Difference, 'stored' | 'said'>): {
  readonly stored: string;
  readonly said: string;
} {
  if (typeof said === 'number') return { stored: String(stored), said: String(said) };
  const [one, other] = [[...toText(stored)], [...toText(said)]];
  const differs = one.findIndex((character, place) => character !== other[place]);
  const place = differs < 0 ? one.length : differs;
  const isLong = Math.max(one.length, other.length) > MOST_SHOWN;
  const start = isLong ? Math.max(0, place - CONTEXT) : 0;
  return { stored: show(one, start), said: show(other, start) };
}

function toText(value: Difference['stored']): string {
  if (typeof value !== 'object') return String(value ?? '');
  const dates = [value.datePublished, value.dateModified].filter((date) => date !== undefined);
  return dates.length === 0 ? value.text : `${value.text} (${dates.join(', ')})`;
}

/** Returns characters from a place on; a text shows its line breaks and its end. */
function show(characters: readonly string[], start: number): string {
  if (characters.length === 0) return 'none';
  const part = characters.slice(start, start + MOST_SHOWN).join('');
  const rest = characters.length > start + MOST_SHOWN ? '…' : '';
  return JSON.stringify(`${start > 0 ? '…' : ''}${part}${rest}`);
}

/** Returns a line for each text, with the places that it is about. */
function group(all: readonly (readonly [text: string, place: string])[]): string[] {
  return [...Map.groupBy(all, ([text]) => text)].map(([text, some]) => {
    const places = some.slice(0, 3).map(([, place]) => place);
    const more = some.length > 3 ? `; ... (${amount(some.length, 'review')})` : '';
    return `${places.join('; ')}${more}: ${text}`;
  });
}

export function amount(count: number, what: string): string {
  return `${count} ${what}${count === 1 ? '' : 's'}`;
}
