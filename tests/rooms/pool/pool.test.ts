import assert from 'node:assert/strict';
import { type TestContext, test } from 'node:test';
import { compress } from '#artifacts/encode-variants.ts';
import { cancel, createCanceled } from '../../../sidecar/pool/canceled.ts';
import { Pool } from '../../../sidecar/pool/pool.ts';
import { atEnd } from '../../support/lifetime.ts';
import { createSupervised } from '../../support/manual-clock.ts';

const PAGES = ['', 'short', 'page '.repeat(2000), 'long page '.repeat(20_000)].map((text, index) =>
  Buffer.from(`${index} ${text}`),
);
const [, , PAGE = assert.fail()] = PAGES;
/** Takes each encoder a second or more. */
const LARGE = Buffer.concat(
  Array.from({ length: 400_000 }, (_, index) => Buffer.from(`${index} ${index * 7919} reviews\n`)),
);

function createPool(t: TestContext) {
  const supervised = createSupervised();
  const pool = new Pool({ supervisor: supervised.supervisor });
  atEnd(t, () => pool.close());
  return { pool, ...supervised };
}

/** The codings are those that the same bytes have in a build. */
async function assertCoded(pool: Pool): Promise<void> {
  const coded = await Promise.all(PAGES.map((page) => pool.encodePage(page)));
  assert.deepEqual(coded, await Promise.all(PAGES.map((page) => compress([page]))));
}

test('pages have the codings that the same bytes have in a build, without more memory', async (t) => {
  const { pool, lines } = createPool(t);
  await assertCoded(pool);
  for (const { body } of Object.values(await pool.encodePage(PAGE))) {
    assert.equal(body[0].buffer.byteLength, body[0].length);
  }
  // A thread that is ended is no fault.
  const waiting = pool.encodePage(PAGE);
  await pool.close();
  const coded = await compress([PAGE]);
  assert.deepEqual([await waiting, await pool.encodePage(PAGE)], [coded, coded]);
  assert.deepEqual(lines, []);
});

test('a large file has the codings that it has in a build, and holds up no page', async (t) => {
  const { pool } = createPool(t);
  let isDone = false;
  const body = [LARGE.subarray(0, 1_000_000), LARGE.subarray(1_000_000)];
  const large = pool.run({ type: 'compress', body, canceled: createCanceled() }).then((coded) => {
    isDone = true;
    return coded;
  });
  await assertCoded(pool);
  assert.equal(isDone, false);
  assert.deepEqual(await large, await compress([LARGE]));
});

test('a long task that is canceled ends, whether it runs or waits', async (t) => {
  const { pool, supervisor } = createPool(t);
  const tasks = Array.from({ length: 3 }, () => ({ canceled: createCanceled() }));
  const done: number[] = [];
  const running = tasks.map(async ({ canceled }, index) => {
    const task = pool.run({ type: 'compress', body: [LARGE], canceled });
    await (index < 2 ? assert.rejects(task, /abort|no longer wanted/i) : task);
    done.push(index);
  });
  // The thread runs.
  await pool.run({ type: 'compressPage', html: PAGE });
  for (const { canceled } of tasks.slice(0, 2)) cancel(canceled);
  await Promise.all(running);
  assert.deepEqual(done, [0, 1, 2]);
  assert.deepEqual(supervisor.faults, []);
});
