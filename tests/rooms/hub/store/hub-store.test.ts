import assert from 'node:assert/strict';
import { join } from 'node:path';
import { test } from 'node:test';
import { createFolder } from '../../../support/content-folder.ts';
import { testStore } from './store-rules.ts';
import { type MakePlace, open } from './store-subject.ts';

const makePlace: MakePlace = async (t) => ({
  databaseUrl: undefined,
  file: join(createFolder(t), 'hub.sqlite'),
});

// PostgreSQL keeps the same rules: tests/outside/hub/postgres-store.test.ts.
testStore('SQLite', makePlace);

test('SQLite goes by the clock that it is given, and is for one process', async (t) => {
  const store = await open(t, await makePlace(t), () => 123);
  assert.equal(await store.now(), 123);
  assert.equal(store.isExclusive, true);
});
