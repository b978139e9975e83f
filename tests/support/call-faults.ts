import fs, {
  appendFileSync,
  existsSync,
  readFileSync,
  renameSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { registerHooks, syncBuiltinESMExports } from 'node:module';
import { Socket } from 'node:net';
import { join } from 'node:path';
import { DatabaseSync, StatementSync } from 'node:sqlite';
import { isMainThread, MessagePort, threadName, Worker } from 'node:worker_threads';

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

const PRELOAD = `--import ${new URL('./call-faults.ts', import.meta.url).href}`;

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

/** A call in words, for the title of a test. */
export function describeCall({ when, thread, call, nth = 1 }: Call): string {
  return `${when} "${call}" (${nth}) of the thread ${thread}`;
}

/*
 * From here on: what a service does that has this file loaded before it, by NODE_OPTIONS, in each of its
 * processes and threads.
 */
const { TESTIMONY_TEST_MODULES: modules, TESTIMONY_TEST_FAULT: faultFile } = process.env;

/** What a call does, in a few words; undefined where it leaves nothing behind. */
type Describe = (args: readonly unknown[], self: unknown) => string | undefined;

const FILE_CALLS = [
  'appendFileSync',
  'fsyncSync',
  'mkdirSync',
  'renameSync',
  'rmSync',
  'unlinkSync',
  'writeFileSync',
  'writeSync',
];

const WRITES = /\b(?:BEGIN|COMMIT|DELETE FROM \w+|INSERT INTO \w+|UPDATE \w+|VACUUM)\b/;

if (modules !== undefined) redirectModules(new Map(JSON.parse(modules)));
if (faultFile !== undefined) interceptCalls(faultFile);

function redirectModules(replacements: ReadonlyMap<string, string>): void {
  registerHooks({
    resolve: (specifier, context, resolve) => {
      const found = resolve(specifier, context);
      return { ...found, url: replacements.get(found.url) ?? found.url };
    },
  });
}

function interceptCalls(file: string): void {
  const thread = isMainThread ? 'main' : (threadName ?? '');
  /** Whether a call was made by another one, or by what follows here. */
  let isWithin = false;
  let armed = '';
  let count = 0;
  const reach = (when: Call['when'], call: string): void => {
    if (!existsSync(file)) return;
    const text = readFileSync(file, 'utf8');
    if (text !== armed) {
      armed = text;
      count = 0;
    }
    const fault: CallFault = JSON.parse(text);
    if (fault.kind === 'trace') {
      appendFileSync(`${file}-trace`, `${when} ${thread} ${call}\n`);
      return;
    }
    if (fault.thread !== thread || fault.when !== when || !call.startsWith(fault.call)) return;
    if (++count !== (fault.nth ?? 1)) return;
    if (fault.kind === 'hold') while (isStill(file, text)) sleep(10);
    else if (fault.kind === 'exit') {
      rmSync(file);
      // In a thread this ends the thread alone.
      process.exit(1);
    } else {
      renameSync(file, `${file}-reached`);
      process.kill(process.pid, 'SIGKILL');
      // Nothing is done in the moment that the signal takes.
      sleep();
    }
  };
  const intercept = (target: object, name: string, describe: Describe) => {
    const original: unknown = Reflect.get(target, name);
    if (typeof original !== 'function') throw new Error(`${name} is no function.`);
    function intercepted(this: unknown, ...args: readonly unknown[]): unknown {
      const again = () => Reflect.apply(Object(original), this, args);
      const call = isWithin ? undefined : describe(args, this);
      if (call === undefined) return again();
      isWithin = true;
      try {
        reach('before', call);
        const result: unknown = again();
        reach('after', call);
        return result;
      } finally {
        isWithin = false;
      }
    }
    Object.defineProperty(target, name, { value: intercepted, configurable: true, writable: true });
  };

  for (const name of FILE_CALLS) {
    intercept(fs, name, ([target]) => (target === 1 ? 'log' : `fs ${name}`));
  }
  syncBuiltinESMExports();
  intercept(DatabaseSync.prototype, 'exec', ([sql]) => describeSql(sql));
  for (const name of ['run', 'all', 'get']) {
    intercept(StatementSync.prototype, name, (_, self) =>
      self instanceof StatementSync ? describeSql(self.sourceSQL) : undefined,
    );
  }
  for (const { prototype } of [MessagePort, Worker]) {
    intercept(prototype, 'postMessage', ([message]) => describeMessage(message));
  }
  // What the hub sends to callbacks and to PostgreSQL; elsewhere answers to readers would count.
  if (thread === 'hub') intercept(Socket.prototype, 'write', ([chunk]) => describeChunk(chunk));
}

function describeSql(sql: unknown): string | undefined {
  const [statement] = WRITES.exec(String(sql)) ?? [];
  return statement && `sql ${statement}`;
}

function describeMessage(message: unknown): string | undefined {
  if (typeof message !== 'object' || message === null || !('type' in message)) return undefined;
  const type = String(message.type);
  return type === 'status' ? undefined : `post ${type}`;
}

function describeChunk(chunk: unknown): string | undefined {
  const text = chunk instanceof Uint8Array ? Buffer.from(chunk).toString('latin1') : String(chunk);
  const [method] = /^(?:GET|POST) /.exec(text) ?? [];
  return method ? `http ${method.trim()}` : describeSql(text);
}

function isStill(file: string, text: string): boolean {
  return existsSync(file) && readFileSync(file, 'utf8') === text;
}

function sleep(ms?: number): void {
  Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, ms);
}
