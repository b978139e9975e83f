import type { StoredReview } from '#dataset/stored-review.ts';
import type { Change } from './decide-review.ts';
import type { Plan } from './import-reviews.ts';
import type { OwnedKey } from './merge-review.ts';
import { NOTES, type Note } from './notes.ts';

/** How many lines of a list are shown unless everything is asked for. */
const SHOWN = 10;

export type ReportOptions = {
  readonly isDryRun: boolean;
  readonly isVerbose: boolean;
  readonly remarks: readonly string[];
};

/** What an import did, or would do, as lines of text. */
export function renderReport(plan: Plan, options: ReportOptions): string[] {
  const { isDryRun, isVerbose, remarks } = options;
  const cut = (lines: readonly string[]) => (isVerbose ? lines : shorten(lines));
  const section = (title: string, lines: readonly string[]) =>
    lines.length === 0 ? [] : ['', `${title}:`, ...cut(lines).map((line) => `  ${line}`)];
  const showsWrites = isDryRun || isVerbose;
  const count = (label: string, number: number) =>
    `  ${label.padEnd(isDryRun ? 16 : 10)}${String(number).padStart(7)}`;
  return [
    ...(isDryRun ? ['Dry run: nothing is written.'] : []),
    count(isDryRun ? 'would add' : 'added', plan.added.length),
    count(isDryRun ? 'would change' : 'changed', plan.changed.length),
    count('unchanged', plan.unchanged),
    count(isDryRun ? 'would skip' : 'skipped', plan.skipped.length),
    ...section(
      isDryRun ? 'Would add' : 'Added',
      showsWrites ? plan.added.map(({ file, place }) => `${file} (${place})`) : [],
    ),
    ...section(isDryRun ? 'Would change' : 'Changed', plan.changed.map(describeChange)),
    ...section(
      'Skipped',
      plan.skipped.map(({ place, reason }) => `${place}: ${reason}`),
    ),
    ...section('Stored from this source but not in the export; they stay', plan.absent),
    ...section('Remarks', [...countNotes(plan, isVerbose), ...remarkOnPending(plan), ...remarks]),
  ];
}

function shorten(lines: readonly string[]): string[] {
  if (lines.length <= SHOWN + 1) return [...lines];
  const more = lines.length - SHOWN;
  return [...lines.slice(0, SHOWN), `... and ${more} more (--verbose shows all)`];
}

function describeChange({ file, before, after, keys }: Change): string {
  const parts = keys.map(
    (key) => `${key} ${show(memberOf(before, key))} -> ${show(memberOf(after, key))}`,
  );
  return `${file}: ${parts.join('; ')}`;
}

function memberOf(review: StoredReview, key: OwnedKey): unknown {
  return key === 'author' ? review.author.name : review[key];
}

function show(value: unknown): string {
  if (value === undefined) return 'none';
  const text = JSON.stringify(value);
  return text.length > 60 ? `${text.slice(0, 57)}...` : text;
}

function countNotes({ noted }: Plan, isVerbose: boolean): string[] {
  const byNote = Map.groupBy(noted, ({ note }) => note);
  return [...byNote].map(([note, all]) => countNote(note, all, isVerbose));
}

function countNote(note: Note, all: readonly { readonly place: string }[], isVerbose: boolean) {
  const places = all.map(({ place }) => place);
  const shown = isVerbose || places.length <= 3 ? places : [...places.slice(0, 3), '...'];
  return `${all.length} x ${NOTES[note]} (${shown.join('; ')})`;
}

function remarkOnPending({ stillPending }: Plan): string[] {
  const [first] = stillPending;
  if (first === undefined) return [];
  return [
    `${stillPending.length} stored reviews of this export are pending, so not published; an import never changes their verification, so set it in their files (such as ${first}).`,
  ];
}
