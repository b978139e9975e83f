import { existsSync, mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { ImportRefusal } from './import-refusal.ts';

/** Content is never read from a folder whose name begins with a dot. */
const FOLDER = '.import';

const GITIGNORE = `# Made by "npm run import". By the key beside this file it tells what a source changed from what an
# editor did (source.digest in the reviews), and by "seen" it knows reviews that were taken down.
# Who has the key and the content can guess what was taken out of a review, so git leaves this
# folder out. Share it with all who import into the content, and nobody else.
*
`;

/** The traits by which a review is known, each as a mark; undefined of what its source leaves out. */
export type Traits = {
  readonly source: string;
  readonly sourceId: string | undefined;
  readonly author: string | undefined;
  readonly date: string;
  readonly created: string | undefined;
  readonly body: string | undefined;
};

/** What a content folder's imports have seen, by review id: of files that are gone, too. */
export type SeenReviews = ReadonlyMap<string, Traits>;

export function keyPath(root: string): string {
  return join(root, FOLDER, 'key');
}

export function readImportKey(root: string): string | undefined {
  const text = readPrivate(keyPath(root))?.trim();
  if (text === undefined || /^[\w-]{43}$/.test(text)) return text;
  throw refuse(keyPath(root), 'holds no key');
}

/** Keeps a new secret where no other is, readable by its owner alone. */
export function writeImportKey(root: string, key: string): void {
  const path = keyPath(root);
  try {
    mkdirSync(root, { recursive: true });
    mkdirSync(join(root, FOLDER), { recursive: true, mode: 0o700 });
    writeFileSync(join(root, FOLDER, '.gitignore'), GITIGNORE);
    writeFileSync(path, `${key}\n`, { mode: 0o600, flag: 'wx' });
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    throw new ImportRefusal(`${path} could not be written (${reason}); nothing was imported`, {
      cause: error,
    });
  }
}

export function readSeen(root: string): SeenReviews {
  const lines = (readPrivate(join(root, FOLDER, 'seen')) ?? '').split('\n');
  return new Map(
    lines.flatMap((line): [string, Traits][] => {
      const [id, source, sourceId, author, date, created, body] = line
        .split(' ')
        .map((part) => (part === '-' ? undefined : part));
      if (!(id && source && date) || line.split(' ').length !== 7) return [];
      return [[id, { source, sourceId, author, date, created, body }]];
    }),
  );
}

/** The file that keeps what imports have seen: a line a review, in the order of their ids. */
export function renderSeen(seen: SeenReviews): FileToWrite {
  const lines = [...seen].map(([id, { source, sourceId, author, date, created, body }]) =>
    [id, source, sourceId, author, date, created, body].map((part) => part ?? '-').join(' '),
  );
  return { file: `${FOLDER}/seen`, text: `${lines.sort().join('\n')}\n`, isNew: false };
}

function readPrivate(path: string): string | undefined {
  try {
    return readFileSync(path, 'utf8');
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return undefined;
    throw refuse(path, 'cannot be read', error);
  }
}

function refuse(path: string, fault: string, cause?: unknown): ImportRefusal {
  return new ImportRefusal(
    `${path} ${fault}; get the folder ${FOLDER} from whoever imported last, or delete that file and pass --new-key`,
    { cause },
  );
}

/** A file below the content folder; a new one never replaces a file that is there. */
export type FileToWrite = { readonly file: string; readonly text: string; readonly isNew: boolean };

/** Writes each file whole or not at all. Stops at the first failure; a new import goes on. */
export function writeFiles(
  root: string,
  files: Iterable<FileToWrite>,
  onWritten: (written: number) => void = () => {},
): void {
  let written = 0;
  for (const { file, text, isNew } of files) {
    const path = join(root, file);
    const temporary = join(dirname(path), `.${basename(path)}.tmp`);
    try {
      mkdirSync(dirname(path), { recursive: true });
      if (isNew && existsSync(path)) throw new Error('a file of this name has appeared');
      writeFileSync(temporary, text);
      renameSync(temporary, path);
    } catch (error) {
      removeFile(temporary);
      const reason = error instanceof Error ? error.message : String(error);
      throw new ImportRefusal(
        `${path} could not be written after ${written} files (${reason}); see to it and import again, which goes on from there`,
        { cause: error },
      );
    }
    onWritten(++written);
  }
}

/** What cannot be removed, or is a folder, is left: why writing failed matters more. */
function removeFile(path: string): void {
  try {
    rmSync(path, { force: true });
  } catch {
    // Nobody reads a file of this name.
  }
}
