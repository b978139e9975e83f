import assert from 'node:assert/strict';
import { after, type TestContext, test } from 'node:test';
import { openStore } from '../../../sidecar/hub/store/open-store.ts';
import { createContentFolder } from '../../support/content-folder.ts';
import { atEnd } from '../../support/lifetime.ts';
import { SAMPLE_CONTENT } from '../../support/sample-content.ts';
import { startSubscriber } from '../../support/subscriber.ts';
import { waitUntil } from '../../support/wait-until.ts';
import { ANNOUNCED, editReview, startHubService, TOPIC, TOPICS } from '../../support/websub-hub.ts';
import {
  allReceive,
  holdAfter,
  quiet,
  servesText,
  subscribeMany,
  timesSent,
} from './hub-fan-out.ts';
import { startPostgres } from './postgres.ts';

const SUBSCRIPTIONS = 200;
/** Deliveries that one sidecar has in flight: all are for one host. */
const IN_FLIGHT = 10;
/** After this many deliveries one sidecar is killed. */
const SENT_BEFORE = 50;
const TIMEOUT_SECONDS = 2.5;
/** What a process that died has claimed is free after TIMEOUT_SECONDS + 20 s, and found soon. */
const TAKE_OVER_MS = 40_000;

const postgres = await startPostgres({ after });

/** Two sidecars on one database, which read one folder: each edit is news to both at once. */
async function startPair(t: TestContext) {
  const contentDir = createContentFolder(t, SAMPLE_CONTENT);
  const databaseUrl = await postgres.createDatabase();
  const env = {
    DATABASE_URL: databaseUrl,
    HUB_CONCURRENCY_PER_HOST: String(IN_FLIGHT),
    HUB_MAX_SUBSCRIPTIONS_PER_HOST: '0',
    HUB_MAX_PENDING_PER_CLIENT: '0',
    HUB_TIMEOUT_SECONDS: String(TIMEOUT_SECONDS),
    HUB_RETRY_DELAYS_SECONDS: '5,5',
  };
  const start = () => startHubService(t, { contentDir, env });
  const [one, other] = await Promise.all([start(), start()]);
  const subscriber = await startSubscriber(t);
  const urls = [one, other].map(({ service }) => service.url);
  const paths = await subscribeMany(urls, subscriber, SUBSCRIPTIONS);
  await quiet(one, SUBSCRIPTIONS);
  return { one, other, urls, contentDir, databaseUrl, subscriber, paths };
}

type Pair = Awaited<ReturnType<typeof startPair>>;

test('each change reaches all subscribers, and once one of them is killed in mid fan-out as well', async (t) => {
  const pair = await startPair(t);
  await t.test('each is announced by one, and sent exactly once', () => sendOnce(pair));
  await t.test('at most those get it twice to whom a killed one was just sending', () =>
    killOne(t, pair),
  );
});

async function sendOnce({ one, other, urls, contentDir, subscriber, paths }: Pair) {
  const texts = ['First change.', 'Second change.', 'Third change.'];
  for (const text of texts) {
    const lines = [one, other].map(({ service }) => service.log.length);
    editReview(contentDir, text);
    await allReceive(subscriber, paths, text);
    for (const url of urls) await servesText(url, text);
    await quiet(one, SUBSCRIPTIONS);
    const news = [one, other].flatMap(({ service }, index) =>
      service.log.slice(lines[index]).filter(({ msg }) => msg === ANNOUNCED),
    );
    assert.deepEqual(news.map(({ topic }) => topic).toSorted(), TOPICS.toSorted());
  }
  for (const text of texts) {
    assert.deepEqual(new Set(timesSent(subscriber, text).values()), new Set([1]));
  }
  assert.equal(subscriber.deliveries.length, texts.length * SUBSCRIPTIONS);
}

async function killOne(
  t: TestContext,
  { one, other, contentDir, databaseUrl, subscriber, paths }: Pair,
) {
  const store = await openStore({ databaseUrl, file: '' });
  atEnd(t, () => store.close());
  const { held, release } = holdAfter(subscriber, SENT_BEFORE);
  editReview(contentDir, 'Half sent.');
  await waitUntil('more is in flight than one alone may have', () => held.size > IN_FLIGHT);
  await waitUntil('what was answered is recorded', async () => {
    const counts = await store.count(await store.now());
    const due = counts.find(({ topic }) => topic === TOPIC)?.due;
    return due === SUBSCRIPTIONS - SENT_BEFORE;
  });
  one.service.process.kill('SIGKILL');
  await one.service.closed;
  const inFlight = new Set(held.keys());
  release();

  await allReceive(subscriber, paths, 'Half sent.', TAKE_OVER_MS);
  await quiet(other, SUBSCRIPTIONS);
  const twice = [...timesSent(subscriber, 'Half sent.')].filter(([, times]) => times > 1);
  assert.ok(twice.length > 0 && twice.length <= IN_FLIGHT, `${twice.length} twice`);
  for (const [path, times] of twice) assert.ok(times === 2 && inFlight.has(path), path);
}
