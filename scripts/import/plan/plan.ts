/**
 * Plans an import: compares the rows of an export with the stored reviews, and decides to add,
 * change or skip each. match-reviews.ts finds the stored review of each row, merge-review.ts merges
 * the two part by part, and decide-review.ts makes the file or gives the reason why not.
 *
 * A row is a stored review by the first of these rules that fits:
 *
 * 1. It has the source's id of a stored review. If the source has no ids, all its cells are those
 *    of the row of which the review was made, so that a corrected map changes it; the review id,
 *    which is made of author, date and text, counts after 2 and 3.
 * 2. Full name, instant (to the second, and no whole hour, which often means a day) and stars are
 *    equal, and the author has a name. Two rows of one export must not have different texts.
 * 3. Author, instant and text are equal; the day will do if a side has no time or no id. Two
 *    reviews without a name, or without a text, need the instant if both have ids; without a text,
 *    the stars must be equal.
 * 4. None: it is a new review.
 *
 * Rules 2 and 3 compare with the last values from the source, so an editor's changes do not matter.
 * By them, a row may also be a review from another source: it is then skipped.
 *
 * The importer owns the parts (SOURCE_FIELDS) that are as it last wrote them. `.import/memory` has
 * the mark of each (source-memory.ts). Such a part takes the source's new value. Any other part is
 * the editor's and stays: if the source changed it as well, that is a conflict and is reported.
 * Without a memory, equal parts become the importer's, and different ones are conflicts. Parts that
 * an export does not contain stay, and so do those that are only blank in the export of another
 * tool, which has other ids.
 *
 * - The rows of a review that was taken down are skipped, whichever rule finds it.
 * - A review whose file was deleted without a tombstone comes back, pending even with --verified.
 * - A file may be moved and its `id` changed: the id at its source is remembered.
 *
 * A source may change a review beyond recognition. So a new row that shares two of name, date and
 * text with a known review that no row is may be a version of it. It is skipped if that review was
 * taken down, and else comes in pending, so that a person decides: no text that an editor removed
 * is published again by itself. Without a memory of the review, its day is enough.
 */

import { CommandError } from '../../command.ts';
import type { Note, ReviewExport, Skipped } from '../rows/incoming-review.ts';
import type { StoredContent } from '../write/stored-content.ts';
import {
  type Addition,
  decideReview,
  type ImportOptions,
  reviewIdOf,
  type Update,
} from './decide-review.ts';
import { matchReviews } from './match-reviews.ts';
import type { Row } from './review-index.ts';
import { isMark, type Memory, NOTHING } from './source-memory.ts';

export type Plan = {
  readonly added: readonly Addition[];
  /** The stored reviews that are also in the export, with the outcome of their parts. */
  readonly updates: readonly Update[];
  readonly skipped: readonly Skipped[];
  /** Stored reviews of these sources that the export lacks; they stay. */
  readonly absent: readonly string[];
  readonly noted: readonly Noted[];
  /** The lines of the memory that change, by review id. */
  readonly lines: ReadonlyMap<string, string>;
};

type Noted = { readonly place: string; readonly note: Note };

/** Compares an export with the stored reviews. A repeated export changes nothing. */
export function planImport(
  input: ReviewExport,
  stored: StoredContent,
  options: ImportOptions,
  memory: Memory,
): Plan {
  const rows = input.reviews.map((incoming): Row => {
    const id = reviewIdOf(incoming.sourceName, incoming.key);
    return { id, incoming, said: memory.marksOf(incoming) };
  });
  const newest = rows.toSorted((a, b) => lastDayOf(b).localeCompare(lastDayOf(a)));
  const matches = matchReviews(newest, stored, memory);
  const others = [...matches.values()].flatMap((one) =>
    'otherSource' in one ? one.otherSource : [],
  );
  if (others.length > 1 && others.length * 2 > matches.size) {
    throw new CommandError(
      `${others.length} of these ${matches.size} reviews are stored already, as reviews from ${others[0]}. Import them under that name. If that name is wrong, take the import back first, because the ids of reviews begin with it: npm run import -- --undo`,
    );
  }
  const { speaksOf } = input;
  const paths = new Set(stored.files.map(({ file }) => file));
  const context = { ...options, speaksOf, memory, hasFile: (file: string) => paths.has(file) };
  const added: Addition[] = [];
  const updates: Update[] = [];
  const skipped: Skipped[] = [...input.skipped];
  const noted: Noted[] = [];
  const lines = new Map<string, string>();
  const remember = (id: string, line: string) => {
    if (memory.lines.get(id) !== line) lines.set(id, line);
  };
  for (const row of rows) {
    const { id, incoming, said } = row;
    const { place, notes } = incoming;
    const match = matches.get(row) ?? { kind: 'new' };
    const decision = decideReview(row, match, context);
    if (match.kind === 'skip' && match.removedId) {
      // Its source may change it again. One that is found by its id may be restored, and then its
      // parts are still those that the import wrote.
      const isItself = match.removedId === id;
      const version = isItself ? NOTHING : match.removedId;
      if (!(isItself && isMark(said.get('sourceId')) && memory.lines.has(id)))
        remember(id, said.with('versionOf', version).toString());
    }
    if (decision.kind === 'skip') {
      skipped.push({ place, reason: decision.reason, id });
      continue;
    }
    if (decision.kind === 'add') added.push(decision);
    else updates.push(decision);
    remember(decision.id, decision.line);
    noted.push(...notes.map((note) => ({ place, note })));
  }
  const present = new Set([...rows, ...updates, ...skipped].map(({ id }) => id));
  const sources = new Set(input.reviews.map(({ sourceName }) => sourceName));
  const absent = stored.files
    .filter(({ review: { id, source } }) => sources.has(source.name) && !present.has(id))
    .map(({ file }) => file);
  return { added, updates, skipped, absent: input.isPartial ? [] : absent, noted, lines };
}

/** Parts of one Takeout may overlap: of two copies of a review, the newer one counts. */
function lastDayOf({ incoming: { dateModified, datePublished } }: Row): string {
  return dateModified ?? datePublished;
}
