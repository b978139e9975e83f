import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { readdirSync, readFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { delimiter } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';

/** A program that a bench starts. It ends with the bench, however that ends. */
type Program = AsyncDisposable & {
  readonly pid: number;
  readonly output: () => string;
  /** Resolves to its exit code, or null if a signal ended it. */
  readonly ended: Promise<number | null>;
  readonly hasEnded: () => boolean;
};

export type Server = Program & { readonly origin: string };

export const REPOSITORY = fileURLToPath(new URL('../../../', import.meta.url));
/** Debian keeps servers in folders that only the PATH of root has. */
export const PATH = [process.env.PATH, '/usr/sbin'].join(delimiter);
export const BASE_URL = 'https://reviews.example';

type Options = {
  readonly cwd?: string;
  readonly environment?: Readonly<Record<string, string>>;
};

const running = new Set<ChildProcess>();
// Not SIGKILL: nginx's worker would outlive its master.
process.once('exit', () => {
  for (const child of running) child.kill('SIGTERM');
});

export async function start(
  command: string,
  args: readonly string[],
  { cwd = REPOSITORY, environment = {} }: Options = {},
): Promise<Program> {
  const env = { PATH, HOME: process.env.HOME ?? '/', ...environment };
  const child = spawn(command, args, { cwd, env, stdio: ['ignore', 'pipe', 'pipe'] });
  let output = '';
  for (const stream of [child.stdout, child.stderr]) {
    stream.setEncoding('utf8').on('data', (text: string) => {
      output += text;
    });
  }
  await once(child, 'spawn');
  running.add(child);
  const ended = once(child, 'close').then(([code]): number | null => {
    running.delete(child);
    return code;
  });
  const stop = async () => {
    child.kill('SIGTERM');
    await ended;
  };
  return {
    pid: child.pid ?? 0,
    output: () => output,
    ended,
    hasEnded: () => !running.has(child),
    [Symbol.asyncDispose]: stop,
  };
}

/** Runs a program to its end. Returns its processor time in seconds. Throws if it fails. */
export async function run(command: string, args: readonly string[], options?: Options) {
  const before = parseStat(readFileSync('/proc/self/stat', 'utf8')).endedSeconds;
  await using program = await start(command, args, options);
  const code = await program.ended;
  if (code !== 0) {
    const output = program.output().slice(-2000);
    throw new Error(`${command} ${args.join(' ')} ended with ${code}: ${output}`);
  }
  // The system adds up the time of all descendants that have ended.
  return parseStat(readFileSync('/proc/self/stat', 'utf8')).endedSeconds - before;
}

/** Polls until a condition is true. Throws if that takes too long, or a program ends meanwhile. */
export async function until(
  condition: () => boolean | Promise<boolean>,
  event: string,
  { seconds = 300, program }: { readonly seconds?: number; readonly program?: Program } = {},
): Promise<void> {
  const end = performance.now() + seconds * 1000;
  while (!(await condition())) {
    if (program?.hasEnded()) throw new Error(`it ended: ${program.output().slice(-2000)}`);
    if (performance.now() > end) throw new Error(`${event} did not happen within ${seconds} s`);
    await setTimeout(2);
  }
}

/** Starts a server on a free port and waits until it is ready. */
export async function startServer(
  launch: (port: number) => Promise<Program>,
  isReady: (origin: string) => Promise<boolean> = isListening,
): Promise<Server> {
  const port = await findFreePort();
  const origin = `http://127.0.0.1:${port}`;
  const program = await launch(port);
  try {
    await until(() => isReady(origin).catch(() => false), 'its start', { program });
    return { ...program, origin };
  } catch (error) {
    await program[Symbol.asyncDispose]();
    throw error;
  }
}

async function isListening(origin: string): Promise<boolean> {
  await (await fetch(origin)).bytes();
  return true;
}

async function findFreePort(): Promise<number> {
  const server = createServer();
  await once(server.listen(0, '127.0.0.1'), 'listening');
  const address = server.address();
  await new Promise((resolve) => server.close(resolve));
  if (address === null || typeof address === 'string') throw new Error('No port is free.');
  return address.port;
}

/** The unit of times in /proc/PID/stat, on all systems that run Node.js. */
const TICKS_A_SECOND = 100;

/**
 * Reads /proc/PID/stat (proc_pid_stat(5)). The second field is a name, which may contain spaces.
 */
function parseStat(text: string) {
  const fields = text.slice(text.lastIndexOf(')') + 2).split(' ');
  const field = (number: number) => Number(fields[number - 3]);
  return {
    parent: field(4),
    ownSeconds: (field(14) + field(15)) / TICKS_A_SECOND,
    endedSeconds: (field(16) + field(17)) / TICKS_A_SECOND,
  };
}

/**
 * Returns the processor time of a process and all that it started, including those that have ended.
 */
export function cpuSeconds(pid: number): number {
  return treeOf(pid).reduce((sum, one) => sum + one.ownSeconds + one.endedSeconds, 0);
}

/** Returns the memory of a process and all that it started; shared pages count once (PSS). */
export function pssMegabytes(pid: number): number {
  return treeOf(pid).reduce((sum, one) => {
    const [, kibibytes = 0] = /^Pss:\s+(\d+) kB$/m.exec(readProc(one.pid, 'smaps_rollup')) ?? [];
    return sum + Number(kibibytes) / 1024;
  }, 0);
}

function treeOf(root: number) {
  const all = readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .map((pid) => ({ pid: Number(pid), ...parseStat(readProc(pid, 'stat')) }))
    .filter(({ parent }) => parent >= 0);
  const known = new Set([root]);
  for (const parent of known) {
    for (const one of all) if (one.parent === parent) known.add(one.pid);
  }
  return all.filter(({ pid }) => known.has(pid));
}

/** Reads a file of /proc; empty for a process that has ended meanwhile. */
function readProc(pid: number | string, file: string): string {
  try {
    return readFileSync(`/proc/${pid}/${file}`, 'utf8');
  } catch {
    return '';
  }
}

/** Waits until neither a process nor any that it started works. */
export async function untilQuiet(pid: number): Promise<void> {
  let before = -1;
  let quiet = 0;
  await until(async () => {
    await setTimeout(200);
    const now = cpuSeconds(pid);
    quiet = now - before <= 0.01 ? quiet + 1 : 0;
    before = now;
    return quiet === 2;
  }, 'coming to rest');
}
