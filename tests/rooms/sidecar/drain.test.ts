import assert from 'node:assert/strict';
import { once } from 'node:events';
import { type TestContext, test } from 'node:test';
import { pino } from 'pino';
import { drainOnSignal } from '../../../sidecar/drain.ts';
import { startInProcess } from '../../support/in-process.ts';
import { statelessHeaders, statelessMessage } from '../../support/mcp-client.ts';
import { headOf, openRaw } from '../../support/raw-http.ts';
import { makeRelease } from '../../support/release.ts';
import { startService } from '../../support/service.ts';

const SIGNALS = ['SIGTERM', 'SIGINT'] as const;
const BODY = JSON.stringify(statelessMessage('tools/list'));
const POST = headOf('POST /mcp', {
  ...statelessHeaders('tools/list'),
  'Content-Length': `${BODY.length}`,
});

test('on SIGTERM a request in flight is answered, new ones are refused, and the exit code is 0', async (t) => {
  const service = await startService(t);
  const idle = await openRaw(service.url);
  await idle.send(headOf('/reviews.json'));
  await idle.answer();
  const [busy, half] = [await openRaw(service.url), await openRaw(service.url)];
  // An answer in between shows that the process has read the first half.
  await busy.send(headOf('/reviews.json') + POST + BODY.slice(0, 20));
  await half.send(headOf('/reviews.json') + POST.slice(0, 20));
  for (const connection of [busy, half]) await connection.answer();

  service.process.kill('SIGTERM');
  await service.logged('draining');
  await idle.ended();
  // Half a head is no request yet.
  await half.ended();
  await assert.rejects(openRaw(service.url), { code: 'ECONNREFUSED' });
  await busy.send(BODY.slice(20));
  assert.equal((await busy.answer()).status, 200);
  await busy.ended();
  const [code] = await once(service.process, 'exit');
  assert.equal(code, 0);
  await service.logged('stopped');
});

/** A server in this process that drains, and what a signal to it would call. */
async function drainInProcess(t: TestContext, now?: () => number) {
  const { release } = await makeRelease();
  const started = await startInProcess(t, { release });
  const before = SIGNALS.map((signal) => process.listeners(signal));
  drainOnSignal(started, started.current, pino({ level: 'silent' }), now);
  const [stop] = SIGNALS.flatMap((signal, index) => {
    const added = process.listeners(signal).filter((one) => !before[index]?.includes(one));
    for (const one of added) process.off(signal, one);
    return added;
  });
  assert.ok(stop);
  return { ...started, stop };
}

test('after the deadline clients are dropped that neither read nor hang up', async (t) => {
  const { url, server, current, stop } = await drainInProcess(t);
  const accepted = once(server, 'connection');
  const connection = await openRaw(url);
  connection.socket.pause();
  await accepted;

  t.mock.timers.enable({ apis: ['setTimeout', 'setInterval'] });
  const closed = once(server, 'close');
  stop('SIGTERM');
  assert.equal(current.isDraining, true);
  t.mock.timers.tick(10_000);
  await closed;
});

test('a signal that npm passes on beside the terminal is no second one; another one ends the process', async (t) => {
  const exit = t.mock.method(process, 'exit', () => {});
  let now = 0;
  const { stop } = await drainInProcess(t, () => now);
  stop('SIGINT');
  now = 999;
  stop('SIGINT');
  assert.equal(exit.mock.callCount(), 0);
  now = 1_000;
  stop('SIGINT');
  assert.deepEqual(exit.mock.calls[0]?.arguments, [1]);

  now = 0;
  const other = await drainInProcess(t, () => now);
  other.stop('SIGINT');
  other.stop('SIGTERM');
  assert.equal(exit.mock.callCount(), 2);
});
