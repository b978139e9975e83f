import { globSync, readFileSync, statSync } from 'node:fs';
import { basename, join, relative, sep } from 'node:path';
import { CommandError } from '../../command.ts';
import { MAX_ARCHIVE_BYTES, MAX_BYTES, unpack } from './unpack-archive.ts';

/** A file of an export, with its path in the folder or the archive. */
export type InputFile = { readonly name: string; readonly bytes: Uint8Array };

/** Returns a file, or the files of a folder or an archive that may contain tables. */
export async function readInput(path: string): Promise<InputFile[]> {
  const isFolder = statSync(path, { throwIfNoEntry: false })?.isDirectory();
  const files = isFolder ? readFolder(path) : await open(readInputFile(path));
  if (files.length > 0) return files;
  throw new CommandError(
    `${path} contains no CSV, Excel or JSON file, so no reviews; pass the file or the folder that the platform gave you. In a Google Takeout, choose "Google Business Profile"`,
  );
}

export function readInputFile(path: string, name = basename(path)): InputFile {
  const most = /\.(?:zip|tgz|gz)$/i.test(path) ? MAX_ARCHIVE_BYTES : MAX_BYTES;
  try {
    if (statSync(path).size <= most) return { name, bytes: readFileSync(path) };
  } catch (cause) {
    throw new CommandError(
      `${path} does not exist or cannot be read; check the path, and put it in quotation marks if it has spaces`,
      { cause },
    );
  }
  throw new CommandError(
    `${path} is larger than any export of reviews; pass only the file or the folder with the reviews`,
  );
}

/** Returns a workbook of Excel as it is, although it is a zip archive. */
async function open(file: InputFile): Promise<InputFile[]> {
  const isMainPart = (name: string) => name === 'xl/workbook.xml';
  const files = await unpack(file, (name) => isTableFile(name) || isMainPart(name));
  return files.some(({ name }) => isMainPart(name)) ? [file] : files;
}

function readFolder(root: string): InputFile[] {
  return globSync('**/*', { cwd: root, withFileTypes: true })
    .filter((entry) => entry.isFile() && isTableFile(entry.name))
    .map((entry) => join(entry.parentPath, entry.name))
    .sort()
    .map((path) => readInputFile(path, relative(root, path).replaceAll(sep, '/')));
}

/** True for the name of a file that may contain a table; hidden ones are of the system. */
function isTableFile(name: string): boolean {
  const isHidden = /(?:^|\/)(?:[.~]|__MACOSX)/.test(name);
  return !isHidden && /\.(?:csv|tsv|json|jsonl|ndjson|xlsx)$/i.test(name);
}
