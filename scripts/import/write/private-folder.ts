import { existsSync, mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { temporaryFor } from '../../content/edits/edit-folder.ts';
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
  return existsSync(path) ? readFileSync(path, 'utf8') : undefined;
}

/** Writes it whole or not at all; undefined deletes it. */
export function writePrivate(root: string, name: string, text: string | undefined): void {
  const path = join(root, FOLDER, name);
  mkdirSync(join(root, FOLDER), { recursive: true, mode: 0o700 });
  writeFileSync(join(root, FOLDER, '.gitignore'), GITIGNORE);
  if (text === undefined) {
    rmSync(path, { force: true });
    return;
  }
  writeFileSync(temporaryFor(path), text, { mode: 0o600 });
  renameSync(temporaryFor(path), path);
}

/** Reads the memory of imports: a salt, then a line per review. A new salt begins one. */
export function readMemory(root: string, newSalt: string): Memory {
  const [salt = '', ...lines] = readPrivate(root, 'memory')?.trimEnd().split('\n') ?? [];
  const known = lines.map((line): [string, string] => {
    const end = line.indexOf(' ');
    return [line.slice(0, end), line.slice(end + 1)];
  });
  return new Memory(salt || newSalt, new Map(known));
}

/**
 * Sets lines, or deletes those that are undefined. Lines that others wrote meanwhile stay. The caller
 * holds the lock.
 */
export function writeMemory(
  root: string,
  { salt }: Memory,
  changes: ReadonlyMap<string, string | undefined>,
): void {
  if (changes.size === 0) return;
  const before = readMemory(root, salt);
  // Another import was the first, at the same time: to it, these marks mean nothing.
  if (before.salt !== salt) return;
  const lines = new Map<string, string | undefined>([...before.lines, ...changes]);
  const known = [...lines].flatMap(([id, line]) => (line === undefined ? [] : `${id} ${line}`));
  writePrivate(root, 'memory', `${[salt, ...known.sort()].join('\n')}\n`);
}
