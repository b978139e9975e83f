import assert from 'node:assert/strict';
import { type TestContext, test } from 'node:test';
import { pino } from 'pino';
import { HubUnavailableError } from '../../../sidecar/hub/hub-client.ts';
import { HubThread } from '../../../sidecar/hub/hub-thread.ts';
import { atEnd } from '../../support/lifetime.ts';
import { createSupervised } from '../../support/manual-clock.ts';
import { BASE_URL, makeRelease } from '../../support/release.ts';
import { SAMPLE_CONTENT } from '../../support/sample-content.ts';
import { waitUntil } from '../../support/wait-until.ts';
import { HUB_SETTINGS, intentOf } from './work/hub-in-process.ts';

const RECORDING = new URL('./recording-hub-worker.ts', import.meta.url);
const CLIENT = '192.0.2.1';
/** What the recording thread is asked for decides what it does. */
const ask = (host: string) => intentOf({ callback: `https://${host}.example/` });

function startThread(t: TestContext) {
  const sent: unknown[] = [];
  const { supervisor, clock, lines } = createSupervised();
  const thread = new HubThread({
    settings: {
      settings: HUB_SETTINGS,
      baseUrl: BASE_URL,
      sidecarUrl: BASE_URL,
      databaseUrl: undefined,
      file: '',
    },
    supervisor,
    log: pino({}, { write: (line) => void sent.push(JSON.parse(line).release) }),
    worker: RECORDING,
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

test('each release goes to the thread, and is a takedown where a review is newly gone', async (t) => {
  const { thread, waitForSent } = startThread(t);
  await assert.rejects(thread.accept(intentOf(), CLIENT), HubUnavailableError);
  await assert.rejects(thread.status(), HubUnavailableError);
  const removal = '- { id: review-a, dateRemoved: 2026-11-20, reason: author-request }\n';
  const removed = { 'removed.yaml': `${SAMPLE_CONTENT['removed.yaml']}${removal}` };
  const without = { ...SAMPLE_CONTENT, ...removed };
  const first = await makeRelease();
  const second = await makeRelease(without, { previous: first.manifest });
  const third = await makeRelease(without, { previous: second.manifest });
  const expected: unknown[] = [];
  for (const { release } of [first, second, third]) {
    const topics = ['/reviews.json', '/api/feed.json', '/feed.xml'].map((path) => {
      const file = release.files.get(path);
      return [BASE_URL + path, file?.mediaType, file?.identity.length];
    });
    expected.push({ ordinal: release.ordinal, topics, isTakedown: release === second.release });
    thread.publish(release);
    await waitForSent(expected.length);
  }
  assert.deepEqual(await waitForSent(3), expected);
});

test('a thread that dies fails what it was asked, and its follower gets the release', async (t) => {
  const { thread, supervisor, clock, lines, sent, waitForSent, release } = await startServing(t);
  await assert.rejects(thread.accept(ask('die'), CLIENT), HubUnavailableError);
  await waitUntil('its end', () => lines.length > 0);
  assert.equal(lines[0]?.line, 'the hub’s thread: it died; retrying in 1 s');
  assert.match(String(lines[0]?.cause), /It dies\./);
  const [fault] = supervisor.faults;
  assert.deepEqual([fault?.kind, fault?.code], ['thread', 'THREAD_DIED']);
  // An edit does not start it any sooner.
  thread.publish(release);
  assert.equal(sent.length, 1);
  await clock.advance(1_000);
  await waitForSent(2);
  assert.deepEqual(supervisor.faults, []);
  assert.equal(await thread.accept(intentOf(), CLIENT), 'accepted');
});

test('while the store has a fault the hub is not ready, is asked all the same, and tries again', async (t) => {
  const { thread, supervisor, clock, lines } = await startServing(t);
  assert.equal(thread.isReady, true);
  await thread.accept(ask('full'), CLIENT);
  await waitUntil('the fault', () => !thread.isReady);
  const [fault] = supervisor.faults;
  const message = 'the hub’s store: no space left';
  assert.deepEqual([fault?.kind, fault?.code, fault?.message], ['hub', 'ENOSPC', message]);
  assert.equal(lines[0]?.cause, 'Its disk.');
  assert.equal(await thread.accept(intentOf(), CLIENT), 'accepted');
  await clock.advance(1_000);
  await waitUntil('it works again', () => thread.isReady);
});

test('no more calls wait than a bound, and none after stop', async (t) => {
  const { thread, sent, release } = await startServing(t);
  await assert.rejects(thread.status(), /No store/);
  const calls = Array.from({ length: 1_000 }, () => thread.accept(ask('never'), CLIENT));
  const ended = Promise.allSettled(calls);
  await assert.rejects(thread.accept(intentOf(), CLIENT), HubUnavailableError);
  await thread.stop();
  assert.ok((await ended).every(({ status }) => status === 'rejected'));
  // After stop nothing is started again.
  thread.publish(release);
  await assert.rejects(thread.accept(intentOf(), CLIENT), HubUnavailableError);
  assert.equal(sent.length, 1);
});
