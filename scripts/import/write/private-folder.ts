import { mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { isMissing } from '#dataset/read/read-content.ts';
import { temporaryFor } from '../../content/edits/edit-folder.ts';
import { withLock } from '../../content/edits/folder-lock.ts';
import { ImportRefusal } from '../import-refusal.ts';
import { Memory } from '../plan/source-memory.ts';

/** Content is never read from a folder whose name begins with a dot. */
const FOLDER = '.import';

const GITIGNORE = `# Made by "npm run import". "memory" has marks of the last values from the sources of reviews: they show what an
# editor changed, and identify reviews that were taken down. "last" is what "npm run import -- --undo" needs.
# One could learn texts from both that were removed from reviews, so git ignores this folder.
*
`;

/** Returns a file beside the content that only its owner can read, if there is one. */
export function readPrivate(root: string, name: string): string | undefined {
  const path = join(root, FOLDER, name);
  try {
    return readFileSync(path, 'utf8');
  } catch (error) {
    if (isMissing(error)) return undefined;
    throw refuse(path, 'cannot be read', error);
  }
}

/** Writes it whole or not at all; undefined deletes it. */
export function writePrivate(root: string, name: string, text: string | undefined): void {
  const path = join(root, FOLDER, name);
  try {
    mkdirSync(join(root, FOLDER), { recursive: true, mode: 0o700 });
    writeFileSync(join(root, FOLDER, '.gitignore'), GITIGNORE);
    if (text === undefined) rmSync(path, { force: true });
    else {
      writeFileSync(temporaryFor(path), text, { mode: 0o600 });
      renameSync(temporaryFor(path), path);
    }
  } catch (error) {
    throw refuse(path, 'cannot be written', error);
  }
}

function refuse(path: string, fault: string, cause: unknown): ImportRefusal {
  const reason = cause instanceof Error ? cause.message : String(cause);
  return new ImportRefusal(`${path} ${fault} (${reason}). Correct that, then import again.`, {
    cause,
  });
}

/** Reads the memory of imports: a salt, then a line per review. A new salt begins one. */
export function readMemory(root: string, newSalt: string): Memory {
  const [salt = '', ...lines] = readPrivate(root, 'memory')?.trimEnd().split('\n') ?? [];
  return new Memory(
    salt || newSalt,
    new Map(
      lines.map((line) => [line.slice(0, line.indexOf(' ')), line.slice(line.indexOf(' ') + 1)]),
    ),
  );
}

/** Sets lines, or deletes those that are undefined. Lines that others wrote meanwhile stay. */
export function writeMemory(
  root: string,
  { salt }: Memory,
  changes: ReadonlyMap<string, string | undefined>,
): void {
  if (changes.size === 0) return;
  withLock(root, () => {
    const before = readMemory(root, salt);
    // Another import was the first, at the same time: to it, these marks mean nothing.
    if (before.salt !== salt) return;
    const lines = new Map<string, string | undefined>([...before.lines, ...changes]);
    const known = [...lines].flatMap(([id, line]) => (line === undefined ? [] : `${id} ${line}`));
    writePrivate(root, 'memory', `${[salt, ...known.sort()].join('\n')}\n`);
  });
}
