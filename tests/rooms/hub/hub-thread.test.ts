import assert from 'node:assert/strict';
import { type TestContext, test } from 'node:test';
import { pino } from 'pino';
import { HubUnavailableError } from '../../../sidecar/hub/hub-client.ts';
import { HubThread } from '../../../sidecar/hub/hub-thread.ts';
import { atEnd } from '../../support/at-end.ts';
import { HUB_SETTINGS, intentOf } from '../../support/hub-in-process.ts';
import { createSupervised } from '../../support/manual-clock.ts';
import { makeRelease } from '../../support/release.ts';
import { SAMPLE_CONTENT } from '../../support/sample-content.ts';
import { waitUntil } from '../../support/wait-until.ts';

const WORKER = new URL('./recording-hub-worker.ts', import.meta.url);
const BASE_URL = 'http://reviews.test:8787';

type Sent = { readonly ordinal: number; readonly topics: readonly Record<string, unknown>[] };

function startThread(t: TestContext, worker = WORKER) {
  const lines: Record<string, unknown>[] = [];
  const log = pino({}, { write: (line) => lines.push(JSON.parse(line)) });
  const { supervisor, clock, lines: said } = createSupervised();
  const thread = new HubThread({
    settings: { settings: HUB_SETTINGS, baseUrl: BASE_URL, databaseUrl: undefined, file: '' },
    supervisor,
    log,
    worker,
  });
  atEnd(t, () => thread.stop());
  const sent = (): Sent[] =>
    lines
      .filter(({ msg }) => msg === 'a release was sent')
      .map(({ ordinal, topics }) => {
        assert.ok(Array.isArray(topics));
        return { ordinal: Number(ordinal), topics };
      });
  const waitForSent = (count: number) =>
    waitUntil(`${count} releases`, () => sent().length >= count && sent());
  return { thread, supervisor, clock, said, sent, waitForSent };
}

/** A thread that has been sent a release. */
async function startServing(t: TestContext) {
  const started = startThread(t);
  const { release } = await makeRelease();
  started.thread.publish(release);
  await started.waitForSent(1);
  return { ...started, release };
}

test('before the first release nobody is taken, and told to come again', async (t) => {
  const { thread } = startThread(t);
  await assert.rejects(thread.accept(intentOf()), HubUnavailableError);
  await assert.rejects(thread.status(), HubUnavailableError);
});

test('the first release goes whole to the thread, later ones as far as they differ', async (t) => {
  const { thread, waitForSent } = startThread(t);
  const first = await makeRelease();
  thread.publish(first.release);
  const [{ topics } = { topics: [] }] = await waitForSent(1);
  assert.deepEqual(
    topics.map(({ topic, mediaType, bytes }) => [topic, mediaType, typeof bytes]),
    [
      [`${BASE_URL}/reviews.json`, 'application/json', 'number'],
      [`${BASE_URL}/api/feed.json`, 'application/json', 'number'],
      [`${BASE_URL}/feed.xml`, 'application/atom+xml', 'number'],
    ],
  );
  const second = await makeRelease(SAMPLE_CONTENT, { previous: first.manifest });
  thread.publish(second.release);
  const [, again] = await waitForSent(2);
  assert.deepEqual(again, {
    ordinal: second.release.ordinal,
    topics: topics.map((topic) => ({ ...topic, bytes: null })),
  });
  // The bodies that are served are still there.
  assert.ok((first.release.files.get('/reviews.json')?.identity.length ?? 0) > 100);
});

test('a thread that dies fails what it was asked, and its follower gets the whole release', async (t) => {
  const { thread, supervisor, clock, said, sent, waitForSent, release } = await startServing(t);
  await assert.rejects(
    thread.accept(intentOf({ callback: 'https://die.example/' })),
    HubUnavailableError,
  );
  assert.equal(said[0]?.line, 'the hub’s thread: it died; it is tried again in 1 s');
  assert.match(String(said[0]?.cause), /It dies\./);
  const [fault] = supervisor.faults;
  assert.deepEqual([fault?.kind, fault?.code], ['thread', 'THREAD_DIED']);
  // An edit does not start it any sooner.
  thread.publish(release);
  assert.equal(sent().length, 1);
  await clock.advance(1_000);
  const [, again] = await waitForSent(2);
  assert.deepEqual(supervisor.faults, []);
  assert.deepEqual(new Set(again?.topics.map(({ bytes }) => typeof bytes)), new Set(['number']));
  assert.equal(await thread.accept(intentOf()), 'accepted');
});

test('what is withdrawn is not sent any more, and the next release starts the hub again', async (t) => {
  const { thread, supervisor, clock, sent, waitForSent, release } = await startServing(t);
  thread.withdraw();
  assert.ok(!thread.isReady);
  await assert.rejects(thread.accept(intentOf()), HubUnavailableError);
  // It comes while the one before still ends.
  thread.publish(release);
  const [, again] = await waitForSent(2);
  assert.deepEqual(new Set(again?.topics.map(({ bytes }) => typeof bytes)), new Set(['number']));
  assert.equal(await thread.accept(intentOf()), 'accepted');

  thread.withdraw();
  thread.withdraw();
  await clock.advance(60_000);
  assert.equal(sent().length, 2);
  thread.publish(release);
  await waitForSent(3);
  assert.deepEqual(supervisor.faults, []);
});

test('a thread that died is not started again for what was withdrawn', async (t) => {
  const { thread, clock, sent, waitForSent, release } = await startServing(t);
  await assert.rejects(thread.accept(intentOf({ callback: 'https://die.example/' })));
  thread.withdraw();
  await clock.advance(60_000);
  assert.equal(sent().length, 1);
  thread.publish(release);
  await waitForSent(2);
});

test('a fault of the store is told, and the thread is told when to try again', async (t) => {
  const { thread, supervisor, clock, said } = await startServing(t);
  await thread.accept(intentOf({ callback: 'https://full.example/' }));
  const since = new Date(clock.now());
  assert.deepEqual(supervisor.faults, [
    {
      kind: 'hub',
      code: 'ENOSPC',
      since: since.toISOString(),
      nextTry: new Date(since.getTime() + 1_000).toISOString(),
      message: 'the hub’s store: no space left',
    },
  ]);
  assert.equal(said[0]?.cause, 'Its disk.');
  await clock.advance(1_000);
  await waitUntil('it works again', () => supervisor.faults.length === 0);
});

test('a fault of the store that only a new start mends is told as such', async (t) => {
  const { thread, supervisor, clock, said } = await startServing(t);
  await thread.accept(intentOf({ callback: 'https://full-for-ever.example/' }));
  await clock.advance(100_000);
  assert.equal(supervisor.faults[0]?.nextTry, null);
  assert.match(said.at(-1)?.line ?? '', /; it stops until the service is started again$/);
});

test('a thread that cannot be started is tried again, and whoever publishes goes on', async (t) => {
  const { thread, supervisor, clock, said } = startThread(t, new URL('file:///no/such/worker.ts'));
  thread.publish((await makeRelease()).release);
  for (const count of [1, 2]) {
    await waitUntil('it is told', () => said.length === count);
    await clock.advance(count * 1_000);
  }
  assert.equal(supervisor.faults[0]?.code, 'THREAD_DIED');
});

test('no more calls wait than a bound', async (t) => {
  const { thread } = await startServing(t);
  const never = intentOf({ callback: 'https://never.example/' });
  const calls = Array.from({ length: 1_000 }, () => thread.accept(never));
  await assert.rejects(thread.accept(intentOf()), HubUnavailableError);
  const ended = Promise.allSettled(calls);
  await thread.stop();
  assert.deepEqual(new Set((await ended).map(({ status }) => status)), new Set(['rejected']));
});

test('who asks for the status meanwhile shares an answer; a failure is not kept', async (t) => {
  const { thread } = await startServing(t);
  const first = thread.status();
  assert.equal(thread.status(), first);
  await assert.rejects(first, /No store/);
  const second = thread.status();
  assert.notEqual(second, first);
  await assert.rejects(second, /No store/);
});

test('after stop nothing is started again', async (t) => {
  const { thread, sent, release } = await startServing(t);
  await thread.stop();
  thread.publish(release);
  await assert.rejects(thread.accept(intentOf()), HubUnavailableError);
  assert.equal(sent().length, 1);
});
