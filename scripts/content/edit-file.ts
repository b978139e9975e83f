import { hash } from 'node:crypto';
import {
  chmodSync,
  mkdirSync,
  readFileSync,
  realpathSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { dirname, join } from 'node:path';
import { decodeText } from '#dataset/read/decode-text.ts';
import { isMissing } from '#dataset/read/read-content.ts';
import { temporaryFor } from './folder-lock.ts';

/** The edit of one file of a content folder. */
export type FileEdit = {
  readonly file: string;
  /** Its text when it was read, or the digest of that; undefined if there was none. */
  readonly before: string | { readonly digest: string } | undefined;
  /** A text takes on the line ends of the file; bytes stay. Undefined if it is to be deleted. */
  readonly text: string | Uint8Array | undefined;
};

export const DISK = {
  chmodSync,
  mkdirSync,
  readFileSync,
  realpathSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
};
export type Disk = typeof DISK;

/** An edit that can be done, and undone. */
export type Step = {
  readonly file: string;
  readonly path: string;
  readonly bytes: Buffer | undefined;
  readonly mode: number | undefined;
  readonly temporary: string | undefined;
};

/** Thrown if a file has changed since its edit was decided on. */
export class ChangedError extends Error {
  override readonly name = 'ChangedError';
}

/** Returns the identity of a file whose text is not kept. */
export function digestText(text: string): string {
  return hash('sha256', text, 'base64');
}

/** Writes the new content of a file beside it. Throws if the file has changed. */
export function prepare(root: string, { file, before, text }: FileEdit, disk: Disk): Step {
  // A link stays one: its target is written.
  const path = text === undefined ? join(root, file) : resolveLinks(join(root, file), disk);
  const bytes = readIfThere(path, disk);
  const found = bytes && textOf(file, bytes);
  if (!isAs(before, found)) throw changed();
  const mode = bytes && disk.statSync(path).mode & 0o7777;
  if (text === undefined) return { file, path, bytes, mode, temporary: undefined };
  const isText = typeof text === 'string' && bytes !== undefined && found !== undefined;
  const data = isText ? keepLineEnds(bytes, found, text) : text;
  disk.mkdirSync(dirname(path), { recursive: true });
  return { file, path, bytes, mode, temporary: writeBeside(path, data, mode, disk) };
}

/** Does an edit, unless the file has changed since it was prepared. */
export function apply({ path, bytes, temporary }: Step, disk: Disk): void {
  const found = readIfThere(path, disk);
  if (found === undefined || bytes === undefined ? found !== bytes : !found.equals(bytes)) {
    throw changed();
  }
  if (temporary) disk.renameSync(temporary, path);
  else if (bytes) disk.rmSync(path);
}

/** Restores the earlier content. Returns true if it could. */
export function undo({ path, bytes, mode }: Step, disk: Disk): boolean {
  try {
    if (bytes) disk.renameSync(writeBeside(path, bytes, mode, disk), path);
    else disk.rmSync(path, { force: true });
    return true;
  } catch {
    return false;
  }
}

/**
 * Files that cannot be removed, and folders, are left: the reason of the failed write matters more.
 */
export function removeTemporary(path: string | undefined, disk: Disk): void {
  try {
    if (path !== undefined) disk.rmSync(path, { force: true });
  } catch {
    // The next command tries it again, and a file of this name is never read.
  }
}

function changed(): ChangedError {
  return new ChangedError('it was changed meanwhile; run the command again');
}

function isAs(before: FileEdit['before'], found: string | undefined): boolean {
  if (typeof before !== 'object') return before === found;
  return found !== undefined && before.digest === digestText(found);
}

function textOf(file: string, bytes: Uint8Array): string {
  const decoded = decodeText(file, bytes);
  return 'text' in decoded ? decoded.text : new TextDecoder().decode(bytes);
}

function writeBeside(
  path: string,
  data: string | Uint8Array,
  mode: number | undefined,
  disk: Disk,
): string {
  const temporary = temporaryFor(path);
  try {
    if (mode === undefined) disk.writeFileSync(temporary, data);
    else {
      disk.writeFileSync(temporary, data, { mode: 0o600 });
      disk.chmodSync(temporary, mode);
    }
    return temporary;
  } catch (error) {
    removeTemporary(temporary, disk);
    throw error;
  }
}

/** Returns the new text of a file with its byte order mark and line ends. */
function keepLineEnds(bytes: Uint8Array, before: string, text: string): string {
  const raw = new TextDecoder('utf-8', { ignoreBOM: true }).decode(bytes);
  if (raw === before) return text;
  const [was, is, written] = [before, text, raw].map((one) => one.split('\n'));
  if (!was || !is || !written) return text;
  const shorter = Math.min(was.length, is.length);
  let head = 0;
  while (head < shorter && was[head] === is[head]) head++;
  let tail = 0;
  while (tail < shorter - head && was.at(-1 - tail) === is.at(-1 - tail)) tail++;
  const isMostly = written.filter((line) => line.endsWith('\r')).length * 2 >= written.length - 1;
  const lineEnd = isMostly ? '\r' : '';
  const lines = is.slice(head, is.length - tail);
  const isToEnd = tail === 0;
  // The last line of the file had none.
  const more = lines.length > 0 ? lineEnd : '';
  return [
    ...written.slice(0, head).map((line, index) => (index === was.length - 1 ? line + more : line)),
    ...lines.map((line, index) => (isToEnd && index === lines.length - 1 ? line : line + lineEnd)),
    ...written.slice(written.length - tail),
  ]
    .join('\n')
    .replace(/^\ufeff?/, raw.startsWith('\ufeff') ? '\ufeff' : '');
}

function resolveLinks(path: string, disk: Disk): string {
  try {
    return disk.realpathSync(path);
  } catch (error) {
    if (isMissing(error)) return path;
    throw error;
  }
}

function readIfThere(path: string, disk: Disk): Buffer | undefined {
  try {
    return disk.readFileSync(path);
  } catch (error) {
    if (isMissing(error)) return undefined;
    throw error;
  }
}
