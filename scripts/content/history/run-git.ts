import { execFile } from 'node:child_process';
import { CommandError } from '../../command.ts';

/** Longest wait for an answer of git. */
const TIMEOUT_MS = 30_000;
/** Largest answer of git: the contents of all deleted files that are read at once. */
const MAX_ANSWER_BYTES = 512 * 1024 * 1024;

/**
 * The environment without variables that name another repository, as hooks of git have them.
 * Nothing is fetched, and git asks for no password.
 */
function safeEnvironment(): NodeJS.ProcessEnv {
  const all = Object.entries(process.env);
  const kept = all.filter(([name]) => !/^GIT_(?!CONFIG_(?!PARAMETERS))/.test(name));
  // Git before 2.45 does not know the first; it then fails if a clone is incomplete.
  const offline = { GIT_NO_LAZY_FETCH: '1', GIT_ALLOW_PROTOCOL: '', GIT_TERMINAL_PROMPT: '0' };
  return { ...Object.fromEntries(kept), ...offline };
}

/** Runs git in the folder. Returns its answer, or undefined if it fails or is not installed. */
export function git(
  root: string,
  args: readonly string[],
  input = '',
): Promise<Buffer | undefined> {
  // Nothing is written or started except git, and its answers contain nothing else.
  const config = ['-c', 'core.fsmonitor=false', '-c', 'log.showSignature=false'];
  const safe = ['-C', root, '--no-optional-locks', ...config];
  const options = {
    encoding: 'buffer',
    env: safeEnvironment(),
    timeout: TIMEOUT_MS,
    maxBuffer: MAX_ANSWER_BYTES,
  } as const;
  return new Promise((resolve, reject) => {
    const child = execFile('git', [...safe, ...args], options, (error, stdout) => {
      if (error?.killed) {
        const seconds = TIMEOUT_MS / 1000;
        const call = `git ${args[0]}`;
        reject(
          new CommandError(
            `"${call}" did not end within ${seconds} seconds in ${root}, or its output is too long; nothing was done.`,
          ),
        );
      } else resolve(error ? undefined : stdout);
    });
    // It may have ended before it reads.
    child.stdin?.on('error', () => {});
    child.stdin?.end(input);
  });
}

/** Returns the NUL-terminated parts of an answer. */
export function namesIn(answer: Buffer | undefined): string[] {
  const names = answer?.toString().split('\0') ?? [];
  return names.filter((name) => name !== '');
}

/**
 * Reads blobs, all by one call: git answers each with a header line, the bytes and a line feed.
 * Undefined for those that do not exist, as in an incomplete clone.
 */
export async function readBlobs(
  root: string,
  blobs: readonly string[],
): Promise<readonly (Buffer | undefined)[]> {
  if (blobs.length === 0) return [];
  const answer = await git(root, ['cat-file', '--batch'], `${blobs.join('\n')}\n`);
  let start = 0;
  return blobs.map(() => {
    const end = answer?.indexOf('\n', start) ?? -1;
    if (!answer || end < 0) return undefined;
    const [, type, size] = answer.toString('latin1', start, end).split(' ');
    start = end + 1;
    if (!/^\d+$/.test(size ?? '')) return undefined;
    const bytes = answer.subarray(start, start + Number(size));
    start += Number(size) + 1;
    return type === 'blob' ? bytes : undefined;
  });
}
