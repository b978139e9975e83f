import { spawnSync } from 'node:child_process';
import { closeSync, mkdtempSync, openSync, rmdirSync, rmSync, writeSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { TestContext } from 'node:test';
import { DISK, type FileSystem } from '#dataset/file-system.ts';
import {
  type SqlConnection,
  STORE_DISK,
  type StoreDisk,
  StoreFault,
  toStoreFault,
} from '../../sidecar/store/store-disk.ts';
import { atEnd } from './lifetime.ts';

type FailingDisk = {
  readonly disk: FileSystem;
  /** What is thrown. */
  readonly failure: Error;
  readonly hasFailed: () => boolean;
};

/**
 * The disk, but that the n-th thing asked of it fails with a code of the system, and only that one.
 * It knows no times, as if all that happens did so in one tick of the system's clock.
 */
export function createFailingDisk(nth: number, code: string): FailingDisk {
  const failure = Object.assign(new Error(`${code}: the system fails`), { code });
  let calls = 0;
  const disk = new Proxy(DISK, {
    get:
      (target, name) =>
      (...given: readonly unknown[]) => {
        const fails = ++calls === nth;
        // What cannot be closed is gone all the same.
        if (fails && name !== 'closeSync') throw failure;
        const answer: unknown = Reflect.apply(Reflect.get(target, name), DISK, given);
        if (fails) throw failure;
        const hasTimes = typeof answer === 'object' && answer !== null && 'mtimeMs' in answer;
        return hasTimes ? Object.assign(answer, { mtimeMs: 0, ctimeMs: 0 }) : answer;
      },
  });
  return { disk, failure, hasFailed: () => calls >= nth };
}

/** What SQLite cannot do, by its result codes (https://sqlite.org/rescode.html). */
export const RESULT_CODES = {
  BUSY: 5,
  READONLY: 8,
  IOERR: 10,
  FULL: 13,
  CANTOPEN: 14,
} as const;

/** Does what is asked of a file, in words or as SQL, or throws. */
type Guard = <Result>(call: string, file: string, act: () => Result) => Result;

/** The disk of the store, each call of which is guarded. No power is lost in a test. */
function guardStoreDisk(guard: Guard): StoreDisk {
  const connect: StoreDisk['connect'] = (file, use) => {
    let opened: SqlConnection | undefined;
    try {
      const connection = guard(`connect ${file}`, file, () => {
        opened = STORE_DISK.connect(file, use);
        opened.run('PRAGMA synchronous = OFF');
        return opened;
      });
      return {
        ...connection,
        run: (sql, ...values) => guard(sql, file, () => connection.run(sql, ...values)),
        rows: (sql, ...values) => guard(sql, file, () => connection.rows(sql, ...values)),
        *eachRow(sql) {
          const rows = guard(sql, file, () => connection.eachRow(sql)[Symbol.iterator]());
          const next = () => guard(`next of ${sql}`, file, () => rows.next());
          for (let row = next(); !row.done; row = next()) yield row.value;
        },
      };
    } catch (error) {
      opened?.close();
      throw error;
    }
  };
  return {
    connect,
    makeFolder: (path) => guard(`make ${path}`, path, () => STORE_DISK.makeFolder(path)),
    rename: (path, to) => guard(`rename ${path}`, path, () => STORE_DISK.rename(path, to)),
    remove: (path) => guard(`remove ${path}`, path, () => STORE_DISK.remove(path)),
    sync: (path) => guard(`sync ${path}`, path, () => {}),
  };
}

type FailingStoreDisk = {
  readonly disk: StoreDisk;
  /** Fails from here on, at the n-th call. */
  readonly failAt: (nth: number) => void;
  readonly hasFailed: () => boolean;
};

/**
 * The disk of the store, but that the n-th thing asked of SQLite or of the file system fails with a
 * result code, and only that one. `when`: whether what failed was done all the same, as a commit may
 * be.
 */
export function createFailingStoreDisk(
  errcode: number,
  when: 'before' | 'after' = 'before',
): FailingStoreDisk {
  let left = Number.POSITIVE_INFINITY;
  // As node:sqlite throws it, and the store takes it.
  const failure = (file: string) => {
    const details = { code: 'ERR_SQLITE_ERROR', errcode };
    return toStoreFault(Object.assign(new Error('the system fails'), details), file);
  };
  const disk = guardStoreDisk((_, file, act) => {
    const fails = --left === 0;
    if (fails && when === 'before') throw failure(file);
    const result = act();
    if (fails) throw failure(file);
    return result;
  });
  return {
    disk,
    failAt: (nth) => {
      left = nth;
    },
    hasFailed: () => left <= 0,
  };
}

/** The disk of the store, but that a test says of each call by which code of the system it fails. */
export function createScriptedStoreDisk(codeOf: (call: string) => string | undefined): StoreDisk {
  return guardStoreDisk((call, _, act) => {
    const code = codeOf(call);
    if (code !== undefined) throw new StoreFault(code, `the system fails at ${call}`);
    return act();
  });
}

const BLOCK = Buffer.alloc(4096, 'x');

/**
 * Makes a file system that a test may fill up, or skips the test loudly where none can be made. It is
 * removed after the test.
 */
export function createSmallDisk(test: TestContext, megabytes: number) {
  const folder = mkdtempSync(join(tmpdir(), 'testimony-disk-'));
  const mount = (...args: readonly string[]) => spawnSync('mount', args, { encoding: 'utf8' });
  atEnd(test, () => {
    // Who is about to end may hold the disk for a moment; -l does not wait for that.
    spawnSync('umount', ['-l', folder]);
    rmdirSync(folder);
  });
  const mounted = mount('-t', 'tmpfs', '-o', `size=${megabytes}m`, 'tmpfs', folder);
  if (mounted.status !== 0) {
    const reason = mounted.error?.message ?? mounted.stderr.trim();
    test.skip(`NOT TESTED: no small disk can be mounted here; run it as root (${reason})`);
    return undefined;
  }
  const filler = join(folder, 'filler');
  const run = (command: string, ...args: readonly string[]) => {
    const { status, stderr } = spawnSync(command, args, { encoding: 'utf8' });
    if (status !== 0) throw new Error(`${command} ${args.join(' ')} failed: ${stderr}`);
  };
  return {
    folder,
    /** Takes all space that is left. */
    fill: () => fillUp(filler),
    free: () => rmSync(filler),
    /**
     * Makes it read-only, or writable again; or no more than a folder on it, where a process has a file
     * open for writing beside that, such as a database.
     */
    remount: (mode: 'ro' | 'rw', path?: string) => {
      if (path === undefined) run('mount', '-o', `remount,${mode}`, folder);
      else if (mode === 'rw') run('umount', '-l', path);
      else {
        run('mount', '--bind', path, path);
        run('mount', '-o', 'remount,bind,ro', path);
      }
    },
  };
}

function fillUp(file: string): void {
  const descriptor = openSync(file, 'a');
  try {
    for (;;) writeSync(descriptor, BLOCK);
  } catch (error) {
    if (!(error instanceof Error && 'code' in error && error.code === 'ENOSPC')) throw error;
  } finally {
    closeSync(descriptor);
  }
}
