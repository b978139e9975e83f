import { STORE_DISK, type StoreDisk, StoreFault } from '../../sidecar/store/store-disk.ts';

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
