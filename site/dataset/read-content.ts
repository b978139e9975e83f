import { readdirSync, readFileSync, realpathSync, type Stats, statSync } from 'node:fs';
import { join, sep } from 'node:path';
import { type ContentProblem, FILE_START, problemAt, WHOLE_FOLDER } from './content-problem.ts';

/** A file of the content folder: its path relative to the folder, with slashes, and its bytes. */
export type ContentFile = { readonly path: string; readonly bytes: Uint8Array };

/** No editor writes a review of this size; a larger file is a mistake or an attack. */
export const MAX_REVIEW_BYTES = 256 * 1024;

/** Room for a hundred thousand tombstones in removed.yaml. */
const MAX_YAML_BYTES = 16 * 1024 * 1024;

const CONTENT_NAME = /\.(?:ya?ml|md)$/;

type Folder = {
  readonly files: readonly ContentFile[];
  readonly problems: readonly ContentProblem[];
};

/**
 * Reads every `.yaml` and `.md` file below a folder, in the order of their paths. Dot files are
 * passed over. What cannot be read, is too large, or lies outside the folder is a problem.
 */
export function readContent(root: string): Folder {
  const files: ContentFile[] = [];
  const problems: ContentProblem[] = [];
  const realRoot = realPathOf(root);
  if (realRoot === undefined) {
    const message = `the content folder ${root} does not exist; set CONTENT_DIR to the folder that holds business.yaml`;
    return { files, problems: [problemAt(WHOLE_FOLDER, FILE_START, message)] };
  }
  const visited = new Set<string>();

  const refuse = (path: string, message: string) =>
    problems.push(problemAt(path || WHOLE_FOLDER, FILE_START, message));
  const visit = (path: string, isLink: boolean): void => {
    try {
      const place = join(root, path);
      // Only a link can lead elsewhere, and resolving every path would take as long as reading.
      const real = isLink ? realpathSync(place) : place;
      if (isLink && real !== realRoot && !real.startsWith(realRoot + sep)) {
        refuse(path, 'is a link out of the content folder; copy the file into the folder instead');
        return;
      }
      const stat = statSync(real);
      if (stat.isDirectory()) visitFolder(path, realpathSync(real));
      else if (path === '')
        refuse(path, 'is not a folder; name the folder that holds business.yaml');
      else if (CONTENT_NAME.test(path)) readFile(path, stat);
    } catch (error) {
      refuse(path, `cannot be read (${codeOf(error)}); check that it exists and who may read it`);
    }
  };
  const visitFolder = (path: string, real: string): void => {
    if (visited.has(real)) return;
    visited.add(real);
    const entries = readdirSync(real, { withFileTypes: true });
    for (const entry of entries.sort((a, b) => (a.name < b.name ? -1 : 1))) {
      if (entry.name.startsWith('.')) continue;
      visit(path ? `${path}/${entry.name}` : entry.name, entry.isSymbolicLink());
    }
  };
  const readFile = (path: string, stat: Stats): void => {
    const limit = path.endsWith('.md') ? MAX_REVIEW_BYTES : MAX_YAML_BYTES;
    if (!stat.isFile()) refuse(path, 'is not a regular file');
    else if (stat.size > limit) refuse(path, tooLarge(stat.size, limit));
    else files.push({ path, bytes: readFileSync(join(root, path)) });
  };
  visit('', true);
  return { files, problems };
}

function realPathOf(path: string): string | undefined {
  try {
    return realpathSync(path);
  } catch {
    return undefined;
  }
}

function tooLarge(size: number, limit: number): string {
  const kib = (bytes: number) => `${Math.ceil(bytes / 1024).toLocaleString('en-US')} KiB`;
  return `is ${kib(size)} large; a file of this kind may have ${kib(limit)} at most`;
}

function codeOf(error: unknown): string {
  if (error instanceof Error) return 'code' in error ? String(error.code) : error.message;
  return String(error);
}
