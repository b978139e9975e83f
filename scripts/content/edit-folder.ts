import { mkdirSync, readFileSync, realpathSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { decodeText } from '#dataset/read/decode-text.ts';
import { isMissing } from '#dataset/read/read-content.ts';
import { CommandError } from '../command.ts';

/** What becomes of one file of a content folder. */
export type FileEdit = {
  readonly file: string;
  /** Its text when it was read; undefined where there was none. */
  readonly before: string | undefined;
  /** Undefined where it is to be deleted. */
  readonly text: string | undefined;
};

const DISK = { mkdirSync, readFileSync, realpathSync, renameSync, rmSync, writeFileSync };

/** What a step needs so that it can be done, and undone. */
type Step = {
  readonly file: string;
  readonly path: string;
  readonly bytes: Buffer | undefined;
  readonly temporary: string | undefined;
};

/**
 * Edits files in their order, all or none: where one cannot be written, or was changed since it was
 * read, those before it become again what they were. Throws a CommandError then. Each file is there
 * whole at any time; a process that is killed has done the first edits of the list and not the others.
 */
export function editFolder(root: string, edits: readonly FileEdit[], disk = DISK): void {
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
      if (step.temporary) disk.renameSync(step.temporary, step.path);
      else disk.rmSync(step.path);
      done.push(step);
    }
  } catch (error) {
    const lost = done.toReversed().flatMap((step) => (undo(step, disk) ? [] : [step.file]));
    const left =
      lost.length === 0
        ? 'nothing was changed'
        : `these are changed and could not be put back: ${lost.join(', ')}`;
    const reason = error instanceof Error ? error.message : String(error);
    throw new CommandError(`${join(root, current)} could not be written (${reason}); ${left}.`, {
      cause: error,
    });
  } finally {
    for (const { temporary } of steps) if (temporary) removeFile(temporary, disk);
  }
}

function prepare(root: string, { file, before, text }: FileEdit, disk: typeof DISK): Step {
  // A link stays one: what it names is written.
  const path = text === undefined ? join(root, file) : resolveLinks(join(root, file), disk);
  const bytes = readIfThere(path, disk);
  if (before !== undefined || text !== undefined) {
    const decoded = bytes && decodeText(file, bytes);
    const found = decoded && ('text' in decoded ? decoded.text : new TextDecoder().decode(bytes));
    if (found !== before) throw new Error('it was changed meanwhile; call the command again');
  }
  if (text === undefined) return { file, path, bytes, temporary: undefined };
  const temporary = temporaryFor(path);
  disk.mkdirSync(dirname(path), { recursive: true });
  try {
    disk.writeFileSync(temporary, text);
  } catch (error) {
    removeFile(temporary, disk);
    throw error;
  }
  return { file, path, bytes, temporary };
}

/** Puts back what was there. Returns whether it could. */
function undo({ path, bytes }: Step, disk: typeof DISK): boolean {
  try {
    if (!bytes) {
      disk.rmSync(path, { force: true });
      return true;
    }
    disk.writeFileSync(temporaryFor(path), bytes);
    disk.renameSync(temporaryFor(path), path);
    return true;
  } catch {
    return false;
  }
}

function resolveLinks(path: string, disk: typeof DISK): string {
  try {
    return disk.realpathSync(path);
  } catch (error) {
    if (isMissing(error)) return path;
    throw error;
  }
}

function readIfThere(path: string, disk: typeof DISK): Buffer | undefined {
  try {
    return disk.readFileSync(path);
  } catch (error) {
    if (isMissing(error)) return undefined;
    throw error;
  }
}

/** Files whose names begin with a dot are not read as content. */
function temporaryFor(path: string): string {
  return join(dirname(path), `.${basename(path)}.tmp`);
}

/** What cannot be removed, or is a folder, is left: why writing failed matters more. */
function removeFile(path: string, disk: typeof DISK): void {
  try {
    disk.rmSync(path, { force: true });
  } catch {
    // Nobody reads a file of this name.
  }
}
