import assert from 'node:assert/strict';
import { readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { type TestContext, test } from 'node:test';
import { z } from 'zod';
import { StoreUnavailableError, UNUSABLE } from '../../../../sidecar/hub/store/hub-store.ts';
import type { SqlEngine } from '../../../../sidecar/hub/store/sql-engine.ts';
import { openSqlite } from '../../../../sidecar/hub/store/sqlite-engine.ts';
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

const INSERT = 'INSERT INTO words VALUES ($1)';
const add = (engine: SqlEngine, word: string) => engine.transaction((run) => run(INSERT, word));

const SELECT = 'SELECT word FROM words ORDER BY word';
const Words = z.array(z.object({ word: z.string() }));
const wordsOf = (rows: unknown) => Words.parse(rows).map(({ word }) => word);
const words = async (engine: SqlEngine) => wordsOf(await engine.read(SELECT));

const isUnavailable = (about: string, code: string) => (error: unknown) => {
  assert.ok(error instanceof StoreUnavailableError);
  assert.equal(error.code, code);
  assert.ok(error.message.includes(about), error.message);
  assert.ok(error.cause instanceof Error);
  return true;
};

test('a new database is for its owner alone, and each commit waits for the disk', async (t) => {
  const before = process.umask(0);
  atEnd(t, () => process.umask(before));
  const { file, engine } = await openWords(t, join(createFolder(t), 'new', 'folder'));
  await add(engine, 'a');
  const modes = ['', '-shm', '-wal'].map((end) => statSync(file + end).mode & 0o777);
  assert.deepEqual(modes, [0o600, 0o600, 0o600]);
  const pragmas = [
    await engine.read('PRAGMA journal_mode'),
    await engine.read('PRAGMA synchronous'),
  ];
  assert.equal(JSON.stringify(pragmas), '[[{"journal_mode":"wal"}],[{"synchronous":2}]]');
});

test('a full or read-only disk is named, takes nothing, and keeps what it has', async (t) => {
  const disk = createSmallDisk(t, 2);
  if (!disk) return;
  const folder = join(disk.folder, 'state');
  const { engine, file } = await openWords(t, folder);
  await add(engine, 'before');
  disk.fill();
  await assert.rejects(add(engine, 'x'.repeat(100_000)), isUnavailable(file, 'ENOSPC'));
  assert.deepEqual(await words(engine), ['before']);
  const another = join(folder, 'another.sqlite');
  assert.throws(() => openSqlite(another, Date.now), isUnavailable(another, 'ENOSPC'));
  disk.free();
  await add(engine, 'after');
  assert.deepEqual(await words(engine), ['after', 'before']);
  await engine.close();
  disk.remount('ro', folder);
  // What is there already may be opened, and not written.
  assert.throws(() => openSqlite(file, Date.now), isUnavailable(file, 'EROFS'));
  disk.remount('rw', folder);
});

test('what is no database, or cannot be one, is named and left alone', (t) => {
  const folder = createFolder(t);
  const notes = join(folder, 'notes');
  const text = 'These are notes, no database. '.repeat(100);
  writeFileSync(notes, text);
  const open = (file: string) => () => openSqlite(file, Date.now);
  assert.throws(open(notes), isUnavailable(notes, UNUSABLE));
  assert.equal(readFileSync(notes, 'utf8'), text);
  const below = join(notes, 'hub.sqlite');
  assert.throws(open(below), isUnavailable(below, 'EEXIST'));
  assert.throws(open(folder), isUnavailable(folder, 'EISDIR'));
});
