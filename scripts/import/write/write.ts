/**
 * Writes what a plan decided, and takes it back. Beside the content, git ignores `.import`:
 *
 * - `memory` (private-folder.ts) has the marks of what sources last stated of each review;
 * - `last` (journal.ts) has what "--undo" needs of the last import: of each file that it wrote the
 *   digest, the text before and the marks before.
 *
 * Files are written whole under the user's lock, some hundreds at a time, so that one who removes a
 * review meanwhile waits for them only. The journal comes before them and the memory after them: a
 * process may be killed at any time, and the next import goes on from there. undo.ts takes an
 * import back.
 */

import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { readTombstones } from '#dataset/read/read-tombstones.ts';
import { makeFolder } from '#release/make-folder.ts';
import {
  ChangedError,
  clearTemporaries,
  editFiles,
  type FileEdit,
} from '../../content/edits/edit-folder.ts';
import { PAUSE_MS, pause, withLock } from '../../content/edits/folder-lock.ts';
import { REMOVED_FILE } from '../../content/edits/tombstones.ts';
import type { Plan } from '../plan/plan.ts';
import type { Memory } from '../plan/source-memory.ts';
import { beginJournal, digestAfter, endJournal, forgetRemoved } from './journal.ts';
import { writeMemory } from './private-folder.ts';

type WriteOptions = {
  readonly memory: Memory;
  /** The name of the export, for "--undo". */
  readonly about: string;
  readonly now: Date;
};

type ReviewEdit = FileEdit & { readonly id: string };

/** Returns the part of a plan that was done: files that others changed meanwhile are left. */
export function writeImport(root: string, plan: Plan, options: WriteOptions): Plan {
  const { memory, about, now } = options;
  forgetRemoved(root, readRemovedIds(root));
  const reviews = editsOf(plan);
  if (reviews.length === 0 && plan.lines.size === 0) return plan;
  makeFolder(root);
  const lines = new Map(plan.lines);
  const ids = new Map(reviews.map(({ file, id }) => [file, id]));
  for (const id of ids.values()) lines.delete(id);
  const entries = [
    ...reviews.map(({ id, file, before, text = '' }) => {
      const line = memory.lines.get(id);
      return { id, file, after: digestAfter(String(text)), before: before?.toString(), line };
    }),
    ...[...lines.keys()].map((id) => ({ id, line: memory.lines.get(id) })),
  ];
  if (reviews.length > 0) beginJournal(root, { at: now.toISOString(), about, entries });
  try {
    const left = writeFiles(root, reviews, (file) => {
      const id = ids.get(file) ?? '';
      const line = plan.lines.get(id);
      if (line !== undefined) lines.set(id, line);
    });
    if (reviews.length > 0) endJournal(root);
    return leaveOut(plan, left);
  } finally {
    writeMemory(root, memory, lines);
  }
}

function editsOf({ added, updates }: Plan): ReviewEdit[] {
  return [
    ...added.map(({ id, file, text }) => ({ id, file, before: undefined, text })),
    ...updates.flatMap(({ id, file, text, textBefore }) =>
      text === undefined ? [] : [{ id, file, before: textBefore, text }],
    ),
  ];
}

/** Returns the completed part of a plan, if files were left because they were changed meanwhile. */
function leaveOut(plan: Plan, left: ReadonlyMap<string, string>): Plan {
  if (left.size === 0) return plan;
  const isDone = ({ file }: { readonly file: string }) => !left.has(file);
  const places = new Map([...plan.added, ...plan.updates].map(({ file, place }) => [file, place]));
  const skipped = [...left].map(([file, fate]) => ({
    place: places.get(file) ?? 'the folder',
    reason: `its file ${file} ${fate}`,
  }));
  return {
    ...plan,
    added: plan.added.filter(isDone),
    updates: plan.updates.filter(isDone),
    skipped: [...plan.skipped, ...skipped],
  };
}

/** Files that are written before others may write. */
const FILES_PER_LOCK = 500;

/**
 * Edits files, except those that have changed since their edit was decided on, and reviews that were
 * taken down since: returns those, with the reason. Stops at the first failure. `onWritten` is
 * called without the lock.
 */
export function writeFiles(
  root: string,
  edits: readonly FileEdit[],
  onWritten?: (file: string) => void,
): ReadonlyMap<string, string> {
  const left = new Map<string, string>();
  for (let start = 0; start < edits.length; start += FILES_PER_LOCK) {
    const written: string[] = [];
    if (start > 0) pause(PAUSE_MS);
    try {
      withLock(root, () => {
        if (start === 0) clearTemporaries(root);
        const removed = readRemovedIds(root);
        for (const edit of edits.slice(start, start + FILES_PER_LOCK)) {
          const fate = removed.has(idIn(edit.file))
            ? 'was taken down meanwhile'
            : write(root, edit);
          if (fate === undefined) written.push(edit.file);
          else left.set(edit.file, fate);
        }
      });
    } finally {
      for (const file of written) onWritten?.(file);
    }
  }
  return left;
}

/** Returns the reason why a file is left. */
function write(root: string, edit: FileEdit): string | undefined {
  try {
    editFiles(root, [edit]);
    return undefined;
  } catch (error) {
    const cause = error instanceof Error ? error.cause : undefined;
    if (cause instanceof ChangedError) return 'was changed meanwhile; run the import again';
    throw error;
  }
}

/** Returns the ids of the reviews that are taken down. */
export function readRemovedIds(root: string): ReadonlySet<string> {
  const path = join(root, REMOVED_FILE);
  if (!existsSync(path)) return new Set();
  const { ids, removals } = readTombstones([{ path: REMOVED_FILE, bytes: readFileSync(path) }]);
  return new Set([...ids, ...removals.map(({ id }) => id)]);
}

/** Returns the id in the name that the file of a new review has. */
function idIn(file: string): string {
  return /\/\d{4}-\d{2}-\d{2}-([^/]+)\.md$/.exec(file)?.[1] ?? '';
}
