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

/**
 * The reviews that were deleted since they were committed, the last deleted first, whether that is
 * committed or not; undefined where there is no history.
 */
export async function findDeletedReviews(root: string): Promise<DeletedReview[] | undefined> {
  const raw = ['-z', '--raw', '--no-abbrev', '--no-renames', '--relative', '--diff-filter=D'];
  const [uncommitted, committed] = await Promise.all([
    git(root, ['diff-index', ...raw, 'HEAD', '--', 'reviews']),
    git(root, ['log', ...raw, '--format=%H', 'HEAD', '--', 'reviews']),
  ]);
  if (!uncommitted || !committed) return undefined;
  const deletions = [
    ...readDeletions(uncommitted, 'HEAD'),
    ...readDeletions(committed, undefined),
  ].slice(0, MAX_DELETIONS);
  const texts = await readBlobs(
    root,
    deletions.map(({ blob }) => blob),
  );
  return deletions.flatMap((deletion, index): DeletedReview[] => {
    const text = texts[index];
    if (text === undefined) return [];
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

/** The texts of files of the folder at a commit, without those that were not there. */
export async function readAt(
  root: string,
  commit: string,
  files: readonly string[],
): Promise<ReadonlyMap<string, string>> {
  const texts = await readBlobs(
    root,
    files.map((file) => `${commit}:./${file}`),
  );
  return new Map(
    files.flatMap((file, index) => {
      const text = texts[index];
      return text === undefined ? [] : [[file, text] as const];
    }),
  );
}

/** The review files that are new or changed since the last commit; undefined without a history. */
export async function findUncommitted(
  root: string,
): Promise<{ readonly added: readonly string[]; readonly changed: readonly string[] } | undefined> {
  const diff = ['diff-index', '-z', '--name-only', '--no-renames', '--relative', 'HEAD'];
  const [untracked, added, changed] = await Promise.all([
    git(root, ['ls-files', '-z', '--others', '--exclude-standard', '--', 'reviews']),
    git(root, [...diff, '--diff-filter=A', '--', 'reviews']),
    git(root, [...diff, '--diff-filter=M', '--', 'reviews']),
  ]);
  if (!untracked || !added || !changed) return undefined;
  const reviewsIn = (...answers: Buffer[]) =>
    [...new Set(answers.flatMap(namesIn))].filter((file) => file.endsWith('.md')).sort();
  return { added: reviewsIn(untracked, added), changed: reviewsIn(changed) };
}

/** Runs git in the folder. Returns what it answers, or undefined where it fails or is not there. */
function git(root: string, args: readonly string[], input = ''): Promise<Buffer | undefined> {
  // Nothing is written or started but git, and nothing else is in its answers.
  const config = ['-c', 'core.fsmonitor=false', '-c', 'log.showSignature=false'];
  const safe = ['-C', root, '--no-optional-locks', ...config];
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

function namesIn(answer: Buffer): string[] {
  return answer
    .toString()
    .split('\0')
    .filter((name) => name !== '');
}

/** Reads raw diffs: each commit, if there are any, then for each file its old blob and its path. */
function* readDeletions(answer: Buffer, commit: string | undefined): Generator<Deletion> {
  let last = commit;
  const parts = namesIn(answer).map((part) => part.trimStart());
  for (const [index, part] of parts.entries()) {
    if (/^[0-9a-f]{40,64}$/.test(part)) last = `${part}^`;
    const [, blob] = /^:100(?:644|755) 000000 ([0-9a-f]+) 0+ D$/.exec(part) ?? [];
    const file = parts[index + 1];
    if (blob && file?.endsWith('.md') && last) yield { file, blob, commit: last };
  }
}

/**
 * Reads blobs by their names, all by one call: git answers each with a header line, the bytes and a
 * line feed. Undefined stands for those that are not there, as in a clone that is not whole.
 */
async function readBlobs(
  root: string,
  names: readonly string[],
): Promise<readonly (string | undefined)[]> {
  if (names.length === 0) return [];
  const answer = await git(root, ['cat-file', '--batch'], `${names.join('\n')}\n`);
  let start = 0;
  return names.map((name) => {
    const end = answer?.indexOf('\n', start) ?? -1;
    if (!answer || end < 0) return undefined;
    const [, type, size] = answer.toString('latin1', start, end).split(' ');
    start = end + 1;
    if (!/^\d+$/.test(size ?? '')) return undefined;
    const bytes = answer.subarray(start, start + Number(size));
    start += Number(size) + 1;
    if (type !== 'blob') return undefined;
    const decoded = decodeText(name, bytes);
    return 'text' in decoded ? decoded.text : bytes.toString();
  });
}
