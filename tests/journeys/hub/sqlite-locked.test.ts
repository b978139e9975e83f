import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { test } from 'node:test';
import { HUB_FILE } from '../../../sidecar/hub/store/store-file.ts';
import { atEnd } from '../../support/at-end.ts';
import { assertSurvivesOutage, OUTAGE_ENV } from '../../support/hub-outage.ts';
import { startHubService } from '../../support/websub-hub.ts';

test('SQLite that another program locks in mid fan-out: nothing is lost or told twice', async (t) => {
  const hub = await startHubService(t, { env: OUTAGE_ENV });
  const database = new DatabaseSync(join(hub.service.folder, 'state', HUB_FILE), {
    timeout: 2_000,
  });
  atEnd(t, () => database.close());
  await assertSurvivesOutage(t, hub, {
    begin: async () => database.exec('BEGIN IMMEDIATE'),
    end: async () => database.exec('ROLLBACK'),
    code: 'EBUSY',
  });
});
