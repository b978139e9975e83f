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

/**
 * Reports a file that is written or replaced, once it is equal in two checks; a missing file is not
 * reported. `known` identifies the one that needs no report. `report` must not reject. Returns a
 * function that ends it.
 */
export function pollFile(
  file: string,
  everyMs: number,
  report: () => Promise<unknown>,
  known?: string,
): () => void {
  let seen = identifyFile(file);
  let reported = known;
  const poll = setInterval(() => {
    const found = identifyFile(file);
    if (found !== undefined && found === seen && found !== reported) {
      reported = found;
      void report();
    }
    seen = found;
  }, everyMs);
  return () => clearInterval(poll);
}
