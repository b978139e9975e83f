import { rmSync } from 'node:fs';

type Settings = {
  /** What it has begun. */
  readonly paths: readonly string[];
  /** Whether it also ends when its standard input does. */
  readonly attached: boolean;
};

/**
 * Ends the process at once when it is told to, or where attached when nobody is there any more who
 * asked for it, and removes what it has begun.
 */
export function endEarly({ paths, attached }: Settings): void {
  const end = (signal: NodeJS.Signals) => {
    // Other threads may be writing still: a folder that is no longer empty is tried again.
    for (const path of paths) rmSync(path, { recursive: true, force: true, maxRetries: 5 });
    // By the system, as nothing listens any more: at an exit of our own the bundler's threads and
    // the exit wait for each other at times, for ever.
    process.kill(process.pid, signal);
  };
  for (const signal of ['SIGTERM', 'SIGINT'] as const) process.once(signal, () => end(signal));
  if (!attached) return;
  // Whoever started it holds the other end for as long as it lives.
  process.stdin.once('end', () => end('SIGKILL')).once('error', () => end('SIGKILL'));
  process.stdin.resume();
  process.stdin.unref();
}
