import assert from 'node:assert/strict';
import { type TestContext, test } from 'node:test';
import { ask } from '../../support/ask.ts';
import { assertSurvivesOutage, OUTAGE_ENV } from '../../support/hub-fan-out.ts';
import { countWhereQuiet, readHubStatus } from '../../support/hub-requests.ts';
import { startPostgres } from '../../support/postgres.ts';
import { SAMPLE_CONTENT } from '../../support/sample-content.ts';
import { startService } from '../../support/service.ts';
import { waitUntil } from '../../support/wait-until.ts';
import { startHubService } from '../../support/websub-hub.ts';

/** Starts a service whose store is away. Its hub works once the store is there. */
async function assertStartsWithout(
  t: TestContext,
  env: Readonly<Record<string, string>>,
  giveBack: () => Promise<void>,
) {
  const { url, logged } = await startService(t, { content: SAMPLE_CONTENT, env });
  await logged('the hub’s store: it is out of reach; it is tried again');
  for (const path of ['/feed.xml', '/healthz']) assert.equal((await ask(url, path)).status, 200);
  assert.equal(await countWhereQuiet(url), undefined);
  await giveBack();
  await logged('the hub’s store: works again');
  // The subscriptions are there.
  await waitUntil('the hub works', async () => {
    return (await readHubStatus(url))?.topics.some(({ subscriptions }) => subscriptions.active > 0);
  });
}

test('PostgreSQL that crashes in mid fan-out and comes back: nothing is lost or told twice', async (t) => {
  const postgres = await startPostgres(t);
  if (!postgres.isOurs) {
    t.skip('this PostgreSQL is not ours to stop');
    return;
  }
  const env = { ...OUTAGE_ENV, DATABASE_URL: await postgres.createDatabase() };
  const hub = await startHubService(t, { env });
  const code = 'HUB_STORE_UNAVAILABLE';
  await assertSurvivesOutage(t, hub, { begin: postgres.stop, end: postgres.start, code });
  assert.equal(await hub.service.stop(), 0);
  await postgres.stop();
  await assertStartsWithout(t, env, postgres.start);
});
