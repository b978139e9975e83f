import type { Removal } from '#dataset/dataset.ts';
import { newestOf } from '#dataset/review.ts';
import type { RecordBlock } from '#search/corpus/record-blocks.ts';
import type { ReviewRecord } from '#search/corpus/review-record.ts';
import type { ChangeRow, LogPlace } from './change-log.ts';

/** What a release changes of a review. */
export type Change = Pick<ChangeRow, 'id' | 'kind' | 'newest'>;

/** The parts of a release that the change log depends on. */
export type Logged = {
  readonly blocks: readonly RecordBlock[];
  readonly removed: readonly Removal[];
};

type Found = { wasPublished: boolean; isPublished: boolean; readonly dates: string[] };

/**
 * The changes from one release to the next, one a review. A removal that removed.yaml gains, loses or
 * changes is one as well, since it is listed by date.
 */
export function findChanges(before: Logged, after: Logged): Change[] {
  const found = new Map<string, Found>();
  const of = (id: string): Found => {
    const one = found.get(id) ?? { wasPublished: false, isPublished: false, dates: [] };
    found.set(id, one);
    return one;
  };
  const { removed, added } = compareBlocks(before.blocks, after.blocks);
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
  for (const { id, dateRemoved } of changedTombstones(before.removed, after.removed)) {
    of(id).dates.push(dateRemoved);
  }
  return [...found].map(([id, { wasPublished, isPublished, dates }]) => {
    const present = wasPublished ? 'edited' : 'added';
    return { id, kind: isPublished ? present : 'removed', newest: newestOf(dates) };
  });
}

/** The reviews whose records differ; of what is replaced, both. */
function compareBlocks(before: readonly RecordBlock[], after: readonly RecordBlock[]) {
  const old = new Map<string, ReviewRecord>();
  const [known, kept] = [new Set(before), new Set(after)];
  for (const block of before) {
    if (kept.has(block)) continue;
    for (const record of block.records) old.set(record.id, record);
  }
  const added: ReviewRecord[] = [];
  const edited: ReviewRecord[] = [];
  for (const block of after) {
    if (known.has(block)) continue;
    for (const record of block.records) {
      const earlier = old.get(record.id);
      const isSame = earlier?.digest === record.digest;
      if (!isSame) added.push(record);
      if (earlier?.datePublished !== record.datePublished) continue;
      if (!isSame) edited.push(record);
      old.delete(record.id);
    }
  }
  return { removed: [...old.values(), ...edited], added };
}

/** Those that only one of the lists has as they are. */
function changedTombstones(
  before: readonly Removal[],
  after: readonly Removal[],
): readonly Removal[] {
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
