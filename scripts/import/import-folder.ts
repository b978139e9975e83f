import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { readTombstones } from '#dataset/read/read-tombstones.ts';
import {
  apply,
  ChangedError,
  DISK,
  type FileEdit,
  prepare,
  removeTemporary,
  type Step,
} from '../content/edit-file.ts';
import { clearTemporaries, PAUSE_MS, pause, withLock } from '../content/folder-lock.ts';
import { REMOVED_FILE } from '../content/lists/tombstones.ts';
import { ImportRefusal } from './import-refusal.ts';

/** Content is never read from a folder whose name begins with a dot. */
const FOLDER = '.import';
const SEEN = `${FOLDER}/seen`;

const GITIGNORE = `# Made by "npm run import". With the key beside this file, it distinguishes changes of a source from
# changes of an editor (source.digest in the reviews); "seen" identifies reviews that were taken down.
# With the key and the content, one can guess text that was removed from a review, so git ignores this
# folder. Share it only with people who import into this content.
*
`;

/** The traits that identify a review, each as a mark; undefined for those that its source omits. */
export type Traits = {
  readonly source: string;
  readonly sourceId: string | undefined;
  readonly author: string | undefined;
  readonly date: string;
  readonly created: string | undefined;
  readonly body: string | undefined;
};

/** The reviews that imports into a content folder have seen, by id, including deleted ones. */
export type SeenReviews = ReadonlyMap<string, Traits>;

export function keyPath(root: string): string {
  return join(root, FOLDER, 'key');
}

export function readImportKey(root: string): string | undefined {
  const text = readPrivate(keyPath(root))?.trim();
  if (text === undefined || /^[\w-]{43}$/.test(text)) return text;
  throw refuse(keyPath(root), 'contains no key');
}

/** Keeps a new secret if there is no other, readable only by its owner. */
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
  const lines = (readPrivate(join(root, SEEN)) ?? '').split('\n');
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

/** Returns the seen reviews: one line per review, in the order of their ids. */
function renderSeen(seen: SeenReviews): string {
  const lines = [...seen].map(([id, { source, sourceId, author, date, created, body }]) =>
    [id, source, sourceId, author, date, created, body].map((part) => part ?? '-').join(' '),
  );
  return `${lines.sort().join('\n')}\n`;
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
    `${path} ${fault}; get the folder ${FOLDER} from the person who imported last, or delete that file and pass --new-key`,
    { cause },
  );
}

/**
 * The number of files that are written before others may write: a person who removes a review waits
 * for it.
 */
const FILES_PER_LOCK = 500;

/**
 * Writes each file whole or not at all, except files that have changed since their edit was decided
 * on, and reviews that were taken down since: returns those, with the reason. Stops at the first
 * failure; a new import continues from there.
 */
export function writeFiles(
  root: string,
  edits: readonly FileEdit[],
  onDone: (done: number) => void = () => {},
): ReadonlyMap<string, string> {
  const left = new Map<string, string>();
  const removals = new Removals(root);
  mkdirSync(root, { recursive: true });
  let done = 0;
  do {
    if (done > 0) pause(PAUSE_MS);
    const some = edits.slice(done, done + FILES_PER_LOCK);
    withLock(root, () => {
      if (done === 0) clearTemporaries(root);
      removals.update();
      for (const [index, edit] of some.entries()) {
        if (removals.holds(edit.file)) left.set(edit.file, 'was taken down meanwhile');
        else if (!write(root, edit, done + index)) {
          left.set(edit.file, 'was changed meanwhile; run the import again');
        }
      }
    });
    for (const _ of some) onDone(++done);
  } while (done < edits.length);
  return left;
}

/** Returns false if the file has changed. */
function write(root: string, edit: FileEdit, written: number): boolean {
  let step: Step | undefined;
  try {
    step = prepare(root, edit, DISK);
    apply(step, DISK);
    return true;
  } catch (error) {
    removeTemporary(step?.temporary, DISK);
    if (error instanceof ChangedError) return false;
    const reason = error instanceof Error ? error.message : String(error);
    throw new ImportRefusal(
      `${join(root, edit.file)} could not be written after ${written} files (${reason}); fix that and import again, which continues from there`,
      { cause: error },
    );
  }
}

/** Keeps the reviews that this import and others have seen. */
export function writeSeen(root: string, seen: SeenReviews): void {
  withLock(root, () => {
    const before = readPrivate(join(root, SEEN));
    const text = renderSeen(new Map([...readSeen(root), ...seen]));
    if (text !== before) write(root, { file: SEEN, before, text }, 0);
  });
}

/** The reviews that are taken down. */
class Removals {
  readonly #path: string;
  #text: string | undefined;
  #ids: ReadonlySet<string> = new Set();

  constructor(root: string) {
    this.#path = join(root, REMOVED_FILE);
  }

  /** Reads them again if there are others. */
  update(): void {
    const text = readPrivate(this.#path);
    if (text === this.#text) return;
    this.#text = text;
    const file = { path: REMOVED_FILE, bytes: Buffer.from(text ?? '') };
    const { ids, removals } = readTombstones([file]);
    this.#ids = new Set([...ids, ...removals.map(({ id }) => id)]);
  }

  /** True for the file that a new review with a tombstone would have. */
  holds(file: string): boolean {
    const id = /\/\d{4}-\d{2}-\d{2}-([^/]+)\.md$/.exec(file)?.[1];
    return id !== undefined && this.#ids.has(id);
  }
}
