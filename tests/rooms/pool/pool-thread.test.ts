import assert from 'node:assert/strict';
import { type TestContext, test } from 'node:test';
import { POOL_WORKER } from '../../../sidecar/pool/pool.ts';
import { PoolThread, ThreadEndedError } from '../../../sidecar/pool/pool-thread.ts';
import { atEnd } from '../../support/lifetime.ts';
import { createSupervised } from '../../support/manual-clock.ts';
import { waitUntil } from '../../support/wait-until.ts';

const TROUBLED = new URL('./troubled-worker.ts', import.meta.url);

function create(t: TestContext, { worker = TROUBLED, idleMs = 60_000 } = {}) {
  const supervised = createSupervised();
  const thread = new PoolThread({
    supervisor: supervised.supervisor,
    worker,
    name: 'worker',
    what: 'the thread that works',
    reason: 'it died, and nothing is done',
    idleMs,
  });
  atEnd(t, () => thread.close());
  const draw = (svg: string) => thread.run({ type: 'rasterize', svg });
  const compress = () => thread.run({ type: 'compressPage', html: Buffer.from('page') });
  return { thread, draw, compress, ...supervised };
}

test('where it dies, all that wait are told, and the supervisor starts it again', async (t) => {
  const { draw, compress, supervisor, clock, lines } = create(t);
  await compress();
  const ended = ['die', 'next'].map((svg) => assert.rejects(draw(svg), ThreadEndedError));
  await Promise.all(ended);
  const [fault] = supervisor.faults;
  assert.deepEqual([fault?.kind, fault?.code], ['thread', 'THREAD_DIED']);
  assert.match(fault?.message ?? '', /^the thread that works: it died, and nothing is done/);
  assert.match(String(lines[0]?.cause), /It dies of this image/);
  await assert.rejects(compress(), ThreadEndedError, 'the next task does not start it');
  await clock.advance(1_000);
  await waitUntil('it works again', () => supervisor.faults.length === 0);
  assert.deepEqual(await compress(), {});
});

test('where no task comes the thread ends, and starts again for the next', async (t) => {
  const { thread, compress, lines } = create(t, { idleMs: 20 });
  await compress();
  await waitUntil('it has ended', () => !thread.isRunning);
  assert.deepEqual(await compress(), {});
  assert.deepEqual(lines, []);
});

test('pages do not wait for images, but for the one that is being made', async (t) => {
  const { thread, compress } = create(t, { worker: POOL_WORKER });
  const done: string[] = [];
  const svg = '<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"/>';
  const draw = async (name: string) => {
    await thread.run({ type: 'rasterize', svg });
    done.push(name);
  };
  const page = async (name: string) => {
    await compress();
    done.push(name);
  };
  await Promise.all([draw('a'), draw('b'), page('c'), draw('d'), page('e')]);
  assert.deepEqual(done, ['a', 'c', 'e', 'b', 'd']);
});
