import { type ChildProcess, spawn } from 'node:child_process';
import { randomInt } from 'node:crypto';
import { once } from 'node:events';
import { chmodSync, mkdtempSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { readEndedChildrenSeconds, readPeakMegabytes, spent } from './usage.ts';

/** Programs that a benchmark starts: what still runs when it ends, however it ends, is ended. */

export type Child = AsyncDisposable & {
  readonly command: string;
  readonly pid: number;
  readonly output: () => string;
  /** Resolves with its exit code, or null where a signal ended it. */
  readonly ended: Promise<number | null>;
  readonly hasEnded: () => boolean;
};

type ChildOptions = {
  readonly cwd?: string | undefined;
  readonly environment?: Readonly<Record<string, string>>;
};

export const REPOSITORY = fileURLToPath(new URL('../../../../', import.meta.url));

const STOP_MILLISECONDS = 5000;
const running = new Set<ChildProcess>();

export async function startChild(
  command: string,
  args: readonly string[],
  { cwd = REPOSITORY, environment = {} }: ChildOptions = {},
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
  let hasEnded = false;
  const ended = new Promise<number | null>((resolve) =>
    child.once('close', (code) => {
      hasEnded = true;
      resolve(code);
    }),
  );
  await once(child, 'spawn');
  remember(child);
  return {
    command: [command, ...args].join(' '),
    pid: child.pid ?? 0,
    output: () => output,
    ended,
    hasEnded: () => hasEnded,
    [Symbol.asyncDispose]: () => stop(child, ended),
  };
}

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

/**
 * A port that is free, below those that systems give to outgoing connections (from 32768 on Linux): one
 * of these would take it before a program listens.
 */
export async function findFreePort(): Promise<number> {
  for (let attempt = 0; attempt < 100; attempt++) {
    const port = randomInt(20_000, 32_000);
    const server = createServer();
    try {
      await once(server.listen(port, '127.0.0.1'), 'listening');
      return port;
    } catch {
      // It is taken.
    } finally {
      server.close();
    }
  }
  throw new Error('No port is free.');
}

export function createTemporaryFolder(): AsyncDisposable & { readonly path: string } {
  const path = mkdtempSync(join(tmpdir(), 'testimony-bench-'));
  // A server may run as a user of its own.
  chmodSync(path, 0o755);
  return {
    path,
    [Symbol.asyncDispose]: () => rm(path, { recursive: true, force: true, maxRetries: 3 }),
  };
}

export type Command = {
  readonly program: string;
  readonly args: readonly string[];
  readonly cwd?: string;
};

export type CommandUsage = {
  readonly seconds: number;
  /** Of the process and of those it started; null where the system does not report it. */
  readonly cpuSeconds: number | null;
  readonly peakMegabytes: number | null;
};

const POLL_MILLISECONDS = 5;

export async function measureCommand({ program, args, cwd }: Command): Promise<CommandUsage> {
  // The system adds up what ended children took, and the time of no other can be mixed in here.
  const before = readEndedChildrenSeconds();
  const start = performance.now();
  await using child = await startChild(program, args, { cwd });
  const peak = watchPeak(child);
  await finish(child);
  const seconds = (performance.now() - start) / 1000;
  const cpuSeconds = spent(before, readEndedChildrenSeconds());
  return { seconds, cpuSeconds, peakMegabytes: await peak };
}

async function watchPeak({ pid, hasEnded }: Child): Promise<number | null> {
  let peak: number | null = null;
  while (!hasEnded()) {
    // The system keeps the highest value, so only growth in the last milliseconds is missed.
    peak = readPeakMegabytes(pid) ?? peak;
    await wait(POLL_MILLISECONDS);
  }
  return peak;
}
