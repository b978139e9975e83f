import assert from 'node:assert/strict';
import { once } from 'node:events';
import { test } from 'node:test';
import { drainOnSignal } from '../../sidecar/drain.ts';
import { startInProcess } from '../support/in-process.ts';
import { headOf, openRaw } from '../support/raw-http.ts';
import { makeRelease } from '../support/release.ts';
import { startListening, startService } from '../support/service.ts';

const GET = headOf('/api/reviews/search?limit=100');

test('on SIGTERM a request in flight is answered, new ones are refused, and the exit code is 0', async (t) => {
  const service = await startService(t);
  const idle = await openRaw(service.url);
  await idle.send(headOf('/reviews.json'));
  await idle.answer();
  const busy = await openRaw(service.url);
  // An answer in between tells that the process has read the first half.
  await busy.send(GET + GET.slice(0, 20));
  await busy.answer();

  service.process.kill('SIGTERM');
  await service.logged('draining');
  await idle.ended();
  await assert.rejects(openRaw(service.url), { code: 'ECONNREFUSED' });
  await busy.send(GET.slice(20));
  assert.equal((await busy.answer()).status, 200);
  await busy.ended();
  const [code] = await once(service.process, 'exit');
  assert.equal(code, 0);
  await service.logged('stopped');
});

test('a process that drains says so to whoever still asks', async (t) => {
  const service = await startService(t);
  const connection = await openRaw(service.url);
  const asks = headOf('/readyz');
  await connection.send(asks + asks.slice(0, 20));
  assert.equal((await connection.answer()).status, 200);
  service.process.kill('SIGTERM');
  await service.logged('draining');
  await connection.send(asks.slice(20));
  const answer = await connection.answer();
  assert.equal(answer.status, 503);
  assert.deepEqual(JSON.parse(answer.body.toString()), { status: 'draining' });
});

test('a second signal ends the process at once', async (t) => {
  const service = await startService(t);
  const busy = await openRaw(service.url);
  await busy.send(GET + GET.slice(0, 20));
  await busy.answer();
  service.process.kill('SIGTERM');
  await service.logged('draining');
  service.process.kill('SIGINT');
  const [code] = await once(service.process, 'exit');
  assert.equal(code, 1);
});

test('a client that connected early does not keep a process that cannot start', {
  timeout: 30_000,
}, async (t) => {
  const env = { STATE_DIR: '/dev/null' };
  const service = await startListening(t, { content: { 'business.yaml': '{' }, env });
  const early = await openRaw(service.url);
  const [code] = await once(service.process, 'exit');
  assert.equal(code, 1);
  await early.ended();
});

test('after the deadline clients are dropped that neither read nor hang up', async (t) => {
  const { release } = await makeRelease();
  const { url, server, wire, current } = await startInProcess(t, { release });
  const accepted = once(server, 'connection');
  const connection = await openRaw(url);
  connection.socket.pause();
  await accepted;

  t.mock.timers.enable({ apis: ['setTimeout', 'setInterval'] });
  const before = process.listeners('SIGTERM');
  const interrupts = process.listeners('SIGINT');
  const log: Parameters<typeof drainOnSignal>[3] = (await import('pino')).pino({ level: 'silent' });
  drainOnSignal(server, wire, current, log);
  const [stop] = process.listeners('SIGTERM').filter((one) => !before.includes(one));
  for (const one of process.listeners('SIGINT')) {
    if (!interrupts.includes(one)) process.off('SIGINT', one);
  }
  assert.ok(stop);
  process.off('SIGTERM', stop);

  const closed = once(server, 'close');
  stop('SIGTERM');
  assert.equal(current.isDraining, true);
  t.mock.timers.tick(10_000);
  await closed;
});
