import { existsSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { atEnd } from './at-end.ts';
import type { Lifetime } from './lifetime.ts';

/** Makes an empty folder that is gone after the test. */
export function createFolder(test: Lifetime, parent = tmpdir()): string {
  const folder = mkdtempSync(join(parent, 'testimony-'));
  atEnd(test, () => rmSync(folder, { recursive: true, force: true }));
  return folder;
}

/** Writes files, by their path, into a folder that is gone after the test. Returns its path. */
export function createContentFolder(
  test: Lifetime,
  files: Readonly<Record<string, string | Uint8Array>>,
): string {
  const folder = createFolder(test);
  for (const [path, content] of Object.entries(files)) {
    const file = join(folder, path);
    mkdirSync(dirname(file), { recursive: true });
    writeFileSync(file, content);
  }
  return folder;
}

/**
 * The same in memory, where the system has such a place: for databases of which not the disk is
 * tested, whose thousands of commits would each wait for it.
 */
export function createFastFolder(test: Lifetime): string {
  const memory = '/dev/shm';
  return createFolder(test, existsSync(memory) ? memory : tmpdir());
}
