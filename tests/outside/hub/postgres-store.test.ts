import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { testStore } from '../../rooms/hub/store/store-rules.ts';
import { type MakePlace, open } from '../../rooms/hub/store/store-subject.ts';
import { startPostgres } from '../../support/postgres.ts';

const postgres = await startPostgres({ after });
const makePlace: MakePlace = async () => ({
  databaseUrl: await postgres.createDatabase(),
  file: '',
});

testStore('PostgreSQL', makePlace);

test('PostgreSQL goes by its own clock, and is for many', async (t) => {
  const store = await open(t, await makePlace(t), () => 123);
  const now = await store.now();
  assert.ok(Number.isSafeInteger(now));
  assert.ok(Math.abs(now - Date.now()) < 3_600_000);
  assert.equal(store.isExclusive, false);
});
