import { decodeText } from '#dataset/read/decode-text.ts';
import { parseReview } from '#dataset/read/parse-markdown.ts';
import type { StoredReview } from '#dataset/schema/stored-review.ts';
import { isOf } from '../stored-folder.ts';
import { git, namesIn, readBlobs } from './run-git.ts';

/** If more files were deleted, only the last ones are read. */
const MAX_DELETIONS = 20_000;
/** The number of old files that are read at once in a search for one. */
const BATCH = 1000;

/** A version of a review file that git has, and the folder does not, or no longer at that place. */
type Deletion = {
  readonly file: string;
  readonly blob: string;
  /** The last commit that contains it. */
  readonly commit: string;
};

/** The last version of a deleted review. */
export type DeletedReview = Deletion & {
  readonly bytes: Buffer;
  readonly text: string;
  /** Undefined if it is not a valid review. */
  readonly review: StoredReview | undefined;
};

/**
 * Returns the last version of a review that was deleted or, with `DM`, whose file became another
 * one.
 */
export async function findDeletedReview(
  root: string,
  id: string,
  filter: 'D' | 'DM',
): Promise<DeletedReview | 'not in the history' | 'no history'> {
  const deletions = await findDeletions(root, filter);
  if (!deletions) return 'no history';
  const found = await readFirst(root, id, deletions);
  if (found) return found;
  // The part of a branch that a merge left out; compared with parents other than the first,
  // everything else looks older.
  const merges = await log(root, ['--merges', '-m', `--diff-filter=${filter}`]);
  return (await readFirst(root, id, readDeletions(merges))) ?? 'not in the history';
}

async function readFirst(
  root: string,
  id: string,
  deletions: readonly Deletion[],
): Promise<DeletedReview | undefined> {
  for (let start = 0; start < deletions.length; start += BATCH) {
    const found = (await readDeleted(root, deletions.slice(start, start + BATCH), id)).find(
      ({ file, text, review }) => (review ? review.id === id : isOf(id, file, text)),
    );
    if (found) return found;
  }
  return undefined;
}

/** Reads deleted reviews; with an id, only versions that may be of that review. */
async function readDeleted(
  root: string,
  deletions: readonly Deletion[],
  id = '',
): Promise<DeletedReview[]> {
  const blobs = await readBlobs(
    root,
    deletions.map(({ blob }) => blob),
  );
  return deletions.flatMap((deletion, index): DeletedReview[] => {
    const bytes = blobs[index];
    if (!bytes || !(bytes.includes(id) || deletion.file.includes(id))) return [];
    const text = textOf(deletion.file, bytes);
    return [{ ...deletion, bytes, text, review: parseReview(deletion.file, text).value }];
  });
}

/**
 * Returns files that were deleted or, with `DM`, changed since they were committed, the last first,
 * whether that is committed or not; undefined if there is no history.
 */
async function findDeletions(root: string, filter: 'D' | 'DM'): Promise<Deletion[] | undefined> {
  const [changes, committed] = await Promise.all([
    findChanges(root),
    log(root, ['--diff-merges=first-parent', `--diff-filter=${filter}`]),
  ]);
  if (!changes || !committed) return undefined;
  const uncommitted = changes.old
    .filter(({ isThere }) => filter === 'DM' || !isThere)
    .map(({ file, blob }) => ({ file, blob, commit: 'HEAD' }));
  return [...uncommitted, ...readDeletions(committed)];
}

function log(root: string, how: readonly string[]): Promise<Buffer | undefined> {
  // Whole: by default, git skips branches that changed nothing in the end.
  const what = ['--full-history', '--no-decorate', '--no-abbrev-commit', '--format=oneline'];
  const raw = ['-z', '--raw', '--no-abbrev', '--no-renames', '--relative'];
  return git(root, ['log', ...what, ...raw, ...how, 'HEAD', '--', 'reviews']);
}

/**
 * Returns published reviews that were deleted without a tombstone; `isKnown` names those that exist
 * or have one.
 */
export async function findDeletedWithoutTombstone(
  root: string,
  isKnown: (id: string) => boolean,
): Promise<DeletedReview[]> {
  const found = new Map<string, DeletedReview>();
  const deletions = (await findDeletions(root, 'D')) ?? [];
  for (const deleted of await readDeleted(root, deletions.slice(0, MAX_DELETIONS))) {
    const id = deleted.review?.id;
    if (id !== undefined && !isKnown(id) && !found.has(id)) found.set(id, deleted);
  }
  return [...found.values()].filter(({ review }) => review?.verification.status === 'verified');
}

/** Returns the texts of files of the folder at a commit, without those that did not exist. */
export async function readAt(
  root: string,
  commit: string,
  files: readonly string[],
): Promise<ReadonlyMap<string, string>> {
  const tree = await git(root, ['--literal-pathspecs', 'ls-tree', '-z', commit, '--', ...files]);
  const found = namesIn(tree).flatMap((entry) => {
    const [, blob, file] = /^100\d+ blob ([0-9a-f]+)\t(.+)$/s.exec(entry) ?? [];
    return blob && file ? [{ blob, file }] : [];
  });
  const blobs = await readBlobs(
    root,
    found.map(({ blob }) => blob),
  );
  return new Map(
    found.flatMap(({ file }, index) => {
      const bytes = blobs[index];
      return bytes ? [[file, textOf(file, bytes)] as const] : [];
    }),
  );
}

/**
 * Returns the review files that are new or changed since the last commit; undefined without a
 * history.
 */
export async function findUncommitted(
  root: string,
): Promise<{ readonly added: readonly string[]; readonly changed: readonly string[] } | undefined> {
  const changes = await findChanges(root);
  if (!changes) return undefined;
  const changed = changes.old.flatMap(({ file, isThere }) => (isThere ? file : []));
  return { added: changes.added.toSorted(), changed: changed.toSorted() };
}

/** Returns the reviews that differ from the last commit: new files, and git's blobs of others. */
async function findChanges(root: string): Promise<
  | {
      readonly added: readonly string[];
      readonly old: readonly { file: string; blob: string; isThere: boolean }[];
    }
  | undefined
> {
  const how = ['--porcelain=v2', '-z', '--untracked-files=all', '--no-renames'];
  const [answer, prefix] = await Promise.all([
    git(root, ['status', ...how, '--', 'reviews']),
    git(root, ['rev-parse', '--show-prefix']),
  ]);
  if (!answer || !prefix) return undefined;
  // Paths begin at the top of the repository.
  const { length } = prefix.toString().replace(/\n$/, '');
  const untracked = new Set<string>();
  const added: string[] = [];
  const old: { file: string; blob: string; isThere: boolean }[] = [];
  for (const entry of namesIn(answer)) {
    const parts = entry.split(' ');
    // In a conflict there are three of each, and the blob of this side is the second one.
    const [modeAt, blobAt, pathAt] = parts[0] === 'u' ? [6, 8, 10] : [5, 6, 8];
    const isUntracked = parts[0] === '?';
    const file = parts
      .slice(isUntracked ? 1 : pathAt)
      .join(' ')
      .slice(length);
    const [isThere, blob = ''] = [parts[modeAt] !== '000000', parts[blobAt]];
    if (!file.endsWith('.md')) continue;
    if (isUntracked) untracked.add(file);
    else if (/[^0]/.test(blob)) old.push({ file, blob, isThere });
    else if (isThere) added.push(file);
  }
  // Files that only the index has lost still exist.
  const kept = old.map((one) => (untracked.delete(one.file) ? { ...one, isThere: true } : one));
  return { added: [...added, ...untracked], old: kept };
}

/**
 * Reads raw diffs: each commit, and the parent if it is named, then for each file its old blob and
 * its path.
 */
function readDeletions(answer: Buffer | undefined): Deletion[] {
  let commit = '';
  const parts = namesIn(answer);
  return parts.flatMap((part, index) => {
    const header = /^\s*([0-9a-f]{40,64})(?: \(from ([0-9a-f]{40,64})\))?(?: |$)/.exec(part);
    if (header) commit = header[2] ?? `${header[1]}^`;
    const [, blob] = /^\s*:100(?:644|755) \d+ ([0-9a-f]+) [0-9a-f]+ [DM]$/.exec(part) ?? [];
    const file = parts[index + 1];
    return blob && file?.endsWith('.md') ? [{ file, blob, commit }] : [];
  });
}

function textOf(file: string, bytes: Uint8Array): string {
  const decoded = decodeText(file, bytes);
  return 'text' in decoded ? decoded.text : new TextDecoder().decode(bytes);
}
