import { parseReview } from '#dataset/read/parse-markdown.ts';
import type { StoredReview } from '#dataset/schema/stored-review.ts';
import { amount, clip } from '../phrases.ts';
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
const CONTEXT = 60;
const MOST_SHOWN = 160;

type ReportOptions = { readonly 'dry-run': boolean; readonly verbose: boolean };

/**
 * Returns what an import did, or would do: counts, and a list for each thing to look at. `onNew` is
 * about the new reviews, such as which are published.
 */
export function renderReport(
  { added, updates, skipped, absent, noted }: Plan,
  options: ReportOptions & { readonly listsAdded: boolean },
  remarks: readonly string[],
  onNew: readonly string[],
): string[] {
  const { 'dry-run': isDryRun, verbose, listsAdded } = options;
  const list = (title: string, lines: readonly string[]) => renderList(title, lines, verbose);
  const count = (label: string, number: number) =>
    `  ${label.padEnd(isDryRun ? 16 : 10)}${String(number).padStart(7)}`;
  const changed = updates.filter(({ taken }) => taken.length > 0);
  const conflicts = updates.filter(({ conflicts }) => conflicts.length > 0);
  const touched = new Set([...changed, ...conflicts]);
  const kept = updates.filter(({ kept }) => kept > 0).length;
  const doubts = added.flatMap(({ file, place, doubt }) =>
    doubt === undefined ? [] : `${file} (${place}), of ${doubt}`,
  );
  return [
    count(isDryRun ? 'would add' : 'added', added.length),
    count(isDryRun ? 'would change' : 'changed', changed.length),
    count('unchanged', updates.length - touched.size),
    count(isDryRun ? 'would skip' : 'skipped', skipped.length),
    ...(conflicts.length > 0 ? [count('conflicts', conflicts.length)] : []),
    ...(kept > 0 ? [count('edited', kept)] : []),
    ...list(
      isDryRun ? 'Would add' : 'Added',
      listsAdded || verbose ? added.map(({ file, place }) => `${file} (${place})`) : [],
    ),
    ...list(
      'New but pending, since each may be a version of another review: verify it, or remove one of the two (npm run verify, npm run remove)',
      doubts,
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
  { 'dry-run': isDryRun, verbose }: ReportOptions,
): string[] {
  if (undone === undefined) {
    return [
      'There is no import to take back: only the last one can be, and only once. Nothing was changed.',
    ];
  }
  const { at, about, deleted, restored, kept } = undone;
  const day = new Date(at).toLocaleString('en-US', { dateStyle: 'long', timeStyle: 'short' });
  const list = (what: string, files: readonly string[]) =>
    renderList(`${what} ${files.length}`, files, verbose);
  const confirm =
    'If half of the published reviews are gone by this, the service keeps showing them until you say that this is right: npm run confirm';
  return [
    `${isDryRun ? 'Would take back' : 'Took back'} the import of ${about} on ${day}.`,
    ...list(isDryRun ? 'Would delete' : 'Deleted', deleted),
    ...list(isDryRun ? 'Would restore' : 'Restored', restored),
    ...list(
      isDryRun ? 'Would keep' : 'Kept',
      [...kept].map(([file, why]) => `${file} ${why}`),
    ),
    ...(deleted.length > MANY ? ['', confirm] : []),
  ];
}

function renderList(title: string, lines: readonly string[], isWhole: boolean): string[] {
  if (lines.length === 0) return [];
  const isShort = isWhole || lines.length <= SHOWN + 1;
  const more = `... and ${lines.length - SHOWN} more (--verbose shows all)`;
  const shown = isShort ? lines : [...lines.slice(0, SHOWN), more];
  return ['', `${title}:`, ...shown.map((line) => `  ${line}`)];
}

/** Returns a line for each part in which a stored review and the source differ. */
function listSides(updates: Plan['updates'], kind: 'taken' | 'conflicts'): string[] {
  const between = kind === 'taken' ? ' -> ' : ', at the source ';
  return updates.flatMap((update) =>
    update[kind].map((one) => {
      return `${update.file}: ${PART_NAMES[one.field]} ${showSides(one).join(between)}`;
    }),
  );
}

/** Returns both values of a part of a review: of long texts the place where they first differ. */
export function showSides({ stored, said }: Pick<Difference, 'stored' | 'said'>): string[] {
  const [one = '', other = ''] = [stored, said].map((value) => {
    if (typeof value !== 'object') return String(value ?? '');
    const dates = [value.datePublished, value.dateModified].filter(Boolean).join(', ');
    return dates === '' ? value.text : `${value.text} (${dates})`;
  });
  let place = 0;
  while (place < one.length && one[place] === other[place]) place++;
  const start = Math.max(0, place - CONTEXT);
  return [one, other].map((text) => {
    if (text === '' || typeof stored === 'number') return text || 'none';
    const shown = text.slice(start, start + MOST_SHOWN);
    const [before, after] = [start > 0 ? '…' : '', start + MOST_SHOWN < text.length ? '…' : ''];
    return JSON.stringify(before + shown.toWellFormed() + after);
  });
}

/** Returns a line for each text, with the places that it is about. */
function group(all: readonly (readonly [text: string, place: string])[]): string[] {
  return [...Map.groupBy(all, ([text]) => text)].map(([text, some]) => {
    const places = some.slice(0, 3).map(([, place]) => place);
    const more = some.length > 3 ? `; ... (${amount(some.length, 'review')})` : '';
    return `${places.join('; ')}${more}: ${text}`;
  });
}

/** Returns three of the reviews that an import would write, as readers would see them. */
export function renderPreview({ added, updates }: Plan): string[] {
  const cards = [
    ...added.slice(0, 50).flatMap(({ file, text }) => parseReview(file, text).value ?? []),
    ...updates.filter(({ taken }) => taken.length > 0).map(({ review }) => review),
  ].map(renderCard);
  // The longest show the most of what the columns became.
  const lengthOf = (card: string[]) => card.join('').length;
  const longest = cards.sort((one, other) => lengthOf(other) - lengthOf(one)).slice(0, 3);
  return cards.length === 0 ? [] : ['', 'For example:', '', ...longest.flat()];
}

function renderCard(review: StoredReview): string[] {
  const { rating, author, source, name, reviewBody, ownerReply, verification } = review;
  const state = verification.status === 'verified' ? '' : ', not published yet';
  const stars = '★'.repeat(rating) + (rating % 1 >= 0.5 ? '½' : '');
  const date = new Date(review.datePublished).toLocaleDateString('en-US', {
    dateStyle: 'long',
    timeZone: 'UTC',
  });
  const reply = ownerReply && `Your reply: ${ownerReply.text}`;
  const texts = [name ?? '', reviewBody || '(stars without a text)', reply ?? ''];
  return [
    `  ${stars.padEnd(5, '☆')}  ${author.name}, ${date} (${source.name}${state})`,
    ...texts.filter(Boolean).map((text) => `    ${clip(text, 220)}`),
    '',
  ];
}
