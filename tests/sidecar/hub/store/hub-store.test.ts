import assert from 'node:assert/strict';
import { join } from 'node:path';
import { after, describe, test } from 'node:test';
import { createFolder } from '../../../support/content-folder.ts';
import { startPostgres } from '../../../support/postgres.ts';
import { testAdmission } from './admission-rules.ts';
import { testDelivery } from './delivery-rules.ts';
import { testSettlement } from './settlement-rules.ts';
import { type MakePlace, open } from './store-subject.ts';
import { testTransfer } from './transfer-rules.ts';
import { testUpkeep } from './upkeep-rules.ts';
import { testVerification } from './verification-rules.ts';

const postgres = await startPostgres({ after });

const PLACES: Readonly<Record<'SQLite' | 'PostgreSQL', MakePlace>> = {
  SQLite: async (t) => ({ databaseUrl: undefined, file: join(createFolder(t), 'hub.sqlite') }),
  PostgreSQL: async () => ({ databaseUrl: await postgres.createDatabase(), file: '' }),
};

for (const [name, makePlace] of Object.entries(PLACES)) {
  describe(`the store in ${name}`, () => {
    testAdmission(makePlace);
    testVerification(makePlace);
    testDelivery(makePlace);
    testSettlement(makePlace);
    testUpkeep(makePlace);
    testTransfer(makePlace);
  });
}

test('SQLite goes by the clock that it is given, and is for one process', async (t) => {
  const store = await open(t, await PLACES.SQLite(t), () => 123);
  assert.equal(await store.now(), 123);
  assert.equal(store.isExclusive, true);
});

test('PostgreSQL goes by its own clock, and is for many', async (t) => {
  const store = await open(t, await PLACES.PostgreSQL(t), () => 123);
  const now = await store.now();
  assert.ok(Number.isSafeInteger(now));
  assert.ok(Math.abs(now - Date.now()) < 3_600_000);
  assert.equal(store.isExclusive, false);
});
