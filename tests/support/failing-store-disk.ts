import {
  type SqlConnection,
  STORE_DISK,
  type StoreDisk,
  toStoreFault,
} from '../../sidecar/store/store-disk.ts';

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
