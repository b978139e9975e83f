import { existsSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

/** A call by which state leaves a thread: to node:fs, to node:sqlite, a message, a write to a socket. */
export type Call = {
  readonly when: 'before' | 'after';
  readonly thread: string;
  /** The beginning of the call: "fs renameSync", "post data", "sql COMMIT", "http POST". */
  readonly call: string;
  /** Counts such calls since the fault was set, from 1. The first one unless it is given. */
  readonly nth?: number;
};

/** A fault, as the file holds it. */
export type CallFault =
  | { readonly kind: 'trace' }
  | (Call & { readonly kind: 'kill' | 'exit' | 'hold' });

const PRELOAD = `--import ${new URL('../chaos/preload.ts', import.meta.url).href}`;

/** Makes a running service die or wait at a call, or lists its calls. */
export function createCallFaults(folder: string) {
  const file = join(folder, 'fault');
  const set = (fault: CallFault) => {
    rmSync(`${file}-reached`, { force: true });
    // Renamed into place, so that it is never read half written.
    writeFileSync(`${file}.new`, JSON.stringify({ ...fault, id: Math.random() }));
    renameSync(`${file}.new`, file);
  };
  return {
    env: { NODE_OPTIONS: PRELOAD, TESTIMONY_TEST_FAULT: file },
    /** Kills the process at a call, as kill -9 does. */
    killAt: (call: Call) => set({ kind: 'kill', ...call }),
    wasKilled: () => existsSync(`${file}-reached`),
    /** Ends the thread of a call, once. */
    exitAt: (call: Call) => set({ kind: 'exit', ...call }),
    /** Makes the thread of a call wait there until `clear`. */
    holdAt: (call: Call) => set({ kind: 'hold', ...call }),
    /** True while a fault is set that was not reached, or that lasts. */
    isSet: () => existsSync(file),
    clear: () => rmSync(file, { force: true }),
    /** Notes each call from here on. */
    trace: () => set({ kind: 'trace' }),
    /** Ends the trace. Returns the calls in order. */
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

/** The stages of a rebuild, in order. */
export const STAGES = {
  read: { when: 'after', thread: 'publisher', call: 'post started' },
  rendered: { when: 'before', thread: 'publisher', call: 'fs mkdirSync' },
  written: { when: 'before', thread: 'publisher', call: 'fs renameSync' },
  stored: { when: 'before', thread: 'publisher', call: 'post data' },
  handedOver: { when: 'after', thread: 'publisher', call: 'post data' },
  served: { when: 'before', thread: 'main', call: 'post release' },
  announced: { when: 'after', thread: 'main', call: 'post release' },
  current: { when: 'before', thread: 'publisher', call: 'post current' },
  cleaned: { when: 'before', thread: 'publisher', call: 'post stored' },
} as const satisfies Readonly<Record<string, Call>>;
