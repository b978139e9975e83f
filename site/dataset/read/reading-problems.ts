import { inKib } from '../content-limits.ts';
import { type ContentProblem, FILE_START, problemAt, WHOLE_FOLDER } from '../content-problem.ts';

export const LEADS_OUT =
  'is a link out of the content folder; copy the file into the folder instead';
export const IS_NO_FILE = 'is not a regular file';

/** What is wrong with the content folder itself names it: there is no line to point at. */
export function noFolder(root: string): string {
  return `the content folder ${root} is not a folder; name the folder that holds business.yaml`;
}

export function missingFolder(root: string): string {
  return `the content folder ${root} does not exist; name the folder that holds business.yaml (--content or CONTENT_DIR)`;
}

export function closedFolder(root: string, error: unknown): string {
  return `the content folder ${root} ${cannotBeRead(error)}`;
}

export function cannotBeRead(error: unknown): string {
  return `cannot be read (${codeOf(error)}); check that it exists and who may read it`;
}

export function tooLarge(size: number, limit: number): string {
  return `is ${inKib(size)} large; a file of this kind may have ${inKib(limit)} at most`;
}

/** What keeps a path from being read; "" is the content folder itself. */
export function problemOf(path: string, message: string): ContentProblem {
  return problemAt(path || WHOLE_FOLDER, FILE_START, message);
}

/** Whether the file system found nothing at a path. */
export function isMissing(error: unknown): boolean {
  return codeOf(error) === 'ENOENT' || codeOf(error) === 'ENOTDIR';
}

function codeOf(error: unknown): string {
  if (error instanceof Error) return 'code' in error ? String(error.code) : error.message;
  return String(error);
}

/** A name that is no UTF-8 is told with other characters, under which there is no file. */
export function isMisspelt(path: string): boolean {
  return path.includes('\ufffd');
}
