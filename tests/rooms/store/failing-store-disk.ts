import {
  type SqlConnection,
  STORE_DISK,
  type StoreDisk,
  StoreFault,
  toStoreFault,
} from '../../../sidecar/store/store-disk.ts';

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
