import { hash } from 'node:crypto';
import { join } from 'node:path';
import type { ContentProblem } from '../content-problem.ts';
import type { FileSystem } from '../file-system.ts';

/** A file of the content folder: its path relative to the folder, with slashes, and its bytes. */
export type ContentFile = {
  readonly path: string;
  /** What was read or, where that was let go, is read again: throws where it is not the same. */
  readonly bytes: Uint8Array;
  /** `digestFile`, where it is known already. */
  readonly digest?: string;
};

/** SHA-256, a character a byte. Path and length go in too: no two files are taken for each other. */
export function digestFile(path: string, bytes: Uint8Array): string {
  const head = Buffer.from(`${path}\0${bytes.length}\0`);
  return hash('sha256', Buffer.concat([head, bytes]), 'latin1');
}

/** A file that was read from the disk. It need not keep its bytes, which hardly anybody asks for. */
export class FileOnDisk implements ContentFile {
  readonly path: string;
  readonly digest: string;
  readonly #folder: string;
  readonly #disk: FileSystem;
  #bytes: Uint8Array | undefined;

  /** `folder`: where the content folder stands. */
  constructor(path: string, bytes: Uint8Array, folder: string, disk: FileSystem) {
    this.path = path;
    this.digest = digestFile(path, bytes);
    this.#bytes = bytes;
    this.#folder = folder;
    this.#disk = disk;
  }

  get bytes(): Uint8Array {
    if (this.#bytes) return this.#bytes;
    const bytes = this.#disk.readFileSync(join(this.#folder, this.path));
    if (digestFile(this.path, bytes) === this.digest) return bytes;
    throw new Error(`${this.path} was changed since it was read.`);
  }

  /** Keeps the bytes no longer. */
  letGo(): void {
    this.#bytes = undefined;
  }
}

/** Orders files by their paths: the one order of files everywhere. */
export function compareFiles(a: ContentFile, b: ContentFile): number {
  if (a.path === b.path) return 0;
  return a.path < b.path ? -1 : 1;
}

/** A file as it was read, with what the file system said of it then. */
export type Reading = {
  readonly file: FileOnDisk;
  /** Undefined where the file has to be read again, whatever the file system says. */
  readonly stamp: Stamp | undefined;
};
export type Stamp = {
  readonly ino: number;
  readonly size: number;
  readonly mtimeMs: number;
  readonly ctimeMs: number;
};

/** What was found at a path: a file, a problem, or nothing to read. */
export type Finding = { readonly reading?: Reading; readonly problem?: ContentProblem };

/** A content folder as it was found; what it holds goes by paths relative to it. */
export type FoundFolder = {
  /** Where the folder stands when links are resolved; undefined of a missing one. */
  readonly place: string | undefined;
  readonly readings: Map<string, Reading>;
  readonly problems: Map<string, ContentProblem>;
  /** The folders that were read, the folder itself as "". */
  readonly folders: ReadonlySet<string>;
  readonly hasLinks: boolean;
};
