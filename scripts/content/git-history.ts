import { execFile } from 'node:child_process';
import { decodeText } from '#dataset/read/decode-text.ts';
import { parseReview } from '#dataset/read/parse-markdown.ts';
import type { StoredReview } from '#dataset/schema/stored-review.ts';
import { CommandError } from '../command.ts';

/** Longest wait for an answer of git. */
const TIMEOUT_MS = 30_000;
/** Largest answer of git: the contents of all deleted files that are read at once. */
const MAX_ANSWER_BYTES = 512 * 1024 * 1024;
/** Of more deleted files than these only the last ones are read. */
const MAX_DELETIONS = 20_000;

/** A review file that git has and the folder has not, or not any longer at that place. */
type Deletion = {
  readonly file: string;
  readonly blob: string;
  /** The last commit that has it. */
  readonly commit: string;
};

/** The last version of a deleted review. */
export type DeletedReview = Deletion & {
  readonly text: string;
  /** Undefined where it is not as a review has to be. */
  readonly review: StoredReview | undefined;
};

/** Whether a folder lies in a work tree of git that has a commit, and git is installed. */
export async function hasHistory(root: string): Promise<boolean> {
  return (await git(root, ['rev-parse', '--verify', '--quiet', 'HEAD^{commit}'])) !== undefined;
}

/**
 * The reviews that were deleted since they were committed, the last deleted first, whether that is
 * committed or not; undefined where there is no history.
 */
export async function findDeletedReviews(root: string): Promise<DeletedReview[] | undefined> {
  if (!(await hasHistory(root))) return undefined;
  const raw = ['-z', '--raw', '--no-abbrev', '--no-renames', '--relative', '--diff-filter=D'];
  const uncommitted = await git(root, ['diff-index', ...raw, 'HEAD', '--', 'reviews']);
  const committed = await git(root, ['log', ...raw, '--format=%H', 'HEAD', '--', 'reviews']);
  const deletions = [
    ...readDeletions(uncommitted, 'HEAD'),
    ...readDeletions(committed, undefined),
  ].slice(0, MAX_DELETIONS);
  const contents = await readBlobs(root, [...new Set(deletions.map(({ blob }) => blob))]);
  return deletions.flatMap((deletion): DeletedReview[] => {
    const bytes = contents.get(deletion.blob);
    if (!bytes) return [];
    const decoded = decodeText(deletion.file, bytes);
    const text = 'text' in decoded ? decoded.text : bytes.toString();
    return [{ ...deletion, text, review: parseReview(deletion.file, text).value }];
  });
}

/** Published reviews that were deleted without a tombstone; `isKnown` names those that are there or have one. */
export async function findDeletedWithoutTombstone(
  root: string,
  isKnown: (id: string) => boolean,
): Promise<DeletedReview[]> {
  const found = new Map<string, DeletedReview>();
  for (const deleted of (await findDeletedReviews(root)) ?? []) {
    const id = deleted.review?.id;
    if (id !== undefined && !isKnown(id) && !found.has(id)) found.set(id, deleted);
  }
  return [...found.values()].filter(({ review }) => review?.verification.status === 'verified');
}

/** The text of a file of the folder at a commit; undefined where it was not there. */
export async function readAt(
  root: string,
  commit: string,
  file: string,
): Promise<string | undefined> {
  const bytes = await git(root, ['cat-file', 'blob', `${commit}:./${file}`]);
  const decoded = bytes && decodeText(file, bytes);
  return decoded && 'text' in decoded ? decoded.text : undefined;
}

/** The review files that are new or changed since the last commit; undefined without a history. */
export async function findUncommitted(
  root: string,
): Promise<{ readonly added: readonly string[]; readonly changed: readonly string[] } | undefined> {
  if (!(await hasHistory(root))) return undefined;
  const list = async (...args: string[]) => namesIn(await git(root, [...args, '--', 'reviews']));
  const diff = ['diff-index', '-z', '--name-only', '--no-renames', '--relative'];
  const untracked = await list('ls-files', '-z', '--others', '--exclude-standard');
  const added = await list(...diff, '--diff-filter=A', 'HEAD');
  const changed = await list(...diff, '--diff-filter=M', 'HEAD');
  const isReview = (file: string) => file.endsWith('.md');
  return {
    added: [...new Set([...untracked, ...added])].filter(isReview).sort(),
    changed: changed.filter(isReview).sort(),
  };
}

/** Runs git in the folder. Returns what it answers, or undefined where it fails or is not there. */
function git(root: string, args: readonly string[], input = ''): Promise<Buffer | undefined> {
  const safe = ['-C', root, '--no-optional-locks', '-c', 'core.fsmonitor=false'];
  const options = { encoding: 'buffer', timeout: TIMEOUT_MS, maxBuffer: MAX_ANSWER_BYTES } as const;
  return new Promise((resolve, reject) => {
    const child = execFile('git', [...safe, ...args], options, (error, stdout) => {
      if (error?.killed) {
        const seconds = TIMEOUT_MS / 1000;
        const call = `git ${args[0]}`;
        reject(
          new CommandError(
            `"${call}" did not end within ${seconds} seconds in ${root}, or says too much; nothing was done.`,
          ),
        );
      } else resolve(error ? undefined : stdout);
    });
    // It may have ended before it reads.
    child.stdin?.on('error', () => {});
    child.stdin?.end(input);
  });
}

function namesIn(answer: Buffer | undefined): string[] {
  return (answer?.toString() ?? '').split('\0').filter((name) => name !== '');
}

/** Reads raw diffs: each commit, if there are any, then for each file its old blob and its path. */
function* readDeletions(
  answer: Buffer | undefined,
  commit: string | undefined,
): Generator<Deletion> {
  let last = commit;
  const parts = namesIn(answer).map((part) => part.trimStart());
  for (const [index, part] of parts.entries()) {
    if (/^[0-9a-f]{40,64}$/.test(part)) last = `${part}^`;
    const [, blob] = /^:100(?:644|755) 000000 ([0-9a-f]+) 0+ D$/.exec(part) ?? [];
    const file = parts[index + 1];
    if (blob && file?.endsWith('.md') && last) yield { file, blob, commit: last };
  }
}

/** The contents of blobs, by one call of git: a header line each, the bytes, and a line feed. */
async function readBlobs(
  root: string,
  blobs: readonly string[],
): Promise<ReadonlyMap<string, Buffer>> {
  const found = new Map<string, Buffer>();
  if (blobs.length === 0) return found;
  const answer = await git(root, ['cat-file', '--batch'], `${blobs.join('\n')}\n`);
  for (let start = 0; answer && start < answer.length; ) {
    const end = answer.indexOf('\n', start);
    if (end < 0) break;
    const [name = '', type, size] = answer.toString('latin1', start, end).split(' ');
    start = end + 1;
    // A clone that is not whole lacks some.
    if (type !== 'blob') continue;
    found.set(name, answer.subarray(start, start + Number(size)));
    start += Number(size) + 1;
  }
  return found;
}
