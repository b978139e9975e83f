import { statSync } from 'node:fs';

/**
 * Returns a text that differs whenever a file was written or replaced; undefined if there is no
 * file.
 */
export function identifyFile(file: string): string | undefined {
  try {
    const stat = statSync(file, { bigint: true });
    return `${stat.dev} ${stat.ino} ${stat.size} ${stat.mtimeNs}`;
  } catch {
    return undefined;
  }
}
