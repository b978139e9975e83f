import assert from 'node:assert/strict';
import { readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { type TestContext, test } from 'node:test';
import { z } from 'zod';
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
import { createFolder } from '../../../support/content-folder.ts';
import { atEnd } from '../../../support/lifetime.ts';
import { createSmallDisk } from '../../sidecar/small-disk.ts';

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

const Words = z.array(z.object({ word: z.string() }));
const words = async (engine: SqlEngine) =>
  Words.parse(await engine.read('SELECT word FROM words ORDER BY word')).map(({ word }) => word);

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

/** What pieces of work that are asked for together were rejected with, where they were. */
async function rejections(...work: readonly Promise<unknown>[]): Promise<unknown[]> {
  const answers = await Promise.allSettled(work);
  return answers.map((one) => (one.status === 'rejected' ? one.reason : undefined));
}

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
  const settings = [
    await engine.read('PRAGMA journal_mode'),
    await engine.read('PRAGMA synchronous'),
  ];
  assert.equal(JSON.stringify(settings), '[[{"journal_mode":"wal"}],[{"synchronous":2}]]');
});

test('what waits together shares a commit, up to a limit', async (t) => {
  const { engine, file } = await openWords(t);
  const before = countCommits(file);
  await Promise.all(Array.from({ length: MAX_PIECES + 1 }, (_, n) => add(engine, `${n}`)));
  assert.equal(countCommits(file) - before, 2);
});

test('one piece of work that fails leaves the others alone, and leaves nothing behind', async (t) => {
  const { engine } = await openWords(t);
  const [first, collision, second, bug, nonsense, third] = await rejections(
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
  );
  assert.deepEqual([first, second, third], [undefined, undefined, undefined]);
  assert.deepEqual(await words(engine), ['a', 'b', 'c']);
  assert.ok(bug instanceof TypeError);
  for (const one of [collision, nonsense]) {
    assert.ok(one instanceof Error && !(one instanceof StoreUnavailableError));
  }
});

test('where SQLite gives up the whole transaction, all work in it fails with the reason', async (t) => {
  const { engine } = await openWords(t);
  const reason = new Error('the reason');
  const failed = await rejections(
    add(engine, 'a'),
    engine.transaction(async (run) => {
      // As SQLite does by itself after some errors.
      await run('ROLLBACK');
      throw reason;
    }),
    add(engine, 'b'),
  );
  assert.deepEqual(failed, [reason, reason, reason]);
  await add(engine, 'c');
  assert.deepEqual(await words(engine), ['c']);
});

test('while another process writes, what is stored can be read', async (t) => {
  const { engine, file } = await openWords(t);
  await add(engine, 'a');
  const other = new DatabaseSync(file);
  atEnd(t, () => other.close());
  other.exec('BEGIN IMMEDIATE');
  assert.deepEqual(await words(engine), ['a']);
});

test('a full disk takes nothing, keeps what it has, and takes more when there is room', async (t) => {
  const disk = createSmallDisk(t, 2);
  if (!disk) return;
  const { engine, file } = await openWords(t, disk.folder);
  await add(engine, 'before');
  disk.fill();
  const long = 'x'.repeat(100_000);
  const failed = await rejections(add(engine, long), add(engine, `${long}y`));
  assert.ok(failed.every(isUnavailable(file, 'ENOSPC')));
  assert.deepEqual(await words(engine), ['before']);
  disk.free();
  await add(engine, 'after');
  assert.deepEqual(await words(engine), ['after', 'before']);
  await engine.close();
});

test('a disk that becomes read-only is named as the reason', async (t) => {
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

test('a start on a full disk fails with the reason', async (t) => {
  const disk = createSmallDisk(t, 1);
  if (!disk) return;
  disk.fill();
  const file = join(disk.folder, 'hub.sqlite');
  const opened = openStore({ databaseUrl: undefined, file });
  await assert.rejects(opened, isUnavailable(file, 'ENOSPC'));
  disk.free();
  await (await openStore({ databaseUrl: undefined, file })).close();
});

test('a folder that cannot be made is named', (t) => {
  const folder = createFolder(t);
  writeFileSync(join(folder, 'file'), '');
  const file = join(folder, 'file', 'hub.sqlite');
  assert.throws(() => openSqlite(file, Date.now), isUnavailable(file, 'EEXIST'));
  assert.throws(() => openSqlite(folder, Date.now), isUnavailable(folder, 'EISDIR'));
});

test('a file that is no database, or of a newer version, is named and left alone', async (t) => {
  const isUnusable = (file: string, why: RegExp) => (error: unknown) => {
    assert.ok(error instanceof StoreUnusableError && error.message.includes(file));
    assert.match(error.message, why);
    return true;
  };
  const notes = join(createFolder(t), 'hub.sqlite');
  const text = 'These are notes, no database. '.repeat(100);
  writeFileSync(notes, text);
  const opened = openStore({ databaseUrl: undefined, file: notes });
  await assert.rejects(opened, isUnusable(notes, /is no SQLite database/));
  assert.equal(readFileSync(notes, 'utf8'), text);

  const { engine, file } = await openWords(t);
  await engine.transaction((run) => engine.writeVersion(run, 99));
  const newer = openStore({ databaseUrl: undefined, file });
  await assert.rejects(newer, isUnusable(file, /newer version.*schema 99/));
  assert.equal(await engine.transaction((run) => engine.readVersion(run)), 99);
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
  assert.deepEqual(await words(again), ['last']);
});

test('more than may wait is refused, and there is room again after', async (t) => {
  const { engine } = await openWords(t);
  const read = () => engine.read('SELECT 1');
  const failed = await rejections(...Array.from({ length: MAX_WAITING + 3 }, read));
  const refused = failed.filter((reason) => reason instanceof StoreUnavailableError);
  assert.equal(refused.length, 3);
  await read();
});
