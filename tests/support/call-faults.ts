import { existsSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

/** A call by which state leaves a thread: of node:fs, node:sqlite, a message, a socket of the hub. */
export type Call = {
  readonly when: 'before' | 'after';
  readonly thread: string;
  /** What it begins with: "sql COMMIT", "post data", "fs renameSync", "http POST". */
  readonly call: string;
  /** Which of those since the fault was set; the first one where it is not given. */
  readonly nth?: number;
};

/** What happens at a call, as it stands in a file. */
export type CallFault =
  | { readonly kind: 'trace' }
  | (Call & { readonly kind: 'kill' | 'exit' | 'hold' });

const PRELOAD = `--import ${new URL('../chaos/preload.ts', import.meta.url).href}`;

/** The environment of a service in which modules are replaced by others; both by their URL. */
export function replaceModules(modules: Readonly<Record<string, URL>>) {
  const replacements = Object.entries(modules).map(([path, { href }]) => [
    new URL(`../../${path}`, import.meta.url).href,
    href,
  ]);
  return { NODE_OPTIONS: PRELOAD, TESTIMONY_TEST_MODULES: JSON.stringify(replacements) };
}

/** Has a service die or stand still at a call, or tell which it makes, while it runs. */
export function createCallFaults(folder: string) {
  const file = join(folder, 'fault');
  const set = (fault: CallFault) => {
    rmSync(`${file}-reached`, { force: true });
    // Never empty, whenever it is read.
    writeFileSync(`${file}.new`, JSON.stringify({ ...fault, id: Math.random() }));
    renameSync(`${file}.new`, file);
  };
  return {
    env: { NODE_OPTIONS: PRELOAD, TESTIMONY_TEST_FAULT: file },
    /** Has the process killed at a call, as by kill -9. */
    killAt: (call: Call) => set({ kind: 'kill', ...call }),
    wasKilled: () => existsSync(`${file}-reached`),
    /** Has the thread of a call end, once. */
    exitAt: (call: Call) => set({ kind: 'exit', ...call }),
    /** Has the thread of a call wait there, until `clear`. */
    holdAt: (call: Call) => set({ kind: 'hold', ...call }),
    /** Whether a fault is set that was not reached, or lasts. */
    isSet: () => existsSync(file),
    clear: () => rmSync(file, { force: true }),
    /** From here on each call is noted. */
    trace: () => set({ kind: 'trace' }),
    /** Ends the trace. Returns what was called, in order. */
    readTrace: (): Call[] => {
      rmSync(file, { force: true });
      const lines = readFileSync(`${file}-trace`, 'utf8').trim().split('\n');
      rmSync(`${file}-trace`);
      const counts = new Map<string, number>();
      return lines.map((line) => {
        const [when, thread = '', ...words] = line.split(' ');
        const nth = (counts.get(line) ?? 0) + 1;
        counts.set(line, nth);
        return { when: when === 'after' ? when : 'before', thread, call: words.join(' '), nth };
      });
    },
  };
}

/** Moments of a rebuild, in order; what follows large data is coded last. */
export const STAGES = {
  read: { when: 'after', thread: 'rebuild', call: 'post started' },
  rendered: { when: 'before', thread: 'rebuild', call: 'sql BEGIN' },
  written: { when: 'before', thread: 'rebuild', call: 'sql COMMIT' },
  stored: { when: 'before', thread: 'rebuild', call: 'post data' },
  handedOver: { when: 'after', thread: 'rebuild', call: 'post data' },
  served: { when: 'before', thread: 'main', call: 'post release' },
  announced: { when: 'after', thread: 'main', call: 'post release' },
  current: { when: 'before', thread: 'rebuild', call: 'post current' },
  coded: { when: 'after', thread: 'rebuild', call: 'post codings' },
} as const satisfies Readonly<Record<string, Call>>;
