import assert from 'node:assert/strict';
import { after, type TestContext, test } from 'node:test';
import { inspect } from 'node:util';
import { Client } from 'pg';
import { StoreUnavailableError } from '../../../sidecar/hub/store/hub-store.ts';
import { openStore } from '../../../sidecar/hub/store/open-store.ts';
import { request } from '../../rooms/hub/store/store-actions.ts';
import { testStore } from '../../rooms/hub/store/store-rules.ts';
import { type MakePlace, open } from '../../rooms/hub/store/store-subject.ts';
import { ask } from '../../support/ask.ts';
import { atEnd } from '../../support/lifetime.ts';
import { SAMPLE_CONTENT } from '../../support/sample-content.ts';
import { freePort, startService } from '../../support/service.ts';
import { waitUntil } from '../../support/wait-until.ts';
import { readHubStatus, startHubService } from '../../support/websub-hub.ts';
import { assertSurvivesOutage, OUTAGE_ENV } from './hub-fan-out.ts';
import { startPostgres } from './postgres.ts';

const postgres = await startPostgres({ after });
const placeOf = (databaseUrl: string) => ({ databaseUrl, file: '' });
const makePlace: MakePlace = async () => placeOf(await postgres.createDatabase());

testStore('PostgreSQL', makePlace);

/** The same database by another user, port or password. */
function changed(url: string, changes: { port?: string; username?: string; password?: string }) {
  return Object.assign(new URL(url), changes).href;
}

/** A client beside the store. */
async function connectTo(t: TestContext, url: string): Promise<Client> {
  const client = new Client({ connectionString: url });
  await client.connect();
  atEnd(t, () => client.end());
  return client;
}

test('errors of a missing server and a refused password do not show the password', async () => {
  const password = 'hunter2';
  const port = `${await freePort()}`;
  for (const url of [{ port, password }, { password }].map((one) => changed(postgres.url, one))) {
    await assert.rejects(openStore(placeOf(url)), (error) => {
      assert.ok(error instanceof StoreUnavailableError);
      assert.doesNotMatch(inspect(error, { depth: null }), new RegExp(password));
      return true;
    });
  }
});

test('the tables may belong to somebody else; without the right to make them there is none yet', async (t) => {
  const url = await postgres.createDatabase();
  const admin = await connectTo(t, url);
  const role = `guest_${new URL(url).pathname.slice(-12)}`;
  await admin.query(`CREATE ROLE ${role} LOGIN PASSWORD 'hunter2'`);
  try {
    const place = placeOf(changed(url, { username: role, password: 'hunter2' }));
    await assert.rejects(openStore(place), StoreUnavailableError);
    assert.equal(await request(await open(t, placeOf(url)), 'a.test'), 'accepted');
    await admin.query(`GRANT ALL ON ALL TABLES IN SCHEMA public TO ${role}`);
    await admin.query(`GRANT ALL ON ALL SEQUENCES IN SCHEMA public TO ${role}`);
    const store = await openStore(place);
    assert.equal(await request(store, 'b.test'), 'accepted');
    await store.close();
  } finally {
    await admin.query(`DROP OWNED BY ${role}; DROP ROLE ${role}`);
  }
});

test('PostgreSQL that crashes in mid fan-out and comes back: nothing is lost or sent twice', async (t) => {
  const env = { ...OUTAGE_ENV, DATABASE_URL: await postgres.createDatabase() };
  const hub = await startHubService(t, { env });
  await assertSurvivesOutage(t, hub, postgres);
  assert.equal(await hub.service.stop(), 0);

  // A service that starts without its store serves; its hub works once the store is there.
  await postgres.stop();
  const { url, logged } = await startService(t, { content: SAMPLE_CONTENT, env });
  await logged('the hub’s store: it is out of reach; retrying');
  for (const path of ['/feed.xml', '/healthz']) assert.equal((await ask(url, path)).status, 200);
  assert.equal(await readHubStatus(url), undefined);
  await postgres.start();
  await logged('the hub’s store: working again');
  await waitUntil('the subscriptions are there', async () => {
    return (await readHubStatus(url))?.topics.some(({ subscriptions }) => subscriptions.active > 0);
  });
});
