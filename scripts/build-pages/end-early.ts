import { rmSync } from 'node:fs';

// What a shell reports of a process that a signal ended: 128 and the number of the signal.
const EXIT_CODES = { SIGTERM: 143, SIGINT: 130 } as const;
const ABANDONED = 1;

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
  const end = (code: number) => {
    // Other threads may be writing still: a folder that is no longer empty is tried again.
    for (const path of paths) rmSync(path, { recursive: true, force: true, maxRetries: 5 });
    process.exit(code);
  };
  for (const signal of ['SIGTERM', 'SIGINT'] as const) {
    process.once(signal, () => end(EXIT_CODES[signal]));
  }
  if (!attached) return;
  // Whoever started it holds the other end for as long as it lives.
  process.stdin.once('end', () => end(ABANDONED)).once('error', () => end(ABANDONED));
  process.stdin.resume();
  process.stdin.unref();
}
