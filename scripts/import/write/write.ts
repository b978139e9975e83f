/**
 * Writes what a plan decided, and takes it back. Beside the content, git ignores `.import`:
 *
 * - `memory` (private-folder.ts) has the marks of what sources last stated of each review;
 * - `last` (journal.ts) has what "--undo" needs of the last import: of each file that it wrote the
 *   digest, the text before and the marks before.
 *
 * All is written under the user's lock, and each file is written whole. The journal comes before
 * them and the memory after them: a process may be killed at any time, and the next import goes on
 * from there. undo.ts takes an import back.
 */

import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import {
  ChangedError,
  clearTemporaries,
  editFiles,
  type FileEdit,
} from '../../content/edits/edit-folder.ts';
import { withLock } from '../../content/edits/folder-lock.ts';
import { REMOVED_FILE, removedIdsIn } from '../../content/edits/tombstones.ts';
import type { Plan } from '../plan/plan.ts';
import type { Memory } from '../plan/source-memory.ts';
import { beginJournal, digestOf, forgetRemoved, writeJournal } from './journal.ts';
import { writeMemory } from './private-folder.ts';

type WriteOptions = {
  readonly memory: Memory;
  /** The name of the export, for "--undo". */
  readonly about: string;
  readonly now: Date;
};

/** The edit of a file of a review. */
export type ReviewEdit = FileEdit & {
  readonly id: string;
  readonly before: string | undefined;
  readonly text: string | undefined;
};

/** Returns the part of a plan that was done: files that others changed meanwhile are left. */
export function writeImport(root: string, plan: Plan, { memory, about, now }: WriteOptions): Plan {
  return withLock(root, () => {
    forgetRemoved(root, readRemovedIds(root));
    const edits = editsOf(plan);
    if (edits.length === 0) {
      writeMemory(root, memory, plan.lines);
      return plan;
    }
    const lines = new Map(plan.lines);
    for (const { id } of edits) lines.delete(id);
    const entries = [
      ...edits.map(({ id, file, before, text = '' }) => ({
        ...{ id, file, before, after: digestOf(text, before), line: memory.lines.get(id) },
      })),
      ...[...lines.keys()].map((id) => ({ id, line: memory.lines.get(id) })),
    ];
    const journal = beginJournal(root, about, now, entries);
    try {
      const left = writeFiles(root, edits, ({ id }) => {
        const line = plan.lines.get(id);
        if (line !== undefined) lines.set(id, line);
      });
      writeJournal(root, { ...journal, isDone: true });
      return leaveOut(plan, left);
    } finally {
      writeMemory(root, memory, lines);
    }
  });
}

function editsOf({ added, updates }: Plan): ReviewEdit[] {
  return [
    ...added.map(({ id, file, text }) => ({ id, file, before: undefined, text })),
    ...updates.flatMap(({ id, file, text, textBefore: before, splices }) =>
      text === undefined ? [] : [{ id, file, before, text, splices }],
    ),
  ];
}

/** Returns the completed part of a plan, if files were left because they were changed meanwhile. */
function leaveOut(plan: Plan, left: ReadonlyMap<string, string>): Plan {
  if (left.size === 0) return plan;
  const isDone = ({ file }: { readonly file: string }) => !left.has(file);
  const skipped = [...plan.added, ...plan.updates].flatMap(({ file, place }) => {
    const fate = left.get(file);
    return fate === undefined ? [] : { place, reason: `its file ${file} ${fate}` };
  });
  return {
    ...plan,
    added: plan.added.filter(isDone),
    updates: plan.updates.filter(isDone),
    skipped: [...plan.skipped, ...skipped],
  };
}

/**
 * Edits files, except those that have changed since their edit was decided on, and reviews that were
 * taken down since: returns those, with the reason. Stops at the first failure. The caller holds the
 * lock.
 */
export function writeFiles(
  root: string,
  edits: readonly ReviewEdit[],
  onWritten?: (edit: ReviewEdit) => void,
): ReadonlyMap<string, string> {
  const left = new Map<string, string>();
  const removed = readRemovedIds(root);
  clearTemporaries(root);
  for (const edit of edits) {
    try {
      if (removed.has(edit.id)) left.set(edit.file, 'was taken down meanwhile');
      else {
        editFiles(root, [edit]);
        onWritten?.(edit);
      }
    } catch (error) {
      const cause = error instanceof Error ? error.cause : undefined;
      if (!(cause instanceof ChangedError)) throw error;
      left.set(edit.file, 'was changed meanwhile; run the import again');
    }
  }
  return left;
}

/** Returns the ids of the reviews that are taken down. */
export function readRemovedIds(root: string): ReadonlySet<string> {
  const path = join(root, REMOVED_FILE);
  return removedIdsIn(existsSync(path) ? readFileSync(path, 'utf8') : '');
}
