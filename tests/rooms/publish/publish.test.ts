import assert from 'node:assert/strict';
import { test } from 'node:test';
import { pino } from 'pino';
import { NOTHING_BEFORE } from '../../../sidecar/publish/messages.ts';
import { PublishThread } from '../../../sidecar/publish/publish.ts';
import { RebuildStatus } from '../../../sidecar/publish/rebuild-status.ts';
import { ReleaseReceiver } from '../../../sidecar/publish/release-receiver.ts';
import { CurrentRelease } from '../../../sidecar/release/current-release.ts';
import { atEnd } from '../../support/lifetime.ts';
import { createSupervised } from '../../support/manual-clock.ts';
import { BASE_URL } from '../../support/release.ts';
import { waitUntil } from '../../support/wait-until.ts';

const WHAT = 'the compressed variants';
const fault = { kind: 'rebuild', what: WHAT, code: 'X', reason: 'no' };
const recovered = { type: 'recovered', what: WHAT };

for (const [what, messages, then, left] of [
  [
    'that is over',
    [{ type: 'fault', fault }, recovered],
    "port.on('message', () => port.close())",
    [],
  ],
] as const) {
  test(`a fault ${what} is one no longer`, async (t) => {
    const { supervisor, lines } = createSupervised();
    const script = `for (const one of ${JSON.stringify(messages)}) port.postMessage(one); ${then};`;
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
      receiver: new ReleaseReceiver(),
      status: new RebuildStatus(),
      supervisor,
      log: pino({ level: 'silent' }),
      worker: new URL(
        `data:text/javascript,import { parentPort as port } from 'node:worker_threads'; ${script}`,
      ),
    });
    atEnd(t, () => rebuilding.stop());
    await waitUntil('it is logged', () => lines[0]);
    assert.match(lines[0]?.line ?? '', /^the compressed variants: no/);
    await waitUntil(`what is left is ${left}`, () => {
      const codes = supervisor.faults.map(({ code }) => code);
      return lines.length > 1 && codes.join() === left.join();
    });
  });
}

test('a rebuild that fails is an error until one succeeds, and a fault of storing until all is stored', () => {
  const status = new RebuildStatus(() => new Date('2026-11-20T08:00:00Z'));
  const time = '2026-11-20T08:00:00.000Z';
  const invalid = { code: 'CONTENT_INVALID', time, count: 2 };
  assert.equal(status.lastError, undefined);
  status.start();
  assert.equal(status.isRebuilding, true);
  status.fail('STORAGE_FAILED', 1);
  status.fail('CONTENT_INVALID', 2);
  assert.deepEqual([status.isRebuilding, status.lastError], [false, invalid]);
  status.start();
  assert.deepEqual(status.lastError, invalid);
  status.succeed();
  assert.deepEqual(status.lastError, { code: 'STORAGE_FAILED', time, count: 1 });
  assert.equal(status.isRebuilding, false);
  status.start();
  status.keep();
  assert.deepEqual([status.isRebuilding, status.lastError], [false, undefined]);
});
