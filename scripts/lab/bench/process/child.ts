import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';

/** A process that a benchmark started. It is ended with the benchmark, however that ends. */
export type Child = AsyncDisposable & {
  readonly command: string;
  readonly pid: number;
  /** What it has written so far, on either stream. */
  readonly output: () => string;
  /** Resolves with its exit code, or null where a signal ended it. */
  readonly ended: Promise<number | null>;
};

type Settings = {
  readonly cwd?: string;
  readonly environment?: Readonly<Record<string, string>>;
};

export const REPOSITORY = fileURLToPath(new URL('../../../../', import.meta.url));

const STOP_MILLISECONDS = 5000;
const running = new Set<ChildProcess>();

/** Starts a program with a bare environment. Throws an Error where it is not installed. */
export async function startChild(
  command: string,
  args: readonly string[],
  { cwd = REPOSITORY, environment = {} }: Settings = {},
): Promise<Child> {
  const { PATH = '', HOME = '/' } = process.env;
  const env = { PATH, HOME, ...environment };
  const child = spawn(command, args, { cwd, env, stdio: ['ignore', 'pipe', 'pipe'] });
  let output = '';
  for (const stream of [child.stdout, child.stderr]) {
    stream.setEncoding('utf8').on('data', (text: string) => {
      output += text;
    });
  }
  const ended = new Promise<number | null>((resolve) => child.once('close', resolve));
  await once(child, 'spawn');
  remember(child);
  return {
    command: [command, ...args].join(' '),
    pid: child.pid ?? 0,
    output: () => output,
    ended,
    [Symbol.asyncDispose]: () => stop(child, ended),
  };
}

/** Waits for the end of a child. Throws an Error with what it wrote where it failed. */
export async function finish(child: Child): Promise<string> {
  const code = await child.ended;
  if (code === 0) return child.output();
  throw new Error(
    `${child.command} ended with code ${code}: ${child.output().trim().slice(-2000)}`,
  );
}

async function stop(child: ChildProcess, ended: Promise<unknown>): Promise<void> {
  child.kill('SIGTERM');
  const force = setTimeout(() => child.kill('SIGKILL'), STOP_MILLISECONDS);
  await ended;
  clearTimeout(force);
}

function remember(child: ChildProcess): void {
  if (running.size === 0) {
    process.once('exit', endAll).once('SIGINT', exit).once('SIGTERM', exit);
  }
  running.add(child);
  child.once('exit', () => {
    running.delete(child);
    if (running.size > 0) return;
    process.off('exit', endAll).off('SIGINT', exit).off('SIGTERM', exit);
  });
}

// Not SIGKILL: nginx's worker would outlive its master.
function endAll(): void {
  for (const child of running) child.kill('SIGTERM');
}

function exit(signal: NodeJS.Signals): void {
  process.stderr.write(`The benchmark was ended by ${signal}.\n`);
  process.exit(1);
}
