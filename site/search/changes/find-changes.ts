import { z } from 'zod';
import type { Removal } from '#dataset/dataset.ts';
import { newestOf, type Review } from '#dataset/review.ts';
import { CalendarDate, ReviewId } from '#dataset/schema/scalars.ts';
import { idOfLine } from '#search/corpus/corpus.ts';
import type { Pieces } from '#search/corpus/pieces.ts';
import { parseReviewLine, readReviewLines } from '#search/corpus/review-lines.ts';
import type { ChangeRow, LogPlace } from './change-log.ts';

/** What a release changes of a review. */
export type Change = Pick<ChangeRow, 'id' | 'kind' | 'newest'>;

/** A review as far as the log is concerned. */
export type DatedReview = Pick<Review, 'id' | 'datePublished'>;

/** How what is published became what is published next. */
type PublishedEdit = {
  /** Reviews as they were, removed or replaced, and as they are, added or in their place. */
  readonly removed: Iterable<DatedReview>;
  readonly added: Iterable<DatedReview>;
  /** All removals, before and after. */
  readonly tombstones: { readonly before: readonly Removal[]; readonly after: readonly Removal[] };
};

type Found = { wasPublished: boolean; isPublished: boolean; readonly dates: string[] };

/**
 * The changes of a release, one a review. A removal that removed.yaml gains, loses or changes is one
 * as well, since it is listed by date.
 */
export function findChanges({ removed, added, tombstones }: PublishedEdit): Change[] {
  const found = new Map<string, Found>();
  const of = (id: string): Found => {
    const one = found.get(id) ?? { wasPublished: false, isPublished: false, dates: [] };
    found.set(id, one);
    return one;
  };
  for (const { id, datePublished } of removed) {
    const one = of(id);
    one.wasPublished = true;
    one.dates.push(datePublished);
  }
  for (const { id, datePublished } of added) {
    const one = of(id);
    one.isPublished = true;
    one.dates.push(datePublished);
  }
  for (const { id, dateRemoved } of changedTombstones(tombstones)) of(id).dates.push(dateRemoved);
  return [...found].map(([id, { wasPublished, isPublished, dates }]) => {
    const present = wasPublished ? 'edited' : 'added';
    return { id, kind: isPublished ? present : 'removed', newest: newestOf(dates) };
  });
}

/** Those that only one of the lists has as they are. */
function changedTombstones({ before, after }: PublishedEdit['tombstones']): readonly Removal[] {
  // Most edits are of reviews alone, and the list may be long.
  if (before === after) return [];
  const keyOf = ({ id, dateRemoved, reason }: Removal) => `${id} ${dateRemoved} ${reason}`;
  const old = new Set(before.map(keyOf));
  const current = new Set(after.map(keyOf));
  return [
    ...before.filter((one) => !current.has(keyOf(one))),
    ...after.filter((one) => !old.has(keyOf(one))),
  ];
}

const Dated = z.object({ id: ReviewId, datePublished: CalendarDate });

/** What differs between two reviews.json; of what is replaced, both. Throws as readCorpus does. */
export function compareReviewsJson(
  before: Pieces,
  after: Pieces,
): Pick<PublishedEdit, 'removed' | 'added'> {
  const old = new Map<string, Buffer>();
  const added: DatedReview[] = [];
  const dated = (line: Buffer, position: number) =>
    parseReviewLine((value) => Dated.parse(value), line, position);
  readReviewLines(before, (line) => old.set(idOfLine(line), line));
  readReviewLines(after, (line, position) => {
    const id = idOfLine(line);
    if (old.get(id)?.equals(line)) old.delete(id);
    else added.push(dated(line, position));
  });
  return { removed: [...old.values()].map(dated), added };
}

/**
 * The rows of the changes of one release, after the end of a log: all of one time, which is later than
 * that of any row before, so that no two releases have the same Last-Modified.
 */
export function rowsOf(changes: readonly Change[], end: LogPlace, now: number): ChangeRow[] {
  const time = timeAfter(end.time, now);
  return changes.map((change, index) => ({ ...change, position: end.position + index + 1, time }));
}

/** Now in whole seconds, but at least a second after an earlier time (RFC 9110 §5.6.7). */
export function timeAfter(earlier: number, now: number): number {
  return Math.max(Math.floor(now / 1000) * 1000, earlier + 1000);
}
