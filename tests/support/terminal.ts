import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { atEnd, type Lifetime } from './lifetime.ts';
import { waitUntil } from './wait-until.ts';

export const ENTER = '\r';
export const DOWN = '\x1b[B';

/** Nothing that a person waits for takes this long. */
const PATIENCE_MS = 30_000;

/** An escape sequence (ECMA-48 §5.4): one that does not color begins another line. */
const SEQUENCE = new RegExp(`${String.fromCharCode(27)}\\[[?\\d;]*([A-Za-z])`, 'g');

/** Runs a program at a pseudo-terminal, and goes on until both it and this input have ended. */
const RUN = 'import os, pty, sys; sys.exit(os.waitstatus_to_exitcode(pty.spawn(sys.argv[1:])))';

/** True if a pseudo-terminal can be had here. */
export function hasTerminals(): boolean {
  return spawnSync('python3', ['-c', 'import pty']).status === 0;
}

/** A program at a terminal of 80 columns, and a person at it. */
type Terminal = {
  /** All that the person has seen, without escape sequences. */
  readonly seen: () => string;
  /** Resolves when the terminal shows a text. */
  readonly sees: (text: string) => Promise<void>;
  readonly press: (...keys: string[]) => void;
  /** Resolves to the exit code. */
  readonly ended: () => Promise<number | null>;
};

export function openTerminal(
  lifetime: Lifetime,
  command: readonly string[],
  { cwd, env }: { readonly cwd: string; readonly env: Readonly<Record<string, string>> },
): Terminal {
  const size = 'stty cols 80 rows 50; exec "$@"';
  const child: ChildProcess = spawn('python3', ['-c', RUN, 'sh', '-c', size, 'sh', ...command], {
    cwd,
    env: { PATH: process.env.PATH, TERM: 'xterm', LANG: 'C.UTF-8', ...env },
  });
  atEnd(lifetime, () => child.kill('SIGKILL'));
  const closed = once(child, 'close');
  let written = '';
  child.stdout?.setEncoding('utf8').on('data', (text: string) => {
    written += text;
  });
  const seen = () => written.replace(SEQUENCE, (_, final) => (final === 'm' ? '' : '\n'));
  return {
    seen,
    sees: async (text) => {
      const found = waitUntil(text, () => seen().includes(text), PATIENCE_MS);
      await found.catch(() => {
        throw new Error(`"${text}" was not seen in time; the terminal shows:\n${seen()}`);
      });
    },
    press: (...keys) => child.stdin?.write(keys.join('')),
    ended: async () => {
      const [code] = await closed;
      return code;
    },
  };
}
