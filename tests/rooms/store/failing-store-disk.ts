import {
  type SqlConnection,
  STORE_DISK,
  type StoreDisk,
  StoreFault,
  toStoreFault,
} from '../../../sidecar/store/store-disk.ts';

/** Result codes of SQLite (https://sqlite.org/rescode.html). */
export const RESULT_CODES = {
  BUSY: 5,
  READONLY: 8,
  IOERR: 10,
  FULL: 13,
  CANTOPEN: 14,
} as const;

/** Performs a call on a file, which is described in words or is SQL, or throws. */
type Guard = <Result>(call: string, file: string, act: () => Result) => Result;

/** The disk of the store with a guard around each call. Nothing is synced, as no test loses power. */
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
 * The disk of the store, except that the n-th call to SQLite or to the file system fails with a result
 * code: before it does anything, or after it has done its work, as a commit may.
 */
export function createFailingStoreDisk(
  errcode: number,
  when: 'before' | 'after' = 'before',
): FailingStoreDisk {
  let left = Number.POSITIVE_INFINITY;
  // As node:sqlite throws it and the store reads it.
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

/** The disk of the store, except that a test gives the code of the system by which a call fails. */
export function createScriptedStoreDisk(codeOf: (call: string) => string | undefined): StoreDisk {
  return guardStoreDisk((call, _, act) => {
    const code = codeOf(call);
    if (code !== undefined) throw new StoreFault(code, `the system fails at ${call}`);
    return act();
  });
}
