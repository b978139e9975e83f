import { execFile } from 'node:child_process';
import { CommandError } from '../../command.ts';

/** Longest wait for an answer of git, and its largest size. */
const LIMITS = { timeout: 30_000, maxBuffer: 512 * 1024 * 1024 } as const;

// Nothing is written, and its answers contain nothing else.
const SAFE = ['--no-optional-locks', '-c', 'core.fsmonitor=false', '-c', 'log.showSignature=false'];

/** Runs git in the folder. Returns its answer, or undefined if it fails or is not installed. */
export function git(
  root: string,
  args: readonly string[],
  input = '',
): Promise<Buffer | undefined> {
  const options = { encoding: 'buffer', env: safeEnvironment(), ...LIMITS } as const;
  return new Promise((resolve, reject) => {
    const child = execFile('git', ['-C', root, ...SAFE, ...args], options, (error, stdout) => {
      if (!error?.killed) return resolve(error ? undefined : stdout);
      reject(new CommandError(`git takes too long to read ${root}, so nothing was done.`));
    });
    // It may have ended before it reads.
    child.stdin?.on('error', () => {});
    child.stdin?.end(input);
  });
}

/** The environment without variables that name another repository, as hooks of git have them. */
function safeEnvironment(): NodeJS.ProcessEnv {
  const isKept = (name: string) => !/^GIT_(?!CONFIG_(?!PARAMETERS))/.test(name);
  const kept = Object.entries(process.env).filter(([name]) => isKept(name));
  return { ...Object.fromEntries(kept), GIT_TERMINAL_PROMPT: '0' };
}

/** Returns the path of a folder in its repository, with which git begins the paths of files. */
export async function findPrefix(root: string): Promise<string> {
  return `${(await git(root, ['rev-parse', '--show-prefix'])) ?? ''}`.replace(/\n$/, '');
}

/**
 * Reads files by their names in git, all by one call: git answers each with a header line, the
 * bytes and a line feed. Undefined for those that do not exist.
 */
export async function readObjects(root: string, names: readonly string[]) {
  // A line is a name; a file with a line break in its name is not found.
  const lines = names.map((name) => `${name.replaceAll('\n', '?')}\n`);
  const answer = (await git(root, ['cat-file', '--batch'], lines.join(''))) ?? Buffer.of();
  let start = 0;
  return names.map(() => {
    const end = answer.indexOf('\n', start);
    const [, size] = /^\w+ blob (\d+)$/.exec(answer.toString('latin1', start, end)) ?? [];
    start = end + 1;
    if (size === undefined) return undefined;
    const bytes = answer.subarray(start, start + Number(size));
    start += Number(size) + 1;
    return bytes;
  });
}
