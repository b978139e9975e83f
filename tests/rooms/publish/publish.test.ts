import assert from 'node:assert/strict';
import { type TestContext, test } from 'node:test';
import { pino } from 'pino';
import { NOTHING_BEFORE } from '../../../sidecar/publish/messages.ts';
import { PublishThread } from '../../../sidecar/publish/publish.ts';
import { RebuildStatus } from '../../../sidecar/publish/rebuild-status.ts';
import { ReleaseReceiver } from '../../../sidecar/publish/release-receiver.ts';
import { CurrentRelease } from '../../../sidecar/release/current-release.ts';
import { atEnd } from '../../support/at-end.ts';
import { createSupervised } from '../../support/manual-clock.ts';
import { BASE_URL } from '../../support/release.ts';
import { waitUntil } from '../../support/wait-until.ts';

/** A thread that does what a script says, over its `port`. */
function startThread(t: TestContext, script: string) {
  const { supervisor, clock, lines } = createSupervised();
  const rebuilding = new PublishThread({
    settings: {
      contentDir: '',
      outDir: '',
      stateDir: '',
      baseUrl: BASE_URL,
      watch: 'content',
      ...NOTHING_BEFORE,
    },
    current: new CurrentRelease(),
    receiver: new ReleaseReceiver(undefined),
    status: new RebuildStatus(),
    supervisor,
    log: pino({ level: 'silent' }),
    worker: new URL(
      `data:text/javascript,import { parentPort as port } from 'node:worker_threads'; ${script}`,
    ),
  });
  atEnd(t, () => rebuilding.stop());
  return { supervisor, clock, lines };
}

test('what failed in a thread that died is not told for ever', async (t) => {
  const fault = {
    kind: 'rebuild',
    what: 'the search index',
    code: 'INDEX_FAILED',
    reason: 'it cannot be built',
  };
  const message = JSON.stringify({ type: 'fault', fault });
  const { supervisor, lines } = startThread(t, `port.postMessage(${message}); port.unref();`);
  await waitUntil('it is told', () => lines[0]);
  assert.match(lines[0]?.line ?? '', /^the search index: it cannot be built/);
  await waitUntil('only its death is told', () => {
    const codes = supervisor.faults.map(({ code }) => code);
    return codes.length === 1 && codes[0] === 'THREAD_DIED';
  });
});

test('what works again is no fault any more', async (t) => {
  const fault = { kind: 'rebuild', what: 'the search index', code: 'X', reason: 'no' };
  const messages = [
    { type: 'fault', fault },
    { type: 'recovered', what: 'the search index' },
  ];
  const { supervisor, lines } = startThread(
    t,
    `for (const message of ${JSON.stringify(messages)}) port.postMessage(message); port.on('message', () => port.close());`,
  );
  await waitUntil('both are told', () => lines[1]);
  assert.equal(lines[1]?.line, 'the search index: works again');
  assert.deepEqual(supervisor.faults, []);
});

const now = () => new Date('2026-11-20T08:00:00Z');
const time = '2026-11-20T08:00:00.000Z';

test('a rebuild that fails is told until one succeeds', () => {
  const status = new RebuildStatus(now);
  assert.equal(status.lastError, undefined);
  status.start();
  assert.equal(status.isRebuilding, true);
  status.fail('CONTENT_INVALID', 2);
  assert.equal(status.isRebuilding, false);
  assert.deepEqual(status.lastError, { code: 'CONTENT_INVALID', time, count: 2 });
  status.start();
  assert.deepEqual(status.lastError, { code: 'CONTENT_INVALID', time, count: 2 });
  status.succeed();
  assert.equal(status.lastError, undefined);
});

test('a fault of storing is told where the content is right, until all is stored', () => {
  const status = new RebuildStatus(now);
  status.fail('CONTENT_INVALID', 2);
  status.fail('STORAGE_FAILED', 1);
  assert.deepEqual(status.lastError, { code: 'CONTENT_INVALID', time, count: 2 });
  status.succeed();
  assert.deepEqual(status.lastError, { code: 'STORAGE_FAILED', time, count: 1 });
  status.keep();
  assert.equal(status.lastError, undefined);
});
