import { hash } from 'node:crypto';
import { compareTexts } from '#dataset/text/compare-texts.ts';
import type { ContentProblem } from '../content-problem.ts';

/** A file of the content folder: its path relative to the folder, with slashes, and its bytes. */
export type ContentFile = {
  readonly path: string;
  readonly bytes: Uint8Array;
  /** The result of `digestFile`, if already known. */
  readonly digest?: string;
};

/** The SHA-256 of path, length and bytes, in Latin-1: no two files are mistaken for each other. */
export function digestFile(path: string, bytes: Uint8Array): string {
  const head = Buffer.from(`${path}\0${bytes.length}\0`);
  return hash('sha256', Buffer.concat([head, bytes]), 'latin1');
}

/** A file as read from the disk. */
export type FileOnDisk = Required<ContentFile>;

/** Orders files by their paths, which is their order everywhere. */
export function compareFiles(a: ContentFile, b: ContentFile): number {
  return compareTexts(a.path, b.path);
}

/** A file as read. */
export type Reading = {
  readonly file: FileOnDisk;
  /** Its state in the file system at that time; undefined if it must be read again in any case. */
  readonly stamp: string | undefined;
};

/** The result at a path: a file, a problem, or nothing to read. */
export type Finding = { readonly reading?: Reading; readonly problem?: ContentProblem };

/** A content folder as found. */
export type FoundFolder = {
  /** The path of the folder with links resolved; undefined if it is missing. */
  readonly place: string | undefined;
  /** By paths relative to the folder. */
  readonly findings: Map<string, Finding>;
  /** The folders that were read, the folder itself as "". */
  readonly folders: ReadonlySet<string>;
  readonly hasLinks: boolean;
};
