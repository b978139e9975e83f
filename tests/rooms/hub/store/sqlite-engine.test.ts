import assert from 'node:assert/strict';
import { readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { type TestContext, test } from 'node:test';
import {
  StoreUnavailableError,
  StoreUnusableError,
} from '../../../../sidecar/hub/store/hub-store.ts';
import { openStore } from '../../../../sidecar/hub/store/open-store.ts';
import type { SqlEngine } from '../../../../sidecar/hub/store/sql-engine.ts';
import {
  MAX_PIECES,
  MAX_WAITING,
  openSqlite,
} from '../../../../sidecar/hub/store/sqlite-engine.ts';
import { atEnd } from '../../../support/at-end.ts';
import { createFolder } from '../../../support/content-folder.ts';
import { createSmallDisk } from '../../../support/small-disk.ts';

/** A file with a table of words. */
async function openWords(t: TestContext, folder = createFolder(t)) {
  const file = join(folder, 'hub.sqlite');
  const engine = openSqlite(file, Date.now);
  atEnd(t, () => engine.close());
  await engine.transaction((run) => run('CREATE TABLE words (word TEXT UNIQUE)'));
  return { engine, file };
}

const add = (engine: SqlEngine, word: string) =>
  engine.transaction((run) => run('INSERT INTO words VALUES ($1)', word));

const words = async (engine: SqlEngine) =>
  JSON.stringify(await engine.read('SELECT word FROM words ORDER BY word'));

/** A frame that ends a transaction has the size of the database in it (sqlite.org/fileformat2.html). */
function countCommits(file: string): number {
  const log = readFileSync(`${file}-wal`);
  const frameBytes = 24 + log.readUInt32BE(8);
  const salt = log.readBigUInt64BE(16);
  let commits = 0;
  for (let at = 32; at + frameBytes <= log.length; at += frameBytes) {
    if (log.readBigUInt64BE(at + 8) === salt && log.readUInt32BE(at + 4) > 0) commits++;
  }
  return commits;
}

const isUnavailable = (about: string, code: string) => (error: unknown) => {
  assert.ok(error instanceof StoreUnavailableError);
  assert.equal(error.code, code);
  assert.ok(error.message.includes(about), error.message);
  assert.ok(error.cause instanceof Error);
  return true;
};

test('only the owner may read a new database and the files beside it', async (t) => {
  const before = process.umask(0);
  atEnd(t, () => process.umask(before));
  const { file, engine } = await openWords(t, join(createFolder(t), 'new', 'folder'));
  await add(engine, 'a');
  const files = readdirSync(join(file, '..'));
  assert.deepEqual(files.toSorted(), ['hub.sqlite', 'hub.sqlite-shm', 'hub.sqlite-wal']);
  for (const name of files) {
    assert.equal(statSync(join(file, '..', name)).mode & 0o777, 0o600, name);
  }
});

test('each commit waits for the disk', async (t) => {
  const { engine } = await openWords(t);
  assert.deepEqual(
    JSON.stringify(await engine.read('PRAGMA journal_mode')),
    '[{"journal_mode":"wal"}]',
  );
  assert.deepEqual(JSON.stringify(await engine.read('PRAGMA synchronous')), '[{"synchronous":2}]');
});

test('what waits together shares a commit, up to a limit', async (t) => {
  const { engine, file } = await openWords(t);
  const before = countCommits(file);
  await Promise.all(Array.from({ length: MAX_PIECES + 1 }, (_, n) => add(engine, `${n}`)));
  assert.equal(countCommits(file) - before, 2);
});

test('a result is told when others can see it', async (t) => {
  const { engine, file } = await openWords(t);
  const other = new DatabaseSync(file, { readOnly: true });
  atEnd(t, () => other.close());
  const count = other.prepare('SELECT count(*) AS count FROM words');
  await Promise.all(
    Array.from({ length: 3 }, async (_, n) => {
      await add(engine, `${n}`);
      assert.equal(count.get()?.count, 3);
    }),
  );
});

test('one piece of work that fails leaves the others alone, and leaves nothing behind', async (t) => {
  const { engine } = await openWords(t);
  const answers = await Promise.allSettled([
    add(engine, 'a'),
    engine.transaction(async (run) => {
      await run('INSERT INTO words VALUES ($1)', 'half');
      await run('INSERT INTO words VALUES ($1)', 'a');
    }),
    add(engine, 'b'),
    engine.transaction(async (run) => {
      await run('INSERT INTO words VALUES ($1)', 'other half');
      throw new TypeError('a bug');
    }),
    engine.read('SELECT nothing'),
    add(engine, 'c'),
  ]);
  assert.deepEqual(
    answers.map(({ status }) => status),
    ['fulfilled', 'rejected', 'fulfilled', 'rejected', 'rejected', 'fulfilled'],
  );
  assert.equal(await words(engine), '[{"word":"a"},{"word":"b"},{"word":"c"}]');
  const [, collision, , bug, nonsense] = answers;
  for (const one of [collision, bug, nonsense]) {
    assert.ok(one?.status === 'rejected' && !(one.reason instanceof StoreUnavailableError));
  }
  assert.ok(bug?.status === 'rejected' && bug.reason instanceof TypeError);
});

test('where SQLite gives up the whole transaction, all work in it fails with the reason', async (t) => {
  const { engine } = await openWords(t);
  const answers = await Promise.allSettled([
    add(engine, 'a'),
    engine.transaction(async (run) => {
      // As SQLite does by itself after some errors.
      await run('ROLLBACK');
      throw new Error('the reason');
    }),
    add(engine, 'b'),
  ]);
  for (const one of answers) {
    assert.ok(one.status === 'rejected' && one.reason instanceof Error);
    assert.equal(one.reason.message, 'the reason');
  }
  await add(engine, 'c');
  assert.equal(await words(engine), '[{"word":"c"}]');
});

test('while another process keeps the database nothing is stored, but it can be read', async (t) => {
  const { engine, file } = await openWords(t);
  const other = new DatabaseSync(file);
  atEnd(t, () => other.close());
  other.exec('BEGIN IMMEDIATE');
  const answers = await Promise.allSettled([add(engine, 'a'), add(engine, 'b')]);
  for (const one of answers) {
    assert.ok(one.status === 'rejected' && isUnavailable(file, 'EBUSY')(one.reason));
  }
  assert.equal(await words(engine), '[]');
  other.exec('ROLLBACK');
  await add(engine, 'c');
  assert.equal(await words(engine), '[{"word":"c"}]');
});

test('a full disk takes nothing, keeps what it has, and takes more when there is room', async (t) => {
  const disk = createSmallDisk(t, 2);
  if (!disk) return;
  const { engine, file } = await openWords(t, disk.folder);
  await add(engine, 'before');
  disk.fill();
  const long = 'x'.repeat(100_000);
  const answers = await Promise.allSettled([add(engine, long), add(engine, `${long}y`)]);
  for (const one of answers) {
    assert.ok(one.status === 'rejected' && isUnavailable(file, 'ENOSPC')(one.reason));
  }
  assert.equal(await words(engine), '[{"word":"before"}]');
  disk.free();
  await add(engine, 'after');
  assert.equal(await words(engine), '[{"word":"after"},{"word":"before"}]');
  await engine.close();
});

test('a disk that becomes read-only under an open database is told as such', async (t) => {
  const disk = createSmallDisk(t, 2);
  if (!disk) return;
  const folder = join(disk.folder, 'state');
  const { engine, file } = await openWords(t, folder);
  await engine.close();
  disk.remount('ro', folder);
  // What is there already may be opened, and not written.
  assert.throws(() => openSqlite(file, Date.now), isUnavailable(file, 'EROFS'));
  disk.remount('rw', folder);
});

test('a start on a full disk is told as such', async (t) => {
  const disk = createSmallDisk(t, 1);
  if (!disk) return;
  disk.fill();
  const file = join(disk.folder, 'hub.sqlite');
  const opened = openStore({ databaseUrl: undefined, file });
  await assert.rejects(opened, isUnavailable(file, 'ENOSPC'));
  disk.free();
  await (await openStore({ databaseUrl: undefined, file })).close();
});

test('a folder that cannot be made is told', (t) => {
  const folder = createFolder(t);
  writeFileSync(join(folder, 'file'), '');
  const file = join(folder, 'file', 'hub.sqlite');
  assert.throws(() => openSqlite(file, Date.now), isUnavailable(file, 'EEXIST'));
  assert.throws(() => openSqlite(folder, Date.now), isUnavailable(folder, 'EISDIR'));
});

test('a file that is no database is named and left alone', async (t) => {
  const file = join(createFolder(t), 'hub.sqlite');
  const text = 'These are notes, no database. '.repeat(100);
  writeFileSync(file, text);
  await assert.rejects(openStore({ databaseUrl: undefined, file }), (error) => {
    assert.ok(error instanceof StoreUnusableError);
    assert.ok(error.message.includes(file));
    return true;
  });
  assert.equal(readFileSync(file, 'utf8'), text);
});

test('a database of a newer version is named and left alone', async (t) => {
  const { engine, file } = await openWords(t);
  await engine.transaction((run) => engine.writeVersion(run, 99));
  await engine.close();
  await assert.rejects(openStore({ databaseUrl: undefined, file }), (error) => {
    assert.ok(error instanceof StoreUnusableError);
    assert.match(error.message, /newer version.*schema 99/);
    assert.ok(error.message.includes(file));
    return true;
  });
  const again = openSqlite(file, Date.now);
  atEnd(t, () => again.close());
  assert.equal(await again.transaction((run) => again.readVersion(run)), 99);
});

test('closing waits for what was asked before, and refuses what comes after', async (t) => {
  const { engine, file } = await openWords(t);
  const added = add(engine, 'last');
  const closed = engine.close();
  await assert.rejects(add(engine, 'late'), StoreUnavailableError);
  await added;
  await closed;
  await engine.close();
  const again = openSqlite(file, Date.now);
  atEnd(t, () => again.close());
  assert.equal(await words(again), '[{"word":"last"}]');
});

test('more than may wait is refused, and there is room again after', async (t) => {
  const { engine } = await openWords(t);
  const read = () => engine.read('SELECT 1');
  const answers = await Promise.allSettled(Array.from({ length: MAX_WAITING + 3 }, read));
  const refused = answers.filter(({ status }) => status === 'rejected');
  assert.equal(refused.length, 3);
  for (const one of refused) {
    assert.ok(one.status === 'rejected' && one.reason instanceof StoreUnavailableError);
  }
  await read();
});
