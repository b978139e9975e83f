import assert from 'node:assert/strict';
import { once } from 'node:events';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { test } from 'node:test';
import { createFastFolder, createFolder } from '../../../support/content-folder.ts';
import { testStore } from './store-rules.ts';
import { type MakePlace, open, startProcess } from './store-subject.ts';

const makePlace: MakePlace = async (t) => ({
  databaseUrl: undefined,
  file: join(createFastFolder(t), 'hub.sqlite'),
});

// PostgreSQL keeps the same rules: tests/outside/hub/postgres.test.ts.
testStore('SQLite', makePlace);

test('SQLite goes by the clock that it is given, and is for one process', async (t) => {
  const store = await open(t, await makePlace(t), () => 123);
  assert.deepEqual([await store.now(), store.isExclusive], [123, true]);
});

test('what a process knows to be stored is there after it was killed', async (t) => {
  const place = { databaseUrl: undefined, file: join(createFolder(t), 'hub.sqlite') };
  const code = 'for (let n = 0; ; n++) console.log(n, await request(store, n + ".test"));';
  const child = startProcess(t, place, code);
  const ended = once(child, 'close');
  let last = -1;
  for await (const line of createInterface(child.stdout)) {
    last = Number.parseInt(line, 10);
    if (last === 30) child.kill('SIGKILL');
  }
  await ended;
  assert.ok(last >= 30);
  // One more may be stored that it does not know of.
  const { length } = await (await open(t, place)).list();
  assert.ok([last + 1, last + 2].includes(length));
});
