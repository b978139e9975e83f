import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { decodeText } from '#dataset/read/decode-text.ts';
import { withLock } from '../../content/edits/folder-lock.ts';
import { digestOf, type Entry, readJournal } from './journal.ts';
import { readMemory, writeMemory, writePrivate } from './private-folder.ts';
import { type ReviewEdit, readRemovedIds, writeFiles } from './write.ts';

/** The result of an undo, or of a dry run of one. */
export type Undone = {
  /** The time of the import, and its export. */
  readonly at: string;
  readonly about: string;
  readonly deleted: readonly string[];
  readonly restored: readonly string[];
  /** Files that stay, with the reason. */
  readonly kept: ReadonlyMap<string, string>;
};

/**
 * Takes the last import back, except files that were edited since. Returns undefined if there is
 * nothing to take back.
 */
export function undoImport(root: string, isDryRun: boolean): Undone | undefined {
  return withLock(root, () => {
    const journal = readJournal(root);
    if (!journal) return undefined;
    const removed = readRemovedIds(root);
    const edits: ReviewEdit[] = [];
    const kept = new Map<string, string>();
    const lines = new Map<string, string | undefined>();
    for (const entry of journal.entries) {
      const { id, file, line } = entry;
      if (removed.has(id)) continue;
      const edit = file === undefined ? undefined : takeBack(root, file, entry, journal.isDone);
      if (typeof edit === 'string') kept.set(file ?? '', edit);
      else {
        edits.push(...(edit ? [edit] : []));
        lines.set(id, line);
      }
    }
    if (!isDryRun) {
      // First: whatever is killed then, another undo finishes.
      writeMemory(root, readMemory(root, ''), lines);
      for (const [file, why] of writeFiles(root, edits)) kept.set(file, why);
      writePrivate(root, 'last', undefined);
    }
    const done = edits.filter(({ file }) => !kept.has(file));
    const byText = (isDeleted: boolean) =>
      done.flatMap(({ file, text }) => ((text === undefined) === isDeleted ? file : []));
    const { at, about } = journal;
    return { at, about, deleted: byText(true), restored: byText(false), kept };
  });
}

/**
 * Returns the edit that takes a file back, or the reason why it stays. Returns undefined for one
 * that an import did not come to write.
 */
function takeBack(
  root: string,
  file: string,
  { id, after, before }: Entry,
  isDone: boolean,
): ReviewEdit | string | undefined {
  const path = join(root, file);
  if (!existsSync(path)) return isDone ? 'was moved or deleted since' : undefined;
  const decoded = decodeText(file, readFileSync(path));
  const text = 'text' in decoded ? decoded.text : '';
  if (text === before) return undefined;
  return digestOf(text, before) === after
    ? { id, file, before: text, text: before }
    : 'was edited since';
}
