import { existsSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { atEnd } from './at-end.ts';
import { saveFiles } from './edit-content.ts';
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
  saveFiles(folder, files);
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
