import fs, { appendFileSync, existsSync, readFileSync, renameSync, rmSync } from 'node:fs';
import { syncBuiltinESMExports } from 'node:module';
import { Socket } from 'node:net';
import { DatabaseSync, StatementSync } from 'node:sqlite';
import { isMainThread, MessagePort, threadName, Worker } from 'node:worker_threads';
import type { Call, CallFault } from '../support/call-faults.ts';

/*
 * Loaded before a service, by NODE_OPTIONS, in each of its processes and threads. It makes calls fail as
 * tests/support/call-faults.ts sets it.
 */
const { TESTIMONY_TEST_FAULT: faultFile } = process.env;

/** Describes a call in a few words; undefined where it leaves nothing behind. */
type Describe = (args: readonly unknown[], self: unknown) => string | undefined;

const FILE_CALLS = [
  'appendFileSync',
  'linkSync',
  'mkdirSync',
  'renameSync',
  'rmSync',
  'unlinkSync',
  'writeFileSync',
  'writeSync',
];

const WRITES = /\b(?:BEGIN|COMMIT|DELETE FROM \w+|INSERT INTO \w+|UPDATE \w+)\b/;

if (faultFile !== undefined) interceptCalls(faultFile);

function interceptCalls(file: string): void {
  const thread = isMainThread ? 'main' : (threadName ?? '');
  /** True while an intercepted call runs: calls that it makes itself do not count. */
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
      // In a thread, this ends only the thread.
      process.exit(1);
    } else {
      renameSync(file, `${file}-reached`);
      process.kill(process.pid, 'SIGKILL');
      // Nothing else may happen until the signal arrives.
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
  // Writes to callbacks and to PostgreSQL. In other threads, answers to readers would count.
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
