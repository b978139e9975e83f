import type { ContentProblem } from './content-problem.ts';
import type { FileOnDisk } from './read-content.ts';

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
