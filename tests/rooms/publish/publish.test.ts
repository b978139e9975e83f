import assert from 'node:assert/strict';
import { type TestContext, test } from 'node:test';
import { pino } from 'pino';
import { Publisher } from '../../../sidecar/publish/publish.ts';
import { PublisherThread } from '../../../sidecar/publish/publisher-thread.ts';
import { RebuildStatus } from '../../../sidecar/publish/rebuild-status.ts';
import { CurrentRelease } from '../../../sidecar/release/current-release.ts';
import { atEnd } from '../../support/lifetime.ts';
import { createSupervised } from '../../support/manual-clock.ts';
import { BASE_URL, makeRelease } from '../../support/release.ts';
import { waitUntil } from '../../support/wait-until.ts';

const made = await makeRelease();
const { release } = made;
const FAULT = { kind: 'rebuild', what: 'the rebuild', code: 'EIO', reason: 'no' };
const SAY_AFTER =
  "post({ type: 'log', level: 'info', message: 'after ' + settings.after, fields: {} });";
const say = (...messages: unknown[]) =>
  messages.map((one) => `post(${JSON.stringify(one)});`).join('');

/** A thread that runs a script once it has its settings. */
function threadOf(script: string): PublisherThread {
  const code = `import { workerData as port } from 'node:worker_threads';
    const post = (message) => port.postMessage(message);
    const end = () => port.close();
    port.on('message', (settings) => { if (settings === 'stop') end(); else { ${script} } });`;
  return new PublisherThread(new URL(`data:text/javascript,${encodeURIComponent(code)}`));
}

/** Publishes by threads that run scripts, one after the other. */
function startPublisher(t: TestContext, watch: 'content' | 'release', ...scripts: string[]) {
  const supervised = createSupervised();
  const [current, status] = [new CurrentRelease(), new RebuildStatus()];
  const logged: string[] = [];
  const log = pino({}, { write: (line) => logged.push(JSON.parse(line).msg) });
  const places = {
    contentDir: '',
    outDir: '',
    stateDir: '',
    baseUrl: BASE_URL,
    sidecarUrl: BASE_URL,
    watch,
  };
  const settings = { ...places, lock: undefined, after: 0, announced: 0 };
  const start = () => threadOf(scripts.shift() ?? assert.fail('there are too many threads'));
  const thread = start();
  const { supervisor } = supervised;
  const publisher = new Publisher({ thread, settings, current, status, supervisor, log, start });
  atEnd(t, () => publisher.stop());
  thread.begin(settings);
  return { ...supervised, publisher, current, status, logged };
}

test('a thread that dies is started again from what is served, and the fault ends once it has read the content', async (t) => {
  const current = { type: 'current' };
  const scripts = ['end();', `${SAY_AFTER} throw new Error('It dies.');`, SAY_AFTER + say(current)];
  const started = startPublisher(t, 'content', ...scripts);
  const { publisher, supervisor, status, logged, clock } = started;
  const died = (count: number) =>
    waitUntil(`the death of ${count}`, () => {
      const lines = logged.filter((line) => line.startsWith('The publisher died: '));
      return lines.length === count && supervisor.faults[0]?.code === 'THREAD_DIED';
    });
  await died(1);
  await publisher.opened;
  assert.equal(status.lastError?.code, 'REBUILD_FAILED');
  started.current.swap(release);
  await clock.advance(1_000);
  await died(2);
  assert.ok(logged.some((line) => line.includes('It dies.')));
  await clock.advance(60_000);
  await waitUntil('no fault', () => supervisor.faults.length === 0);
  assert.equal(status.lastError, undefined);
  assert.deepEqual(
    logged.filter((line) => line.startsWith('after')),
    [`after ${release.ordinal}`, `after ${release.ordinal}`],
  );
});

test('a thread whose release cannot be served is ended, and started again', async (t) => {
  const broken = { type: 'data', facts: {}, files: [] };
  const { logged, clock, supervisor } = startPublisher(
    t,
    'content',
    say(broken),
    say({ type: 'current' }),
  );
  await waitUntil('a fault', () => supervisor.faults.length === 1);
  assert.match(logged[0] ?? '', /^The published release cannot be served: /);
  await clock.advance(1_000);
  await waitUntil('no fault', () => supervisor.faults.length === 0);
});

test('a fault of the system is tried again when it is time to', async (t) => {
  const failed = { type: 'failed', code: 'REBUILD_FAILED', count: 1, lines: ['x'], fault: FAULT };
  const script = `if (settings === 'retry') ${say({ type: 'current' })} else ${say(failed)}`;
  const { clock, supervisor, status } = startPublisher(t, 'content', script);
  await waitUntil('a fault', () => supervisor.faults[0]?.code === 'EIO');
  await clock.advance(1_000);
  await waitUntil('no fault', () => supervisor.faults.length === 0);
  assert.equal(status.lastError, undefined);
});
