import * as fs from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { isDeepStrictEqual } from 'node:util';
import { makeFolder } from '#release/make-folder.ts';
import { CommandError } from '../../command.ts';
import { applyToRaw, type Splice } from './edits.ts';
import { withLock } from './folder-lock.ts';

/** The edit of one file of a content folder. */
export type FileEdit = {
  readonly file: string;
  /** Its text when it was read; undefined if there was none, or if it is deleted in any case. */
  readonly before: string | undefined;
  /** Its new text, or its bytes; undefined if it is to be deleted. */
  readonly text: string | Uint8Array | undefined;
  /** The changes that make the new text, if every other byte is to stay. */
  readonly splices?: readonly Splice[] | undefined;
};

/** The cause if a file has changed since its edit was decided on. */
export class ChangedError extends Error {
  override readonly message = 'it was changed meanwhile; run the command again';
}

/**
 * Edits files in order, all or none: if one cannot be written, or was changed since it was read,
 * those before it are restored. Then it throws a CommandError. Each file is complete at any time; a
 * killed process has done the first edits of the list and not the others.
 */
export function editFolder(root: string, edits: readonly FileEdit[], disk = fs): void {
  withLock(root, () => {
    clearTemporaries(root);
    editFiles(root, edits, disk);
  });
}

/** Edits as `editFolder` does; the caller holds the lock. */
export function editFiles(root: string, edits: readonly FileEdit[], disk = fs): void {
  const steps: Step[] = [];
  const done: Step[] = [];
  let current = root;
  try {
    for (const edit of edits) {
      current = join(root, edit.file);
      steps.push(planStep(root, edit, disk));
    }
    for (const step of steps) {
      current = join(root, step.file);
      const now = readIfThere(step.path, disk);
      // A link to a file that was just deleted leads nowhere.
      const isGone = now === undefined && step.after === undefined;
      if (!isGone && !isDeepStrictEqual(now, step.before)) throw new ChangedError();
      write(step, step.after, disk);
      done.push(step);
    }
  } catch (error) {
    const lost = done.reverse().flatMap((step) => (isRestored(step, disk) ? [] : step.file));
    const left = lost[0] && `these were changed and could not be restored: ${lost.join(', ')}`;
    const said = error instanceof Error ? error.message : String(error);
    const reason = /^E(PERM|ACCES|BUSY)/.test(said) ? 'it is read-only or open elsewhere' : said;
    const message = `${current} could not be written (${reason}); ${left || 'nothing was changed'}.`;
    throw new CommandError(message, { cause: error });
  }
}

/** An edit as it is to be made: the bytes of a file before and after. */
type Step = ReturnType<typeof planStep>;

function planStep(root: string, { file, before, text, splices }: FileEdit, disk: typeof fs) {
  const link = join(root, file);
  const bytes = readIfThere(link, disk);
  const raw = bytes && new TextDecoder('utf-8', { ignoreBOM: true }).decode(bytes);
  const found = raw?.replace(/^\ufeff/, '');
  const isSame = before === found || before === found?.replaceAll('\r\n', '\n');
  if (!isSame && (before ?? text) !== undefined) throw new ChangedError();
  // A link stays one: its target is written.
  const path = bytes && text !== undefined ? disk.realpathSync(link) : link;
  const mode = bytes && disk.statSync(path).mode & 0o7777;
  const isKept = raw !== undefined && before !== undefined && typeof text === 'string';
  const whole = [{ start: 0, end: before?.length ?? 0, text: String(text) }];
  const after = isKept ? applyToRaw(raw, splices ?? whole) : text;
  return { file, path, mode, before: bytes, after };
}

function readIfThere(path: string, disk: typeof fs): Buffer | undefined {
  return disk.existsSync(path) ? disk.readFileSync(path) : undefined;
}

function write({ path, mode }: Step, data: Step['after'], disk: typeof fs): void {
  const temporary = temporaryFor(path);
  if (data === undefined) {
    disk.rmSync(path, { force: true });
    return;
  }
  try {
    makeFolder(dirname(path));
    disk.writeFileSync(temporary, data, { mode });
    // Whatever this process masks.
    if (mode !== undefined) disk.chmodSync(temporary, mode);
    disk.renameSync(temporary, path);
  } finally {
    if (disk.existsSync(temporary)) disk.rmSync(temporary);
  }
}

function isRestored(step: Step, disk: typeof fs): boolean {
  try {
    write(step, step.before, disk);
    return true;
  } catch {
    return false;
  }
}

export function temporaryFor(path: string): string {
  return join(dirname(path), `.${basename(path)}.testimony-${process.pid}.tmp`);
}

/** Deletes the temporary files of killed processes. Under the lock, no other process has any. */
export function clearTemporaries(folder: string): void {
  const patterns = ['**', '.import'].map((where) => `${where}/.*.testimony-*.tmp`);
  for (const file of fs.globSync(patterns, { cwd: folder, exclude: ['**/node_modules'] })) {
    fs.rmSync(join(folder, file), { force: true });
  }
}
