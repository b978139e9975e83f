import { DISK, type FileSystem } from '#dataset/file-system.ts';
import {
  type SqlConnection,
  STORE_DISK,
  type StoreDisk,
  StoreFault,
  toStoreFault,
} from '../../sidecar/store/store-disk.ts';

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

type FailingStoreDisk = {
  readonly disk: StoreDisk;
  /** Fails from here on, at whatever is asked so many calls later. */
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
  const guard = <Result>(file: string, call: () => Result): Result => {
    const fails = --left === 0;
    if (fails && when === 'before') throw failureOf(errcode, file);
    const result = call();
    if (fails) throw failureOf(errcode, file);
    return result;
  };
  const connect: StoreDisk['connect'] = (file, use) => {
    let opened: SqlConnection | undefined;
    try {
      const connection = guard(file, () => {
        opened = STORE_DISK.connect(file, use);
        // No power is lost in a test.
        opened.run('PRAGMA synchronous = OFF');
        return opened;
      });
      return {
        ...connection,
        run: (sql, ...values) => guard(file, () => connection.run(sql, ...values)),
        rows: (sql, ...values) => guard(file, () => connection.rows(sql, ...values)),
        *eachRow(sql) {
          const rows = guard(file, () => connection.eachRow(sql)[Symbol.iterator]());
          const next = () => guard(file, () => rows.next());
          for (let row = next(); !row.done; row = next()) yield row.value;
        },
      };
    } catch (error) {
      opened?.close();
      throw error;
    }
  };
  return {
    disk: {
      connect,
      makeFolder: (folder) => guard(folder, () => STORE_DISK.makeFolder(folder)),
      rename: (file, to) => guard(file, () => STORE_DISK.rename(file, to)),
      remove: (file) => guard(file, () => STORE_DISK.remove(file)),
      // No power is lost in a test.
      sync: (path) => guard(path, () => {}),
    },
    failAt: (nth) => {
      left = nth;
    },
    hasFailed: () => left <= 0,
  };
}

/** As node:sqlite throws it, and the store takes it. */
function failureOf(errcode: number, file: string): unknown {
  const error = Object.assign(new Error('the system fails'), {
    code: 'ERR_SQLITE_ERROR',
    errcode,
  });
  return toStoreFault(error, file);
}

/**
 * The disk of the store, but that a test says of each call whether it fails, by a code of the system:
 * of statements it is told the SQL, of all else what is done and to which file.
 */
export function createScriptedStoreDisk(codeOf: (call: string) => string | undefined): StoreDisk {
  const guard = <Result>(call: string, act: () => Result): Result => {
    const code = codeOf(call);
    if (code !== undefined) throw new StoreFault(code, `the system fails at ${call}`);
    return act();
  };
  return {
    connect: (file, use) => {
      const connection = guard(`connect ${file}`, () => STORE_DISK.connect(file, use));
      return {
        ...connection,
        run: (sql, ...values) => guard(sql, () => connection.run(sql, ...values)),
        rows: (sql, ...values) => guard(sql, () => connection.rows(sql, ...values)),
        eachRow: (sql) => guard(sql, () => connection.eachRow(sql)),
      };
    },
    makeFolder: (folder) => guard(`make ${folder}`, () => STORE_DISK.makeFolder(folder)),
    rename: (file, to) => guard(`rename ${file}`, () => STORE_DISK.rename(file, to)),
    remove: (file) => guard(`remove ${file}`, () => STORE_DISK.remove(file)),
    sync: (path) => guard(`sync ${path}`, () => STORE_DISK.sync(path)),
  };
}
