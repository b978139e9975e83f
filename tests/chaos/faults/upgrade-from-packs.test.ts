import assert from 'node:assert/strict';
import { existsSync, mkdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { test } from 'node:test';
import { HUB_FILE } from '../../../sidecar/hub/hub-settings.ts';
import { ReleaseStore } from '../../../sidecar/store/store.ts';
import { STORE_FILE } from '../../../sidecar/store/store-schema.ts';
import { createContentFolder, createFolder, saveFiles } from '../../support/content-folder.ts';
import { createQuestions } from '../../support/deployment.ts';
import { message, openSession, resultOf, send } from '../../support/mcp-client.ts';
import { SAMPLE_CONTENT } from '../../support/sample-content.ts';
import { createStart } from '../../support/subscriber.ts';

import { startHubService } from '../../support/websub-hub.ts';

/** Later than any clock that runs this, as after the clock of a machine was wrong. */
const FUTURE = Date.parse('2040-01-01T00:00:00Z');
const PACK = `releases/data-${FUTURE}.pack`;
const REPLACED = 'the release packs of an earlier version are replaced by release.sqlite';

/** Writes what an earlier version has left: nobody reads what is in it. */
function leavePacks(stateDir: string): void {
  saveFiles(stateDir, { [PACK]: 'x'.repeat(100_000) });
}

test('after an upgrade from packs they stay until there is a store, subscribers are notified of the first edit, and sessions go on', async (t) => {
  const subscriber = await createStart(t)(t);
  const folder = createFolder(t);
  const stateDir = join(folder, 'state');
  const settings = {
    contentDir: createContentFolder(t, SAMPLE_CONTENT),
    env: { STATE_DIR: stateDir, OUT_DIR: join(folder, 'dist') },
  };
  const earlier = await startHubService(t, settings);
  await earlier.subscribe(subscriber.callback());
  const { headers } = await openSession(earlier.service.url);
  assert.equal(await earlier.service.stop(), 0);
  // What the earlier version would have left, of which it had announced the newest.
  rmSync(join(stateDir, STORE_FILE));
  leavePacks(stateDir);
  // It stands in the way of the store.
  mkdirSync(join(stateDir, STORE_FILE));
  const database = new DatabaseSync(join(stateDir, HUB_FILE));
  database.prepare('UPDATE testimony_topics SET ordinal = ?').run(FUTURE);
  database.close();

  const hub = await startHubService(t, settings);
  const { url, log, logged } = hub.service;
  await logged('serving');
  assert.ok(existsSync(join(stateDir, PACK)));
  const { release } = await createQuestions(url).health();
  assert.ok((release?.ordinal ?? 0) > FUTURE);
  rmSync(join(stateDir, STORE_FILE), { recursive: true });
  await logged('works again');
  assert.ok(!existsSync(join(stateDir, 'releases')));
  assert.equal(ReleaseStore.readManifest(stateDir)?.ordinal, release?.ordinal);
  assert.equal(log.filter(({ msg }) => msg === REPLACED).length, 1);
  assert.equal(await hub.active(), 1);
  assert.equal(subscriber.deliveries.length, 0, 'nothing has changed');
  resultOf(await send(url, { headers, body: message('ping') }));
  await hub.announce('The first edit after the upgrade.');
  await hub.settled();
  const [delivery, ...more] = subscriber.deliveries;
  assert.ok(delivery?.body.includes('The first edit after the upgrade.'));
  assert.equal(more.length, 0);
});
