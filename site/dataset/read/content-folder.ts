import { createHash } from 'node:crypto';
import { join, sep } from 'node:path';
import { type Edit, editSorted, keptRuns, PendingEdit } from '#dataset/edits/list-edit.ts';
import { compareTexts } from '#dataset/text/compare-texts.ts';
import { type ContentProblem, formatProblem } from '../content-problem.ts';
import { DISK, type FileSystem } from '../file-system.ts';
import {
  type ContentFile,
  compareFiles,
  type FileOnDisk,
  type Finding,
  type FoundFolder,
} from './content-file.ts';
import { lookAgain, placeOf, walkContent } from './read-content.ts';

const DIGEST_BYTES = 32;

/** The folder as read last, and its edit since `takeEdit`. Files of equal bytes stay the same. */
export class ContentFolder {
  readonly #root: string;
  readonly #disk: FileSystem;
  readonly #edit = new PendingEdit<FileOnDisk>();
  #found: FoundFolder | undefined;
  #files: readonly FileOnDisk[] = [];
  /** The digests of the files, in their order. */
  #digests = Buffer.alloc(0);
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

  /** The digest of the files (see `digestFiles`). */
  get digest(): string {
    return createHash('sha256').update(this.#digests).digest('base64url');
  }

  /** The edit since the last call. */
  takeEdit(): Edit<FileOnDisk> {
    return this.#edit.take();
  }

  /**
   * Walks the folder and reads files that are new or look changed. Returns whether any file or problem
   * changed. If the system fails, it throws and changes nothing.
   */
  scan(): boolean {
    const before = this.#found?.readings;
    const found = walkContent(this.#root, before, this.#disk);
    const removed: FileOnDisk[] = [];
    const added: FileOnDisk[] = [];
    for (const [path, { file }] of found.readings) {
      const known = before?.get(path)?.file;
      if (known === file) continue;
      if (known) removed.push(known);
      added.push(file);
    }
    for (const [path, { file }] of before ?? []) if (!found.readings.has(path)) removed.push(file);
    this.#found = found;
    return this.#apply({ removed, added }, found);
  }

  /**
   * Reads exactly these paths, relative to the folder, whatever their state. Walks the folder unless
   * each is simply a file in a folder that was walked before. Returns whether any file or problem
   * changed. If the system fails, it throws, and the next scan reads these paths whatever their state.
   *
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
    const removed: FileOnDisk[] = [];
    const added: FileOnDisk[] = [];
    for (const [path, { reading, problem }] of findings) {
      const known = found.readings.get(path);
      if (known && known.file !== reading?.file) removed.push(known.file);
      if (reading && reading.file !== known?.file) added.push(reading.file);
      if (reading) found.readings.set(path, reading);
      else found.readings.delete(path);
      if (problem) found.problems.set(path, problem);
      else found.problems.delete(path);
    }
    return this.#apply({ removed, added }, found);
  }

  #apply({ removed, added }: Edit<FileOnDisk>, found: FoundFolder): boolean {
    for (const file of removed) this.#edit.remove(file);
    for (const file of added) this.#edit.add(file);
    const { list, edit } = editSorted(this.#files, { removed, added }, compareFiles);
    const isSame = list === this.#files;
    if (!isSame) {
      const digests = Buffer.alloc(list.length * DIGEST_BYTES);
      for (const { from, to, length } of keptRuns(edit, this.#files.length)) {
        const end = (from + length) * DIGEST_BYTES;
        digests.set(this.#digests.subarray(from * DIGEST_BYTES, end), to * DIGEST_BYTES);
      }
      for (const { item, position } of edit.added) {
        digests.write(item.digest, position * DIGEST_BYTES, 'latin1');
      }
      this.#files = list;
      this.#digests = digests;
    }
    const problems = [...found.problems.values()].sort((a, b) => compareTexts(a.file, b.file));
    if (textOf(problems) === textOf(this.#problems)) return !isSame;
    this.#problems = problems;
    return true;
  }
}

/** The next look at these paths reads them from the disk. */
function forgetStamps({ readings }: FoundFolder, paths: readonly string[]): void {
  for (const path of paths) {
    const known = readings.get(path);
    if (known) readings.set(path, { ...known, stamp: undefined });
  }
}

/** A path relative to the folder ("" for itself); undefined if it leads outside. */
function ownPath(path: string): string | undefined {
  const own = join(path).split(sep).join('/').replace(/\/$/, '');
  if (own.startsWith('/') || own === '..' || own.startsWith('../../')) return undefined;
  return own === '.' ? '' : own;
}

function isHidden(path: string): boolean {
  return path.split('/').some((name) => name.startsWith('.'));
}

function textOf(problems: readonly ContentProblem[]): string {
  return problems.map((problem) => formatProblem(problem)).join('\n');
}
