import { join, sep } from 'node:path';
import { isDeepStrictEqual } from 'node:util';
import type { ContentProblem } from '../content-problem.ts';
import { DISK, type FileSystem } from '../file-system.ts';
import type { FileOnDisk, Finding, FoundFolder } from './content-file.ts';
import { lookAgain, placeOf, sortFindings, walkContent } from './read-content.ts';

/** The folder as last read. Files with equal bytes stay the same objects. */
export class ContentFolder {
  readonly #root: string;
  readonly #disk: FileSystem;
  #found: FoundFolder | undefined;
  #sorted: ReturnType<typeof sortFindings> = { files: [], problems: [] };

  constructor(root: string, disk: FileSystem = DISK) {
    this.#root = root;
    this.#disk = disk;
  }

  /** In the order of their paths. */
  get files(): readonly FileOnDisk[] {
    return this.#sorted.files;
  }

  /** In the order of their paths. */
  get problems(): readonly ContentProblem[] {
    return this.#sorted.problems;
  }

  /**
   * Walks the folder and reads files that are new or look changed. Returns true if any file or
   * problem changed. If the system fails, it throws and changes nothing.
   */
  scan(): boolean {
    return this.#keep(walkContent(this.#root, this.#found?.findings, this.#disk));
  }

  /**
   * Reads exactly these paths, relative to the folder, in any case. Walks the folder unless each is
   * a plain file in a folder that was walked before. Returns true if any file or problem changed.
   * If the system fails, it throws, and the next scan reads these paths in any case.
   */
  refresh(paths: Iterable<string>): boolean {
    const found = this.#found;
    const own = [...paths].flatMap((path) => ownPath(path) ?? []);
    if (found) forgetStamps(found, own);
    if (!found || found.place !== placeOf(this.#root, this.#disk)) return this.scan();
    const findings = new Map<string, Finding>();
    for (const path of own) {
      const finding = lookAgain(found, path, this.#disk);
      if (!finding) return this.scan();
      findings.set(path, finding);
    }
    for (const [path, finding] of findings) found.findings.set(path, finding);
    return this.#keep(found);
  }

  #keep(found: FoundFolder): boolean {
    this.#found = found;
    const sorted = sortFindings(found);
    if (isDeepStrictEqual(sorted, this.#sorted)) return false;
    this.#sorted = sorted;
    return true;
  }
}

/** Makes the next look at these paths read them from the disk. */
function forgetStamps({ findings }: FoundFolder, paths: readonly string[]): void {
  for (const path of paths) {
    const known = findings.get(path)?.reading;
    if (known) findings.set(path, { reading: { ...known, stamp: undefined } });
  }
}

/** Returns a path relative to the folder ("" for itself); undefined if it leads outside. */
function ownPath(path: string): string | undefined {
  const own = join(path).split(sep).join('/').replace(/\/$/, '');
  if (own.startsWith('/') || own === '..' || own.startsWith('../../')) return undefined;
  return own === '.' ? '' : own;
}
