import { join, sep } from 'node:path';
import { type ContentProblem, formatProblem } from './content-problem.ts';
import { DISK, type FileSystem } from './file-system.ts';
import type { Finding, FoundFolder } from './found-folder.ts';
import { replaceSorted } from './lists/sorted-list.ts';
import {
  type ContentFile,
  compareFiles,
  type FileOnDisk,
  lookAgain,
  placeOf,
  walkContent,
} from './read-content.ts';

/**
 * The editors' folder as last read. A file stays the same object while its bytes are the same, and
 * the lists stay the same while nothing in them changed.
 */
export class ContentFolder {
  readonly #root: string;
  readonly #disk: FileSystem;
  #found: FoundFolder | undefined;
  #files: readonly FileOnDisk[] = [];
  #problems: readonly ContentProblem[] = [];

  constructor(root: string, disk: FileSystem = DISK) {
    this.#root = root;
    this.#disk = disk;
  }

  /** In the order of their paths. */
  get files(): readonly ContentFile[] {
    return this.#files;
  }

  /** In the order of their paths. */
  get problems(): readonly ContentProblem[] {
    return this.#problems;
  }

  /**
   * Walks the folder and reads what is new or looks changed. Returns whether any file or problem
   * is another one than before. Throws where the system fails, and is as before then.
   */
  scan(): boolean {
    this.#found = walkContent(this.#root, this.#found?.readings, this.#disk);
    const files = [...this.#found.readings.values()].map(({ file }) => file).sort(compareFiles);
    const isSame =
      files.length === this.#files.length && files.every((file, at) => file === this.#files[at]);
    if (!isSame) this.#files = files;
    return this.#takeProblems(this.#found) || !isSame;
  }

  /**
   * Reads exactly these paths, relative to the folder, whatever the file system says of them.
   * Walks the folder where one of them is not plainly a file in a folder that was walked before.
   * Returns whether any file or problem is another one than before. Throws where the system fails;
   * a scan reads these paths then, whatever the file system says.
   */
  refresh(paths: Iterable<string>): boolean {
    const found = this.#found;
    const own = [...paths].flatMap((path) => ownPath(path) ?? []);
    if (found) forgetStamps(found, own);
    if (!found || found.place !== placeOf(this.#root, this.#disk)) return this.scan();
    const findings = new Map<string, Finding>();
    for (const path of own) {
      if (isHidden(path) && !found.hasLinks) continue;
      const finding = lookAgain(found, path, this.#disk);
      if (!finding) return this.scan();
      findings.set(path, finding);
    }
    return this.#take(found, findings);
  }

  /** Keeps no bytes of reviews: what they say was parsed, and is all that is asked for again. */
  letGoOfReviews(): void {
    for (const file of this.#files) if (file.path.endsWith('.md')) file.letGo();
  }

  #take(found: FoundFolder, findings: ReadonlyMap<string, Finding>): boolean {
    const gone: FileOnDisk[] = [];
    const come: FileOnDisk[] = [];
    for (const [path, { reading, problem }] of findings) {
      const known = found.readings.get(path);
      if (known && known.file !== reading?.file) gone.push(known.file);
      if (reading && reading.file !== known?.file) come.push(reading.file);
      if (reading) found.readings.set(path, reading);
      else found.readings.delete(path);
      if (problem) found.problems.set(path, problem);
      else found.problems.delete(path);
    }
    const files = replaceSorted(this.#files, gone, come, compareFiles);
    const isSame = files === this.#files;
    this.#files = files;
    return this.#takeProblems(found) || !isSame;
  }

  #takeProblems(found: FoundFolder): boolean {
    const problems = [...found.problems.values()].sort((a, b) => (a.file < b.file ? -1 : 1));
    const isSame = textOf(problems) === textOf(this.#problems);
    if (!isSame) this.#problems = problems;
    return !isSame;
  }
}

/** What is read next at these paths is read from the disk. */
function forgetStamps({ readings }: FoundFolder, paths: readonly string[]): void {
  for (const path of paths) {
    const known = readings.get(path);
    if (known) readings.set(path, { ...known, stamp: undefined });
  }
}

/** A path as the folder knows it ("" for itself), or undefined of one that leads out of it. */
function ownPath(path: string): string | undefined {
  const own = join(path).split(sep).join('/').replace(/\/$/, '');
  if (own.startsWith('/') || own === '..' || own.startsWith('../')) return undefined;
  return own === '.' ? '' : own;
}

function isHidden(path: string): boolean {
  return path.split('/').some((name) => name.startsWith('.'));
}

function textOf(problems: readonly ContentProblem[]): string {
  return problems.map((problem) => formatProblem(problem)).join('\n');
}
