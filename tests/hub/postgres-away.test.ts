import assert from 'node:assert/strict';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { suite, type TestContext, test } from 'node:test';
import { HUB_FILE } from '../../sidecar/hub/store/store-file.ts';
import { ask } from '../support/ask.ts';
import { atEnd } from '../support/at-end.ts';
import { createFolder } from '../support/content-folder.ts';
import {
  allTold,
  editReview,
  servesText,
  subscribeMany,
  timesTold,
} from '../support/hub-fan-out.ts';
import { countWhereQuiet, readHubStatus, requestOfHub } from '../support/hub-requests.ts';
import { createPageBuilds } from '../support/page-builds.ts';
import { startPostgres } from '../support/postgres.ts';
import { readHealth } from '../support/read-health.ts';
import { SAMPLE_CONTENT } from '../support/sample-content.ts';
import { startServiceWith } from '../support/start-service-with.ts';
import { startSubscriber } from '../support/subscriber.ts';
import { waitUntil } from '../support/wait-until.ts';
import { type LiveHub, startHubService } from '../support/websub-hub.ts';

const SUBSCRIPTIONS = 100;
/** When so many were told the store goes away. */
const TOLD_BEFORE = 40;
const AWAY_MS = 5_000;
const LATE = '/late';

type Outage = { readonly begin: () => Promise<void>; readonly end: () => Promise<void> };

/** Takes a hub's store away in mid fan-out, and gives it back. */
async function assertSurvives(t: TestContext, { service }: LiveHub, outage: Outage) {
  const { url } = service;
  const contentDir = join(service.folder, 'content');
  const subscriber = await startSubscriber(t);
  const paths = await subscribeMany([url], subscriber, SUBSCRIPTIONS);
  const quiet = async (count: number) => {
    await waitUntil(`quiet with ${count}`, async () => (await countWhereQuiet(url)) === count);
  };
  await quiet(SUBSCRIPTIONS);
  await waitUntil('it has pages', async () => (await readHealth(url)).release?.hasCurrentPages);
  const held: (() => void)[] = [];
  let isHeld = true;
  let answered = 0;
  subscriber.behave(({ method }) => {
    if (method !== 'POST' || !isHeld || ++answered <= TOLD_BEFORE) return undefined;
    return new Promise((resolve) => held.push(() => resolve(undefined)));
  });
  editReview(contentDir, 'Before it went.');
  await waitUntil('it is in the middle', () => held.length > 0);

  await outage.begin();
  const began = performance.now();
  editReview(contentDir, 'While it was away.');
  await servesText(url, 'While it was away.');
  // What is acknowledged here can only be recorded when it is back.
  isHeld = false;
  for (const release of held) release();
  do {
    for (const path of ['/', '/api/feed.json', '/healthz']) {
      assert.equal((await ask(url, path)).status, 200, path);
    }
    const callback = subscriber.callback(LATE);
    const refused = await requestOfHub(url, { topic: '/reviews.json', callback });
    assert.equal(refused.status, 503);
    assert.match(refused.headers.get('retry-after') ?? '', /^\d+$/);
    assert.match(refused.headers.get('content-type') ?? '', /^text\/plain/);
    assert.match(await refused.text(), /ask again/);
  } while (performance.now() - began < AWAY_MS);
  await outage.end();

  await allTold(subscriber, paths, 'While it was away.', CLAIM_MS);
  await quiet(SUBSCRIPTIONS);
  await subscribeMany([url], subscriber, 1, LATE);
  await quiet(SUBSCRIPTIONS + 1);
  editReview(contentDir, 'After it came back.');
  await allTold(subscriber, [...paths, `${LATE}-0`], 'After it came back.');
  await quiet(SUBSCRIPTIONS + 1);
  const before = timesTold(subscriber, 'Before it went.');
  assert.ok(before.size >= TOLD_BEFORE && before.size < SUBSCRIPTIONS, `${before.size}`);
  for (const text of ['Before it went.', 'While it was away.', 'After it came back.']) {
    assert.deepEqual(new Set(timesTold(subscriber, text).values()), new Set([1]), text);
  }
  assert.equal((await ask(url, '/healthz')).status, 200);
}

/** Starts a service whose store is away. Its hub works once the store is there. */
async function assertStartsWithout(
  t: TestContext,
  env: Readonly<Record<string, string>>,
  giveBack: () => Promise<void>,
) {
  const builds = createPageBuilds(createFolder(t), 'tiny');
  const { url, logged } = await startServiceWith(
    t,
    { pageBuild: builds.pageBuild },
    { content: SAMPLE_CONTENT, env: { ...env, ...builds.env } },
  );
  await logged('serving');
  await logged('Nothing is lost');
  for (const path of ['/feed.xml', '/healthz']) assert.equal((await ask(url, path)).status, 200);
  assert.equal(await countWhereQuiet(url), undefined);
  await giveBack();
  // The subscriptions are there.
  await waitUntil('the hub works', async () => {
    return (await readHubStatus(url))?.topics.some(({ subscriptions }) => subscriptions.active > 0);
  });
}

const ENV = {
  HUB_CONCURRENCY: '10',
  HUB_CONCURRENCY_PER_HOST: '10',
  HUB_MAX_SUBSCRIPTIONS_PER_HOST: '0',
  HUB_TIMEOUT_SECONDS: '5',
};
/** A claim whose answer was lost ends 2 × (5 + 7 s) later. */
const CLAIM_MS = 40_000;

suite('a store that goes away in mid fan-out: nothing is lost or told twice', {
  concurrency: true,
}, () => {
  test('PostgreSQL that crashes and comes back', async (t) => {
    const postgres = await startPostgres(t);
    if (!postgres.isOurs) {
      t.skip('this PostgreSQL is not ours to stop');
      return;
    }
    const env = { ...ENV, DATABASE_URL: await postgres.createDatabase() };
    const hub = await startHubService(t, { env });
    await assertSurvives(t, hub, { begin: postgres.stop, end: postgres.start });
    assert.equal(await hub.service.stop(), 0);
    await postgres.stop();
    await assertStartsWithout(t, env, postgres.start);
  });

  test('SQLite that another program locks for a while', async (t) => {
    const hub = await startHubService(t, { env: ENV });
    const database = new DatabaseSync(join(hub.service.folder, 'state', HUB_FILE), {
      timeout: 2_000,
    });
    atEnd(t, () => database.close());
    await assertSurvives(t, hub, {
      begin: async () => database.exec('BEGIN IMMEDIATE'),
      end: async () => database.exec('ROLLBACK'),
    });
  });
});
