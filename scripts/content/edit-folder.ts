import { join } from 'node:path';
import { CommandError } from '../command.ts';
import {
  apply,
  DISK,
  type FileEdit,
  prepare,
  removeTemporary,
  type Step,
  undo,
} from './edit-file.ts';
import { clearTemporaries, withLock } from './folder-lock.ts';

/**
 * Edits files in order, all or none: if one cannot be written, or was changed since it was read,
 * those before it are restored. Then it throws a CommandError. Each file is complete at any time; a
 * killed process has done the first edits of the list and not the others.
 */
export function editFolder(root: string, edits: readonly FileEdit[], disk = DISK): void {
  withLock(root, () => {
    clearTemporaries(root);
    editAll(root, edits, disk);
  });
}

function editAll(root: string, edits: readonly FileEdit[], disk: typeof DISK): void {
  const steps: Step[] = [];
  const done: Step[] = [];
  let current = root;
  try {
    for (const edit of edits) {
      current = edit.file;
      steps.push(prepare(root, edit, disk));
    }
    for (const step of steps) {
      current = step.file;
      apply(step, disk);
      done.push(step);
    }
  } catch (error) {
    const lost = done.toReversed().flatMap((step) => (undo(step, disk) ? [] : [step.file]));
    const left =
      lost.length === 0
        ? 'nothing was changed'
        : `these were changed and could not be restored: ${lost.join(', ')}`;
    const reason = error instanceof Error ? error.message : String(error);
    throw new CommandError(`${join(root, current)} could not be written (${reason}); ${left}.`, {
      cause: error,
    });
  } finally {
    for (const { temporary } of steps) removeTemporary(temporary, disk);
  }
}
