import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { test } from 'node:test';
import { HUB_FILE } from '../../../sidecar/hub/hub-settings.ts';
import { assertSurvivesOutage, OUTAGE_ENV } from '../../outside/hub/hub-fan-out.ts';
import { atEnd } from '../../support/lifetime.ts';

import { startHubService } from '../../support/websub-hub.ts';

test('SQLite that another program locks in mid fan-out: nothing is lost or sent twice', async (t) => {
  const locked = await startHubService(t, { env: OUTAGE_ENV });
  const file = join(locked.service.folder, 'state', HUB_FILE);
  const database = new DatabaseSync(file, { timeout: 2_000 });
  atEnd(t, () => database.close());
  await assertSurvivesOutage(t, locked, {
    begin: async () => database.exec('BEGIN IMMEDIATE'),
    end: async () => database.exec('ROLLBACK'),
    code: 'EBUSY',
  });
});
