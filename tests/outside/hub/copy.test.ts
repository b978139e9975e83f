import assert from 'node:assert/strict';
import { join } from 'node:path';
import { test } from 'node:test';
import { copyTables } from '../../../scripts/hub/copy.ts';
import { openEngine, openStore } from '../../../sidecar/hub/store/open-store.ts';
import { CALLBACK, createHub, failure, NOW } from '../../rooms/scripts/hub/world.ts';
import { createFolder } from '../../support/content-folder.ts';
import { atEnd, type Lifetime } from '../../support/lifetime.ts';
import { startPostgres } from './postgres.ts';

async function openBoth(t: Lifetime, databaseUrl: string | undefined, file: string) {
  const store = await openStore({ databaseUrl, file }, () => NOW);
  const engine = await openEngine({ databaseUrl, file }, () => NOW);
  for (const one of [store, engine]) atEnd(t, () => one.close());
  return { store, engine };
}

test('a store is the same after it was copied to PostgreSQL and back', async (t) => {
  const filled = await createHub(t);
  await filled.subscribe({ secret: 'geheim' });
  await filled.deliver(NOW, { [CALLBACK]: failure(NOW, 500, 1) });
  await filled.store.block('spam.example', NOW);
  await filled.ask({ callback: 'https://new.example/', secret: 'token' });
  const from = await openBoth(t, undefined, filled.file);
  const postgres = await openBoth(t, (await startPostgres(t)).url, '');
  const back = await openBoth(t, undefined, join(createFolder(t), 'back.sqlite'));

  await copyTables(from.engine, postgres.engine);
  await copyTables(postgres.engine, back.engine);

  for (const { store } of [postgres, back]) {
    assert.deepEqual(await store.list(), await filled.store.list());
    assert.deepEqual(await store.listBlocked(), await filled.store.listBlocked());
  }
  await assert.rejects(copyTables(back.engine, postgres.engine), /is not empty/);
});
