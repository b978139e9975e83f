import { mkdirSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';

export type BuildFolders = {
  readonly folder: string;
  readonly contentDir: string;
  readonly outDir: string;
  /** Whether the data files are all that is wanted, and no page of a review. */
  readonly isDataOnly?: boolean;
};

export function writeFiles(folder: string, files: Readonly<Record<string, string>>): void {
  for (const [path, text] of Object.entries(files)) {
    const file = join(folder, path);
    mkdirSync(dirname(file), { recursive: true });
    writeFileSync(file, text);
  }
}
