import assert from 'node:assert/strict';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { type TestContext, test } from 'node:test';
import { pino } from 'pino';
import { HubUnavailableError } from '../../../sidecar/hub/hub-client.ts';
import { HUB_WORKER, HubThread } from '../../../sidecar/hub/hub-thread.ts';
import { createFolder } from '../../support/content-folder.ts';
import { atEnd } from '../../support/lifetime.ts';
import { createSupervised } from '../../support/manual-clock.ts';
import { BASE_URL, makeRelease } from '../../support/release.ts';
import { SAMPLE_CONTENT } from '../../support/sample-content.ts';
import { waitUntil } from '../../support/wait-until.ts';
import { HUB_SETTINGS, intentOf } from './work/hub-in-process.ts';

const RECORDING = new URL('./recording-hub-worker.ts', import.meta.url);
/** What the recording thread is asked for decides what it does. */
const ask = (host: string) => intentOf({ callback: `https://${host}.example/` });

type Sent = {
  readonly ordinal: number;
  readonly topics: readonly Record<string, unknown>[];
  readonly isTakedown: boolean;
};

function startThread(t: TestContext, worker = RECORDING, file = '') {
  const sent: Sent[] = [];
  const log = pino(
    {},
    {
      write: (line) => {
        const { msg, ordinal, topics, isTakedown } = JSON.parse(line);
        if (msg === 'a release was sent') sent.push({ ordinal, topics, isTakedown });
      },
    },
  );
  const { supervisor, clock, lines } = createSupervised();
  const thread = new HubThread({
    settings: { settings: HUB_SETTINGS, baseUrl: BASE_URL, databaseUrl: undefined, file },
    supervisor,
    log,
    worker,
  });
  atEnd(t, () => thread.stop());
  const waitForSent = (count: number) =>
    waitUntil(`${count} releases`, () => sent.length >= count && sent);
  return { thread, supervisor, clock, lines, sent, waitForSent };
}

/** A thread that has been sent a release. */
async function startServing(t: TestContext) {
  const started = startThread(t);
  const { release } = await makeRelease();
  started.thread.publish(release);
  await started.waitForSent(1);
  return { ...started, release };
}

const isWhole = ({ topics }: Sent) => topics.every(({ bytes }) => Number(bytes) > 0);

test('the first release goes whole to the thread, later ones as far as they differ', async (t) => {
  const { thread, waitForSent } = startThread(t);
  await assert.rejects(thread.accept(intentOf(), '192.0.2.1'), HubUnavailableError);
  await assert.rejects(thread.status(), HubUnavailableError);
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
    isTakedown: false,
  });
  // The bodies that are served are still there.
  assert.ok((first.release.files.get('/reviews.json')?.identity.length ?? 0) > 100);
});

test('a release that lacks a published review is a takedown, the first one is not', async (t) => {
  const { thread, waitForSent } = startThread(t);
  const first = await makeRelease();
  const removal = '- { id: review-a, dateRemoved: 2026-11-20, reason: author-request }\n';
  const without = { 'removed.yaml': `${SAMPLE_CONTENT['removed.yaml']}${removal}` };
  thread.publish(first.release);
  await waitForSent(1);
  const second = await makeRelease({ ...SAMPLE_CONTENT, ...without }, { previous: first.manifest });
  thread.publish(second.release);
  const sent = await waitForSent(2);
  assert.deepEqual(
    sent.map(({ isTakedown }) => isTakedown),
    [false, true],
  );
});

test('a thread that dies fails what it was asked, and its follower gets the whole release', async (t) => {
  const { thread, supervisor, clock, lines, sent, waitForSent, release } = await startServing(t);
  await assert.rejects(thread.accept(ask('die'), '192.0.2.1'), HubUnavailableError);
  assert.equal(lines[0]?.line, 'the hub’s thread: it died; it is tried again in 1 s');
  assert.match(String(lines[0]?.cause), /It dies\./);
  const [fault] = supervisor.faults;
  assert.deepEqual([fault?.kind, fault?.code], ['thread', 'THREAD_DIED']);
  // An edit does not start it any sooner.
  thread.publish(release);
  assert.equal(sent.length, 1);
  await clock.advance(1_000);
  assert.ok((await waitForSent(2)).every(isWhole));
  assert.deepEqual(supervisor.faults, []);
  assert.equal(await thread.accept(intentOf(), '192.0.2.1'), 'accepted');
});

test('a thread that is to open its store again gets the whole release, and is no fault', async (t) => {
  const { thread, supervisor, waitForSent } = await startServing(t);
  thread.reopen();
  await assert.rejects(thread.accept(intentOf(), '192.0.2.1'), HubUnavailableError);
  assert.ok((await waitForSent(2)).every(isWhole));
  assert.deepEqual(supervisor.faults, []);
});

test('a fault of the store is reported, and the thread tries again when it is time to', async (t) => {
  const { thread, supervisor, clock, lines } = await startServing(t);
  await thread.accept(ask('full'), '192.0.2.1');
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
  assert.equal(lines[0]?.cause, 'Its disk.');
  await clock.advance(1_000);
  await waitUntil('it works again', () => supervisor.faults.length === 0);
  await thread.accept(ask('full-for-ever'), '192.0.2.1');
  await clock.advance(100_000);
  assert.equal(supervisor.faults[0]?.nextTry, null);
  assert.match(lines.at(-1)?.line ?? '', /; it stops until the service is started again$/);
});

test('no more calls wait than a bound, and none after stop', async (t) => {
  const { thread, sent, release } = await startServing(t);
  const status = thread.status();
  assert.equal(thread.status(), status, 'who asks meanwhile shares an answer');
  await assert.rejects(status, /No store/);
  const again = thread.status();
  assert.notEqual(again, status, 'and a failure is not kept');
  await assert.rejects(again, /No store/);
  const calls = Array.from({ length: 1_000 }, () => thread.accept(ask('never'), '192.0.2.1'));
  await assert.rejects(thread.accept(intentOf(), '192.0.2.1'), HubUnavailableError);
  const ended = Promise.allSettled(calls);
  await thread.stop();
  assert.ok((await ended).every(({ status }) => status === 'rejected'));
  // After stop nothing is started again.
  thread.publish(release);
  await assert.rejects(thread.accept(intentOf(), '192.0.2.1'), HubUnavailableError);
  assert.equal(sent.length, 1);
});

test('a store that another process has locked is opened when it is free, without a restart', async (t) => {
  const file = join(createFolder(t), 'hub.sqlite');
  const other = new DatabaseSync(file);
  atEnd(t, () => other.close());
  other.exec('PRAGMA journal_mode = WAL; BEGIN IMMEDIATE');
  const { thread, supervisor, clock, lines } = startThread(t, HUB_WORKER, file);
  thread.publish((await makeRelease()).release);
  const fault = await waitUntil('the fault', () => supervisor.faults[0]);
  assert.equal(thread.isReady, false);
  assert.equal(fault.message, 'the hub’s store: it is locked by another process');
  assert.ok(String(lines[0]?.cause).includes(file), 'the log says which file');
  other.exec('ROLLBACK');
  await clock.advance(1_000);
  await waitUntil('the hub', () => thread.isReady);
  assert.deepEqual(supervisor.faults, []);
});
