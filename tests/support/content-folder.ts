import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { atEnd } from './at-end.ts';
import type { Lifetime } from './lifetime.ts';

/** Makes an empty folder that is gone after the test. */
export function createFolder(test: Lifetime): string {
  const folder = mkdtempSync(join(tmpdir(), 'testimony-'));
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
