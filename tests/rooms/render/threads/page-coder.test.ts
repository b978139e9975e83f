import assert from 'node:assert/strict';
import { type TestContext, test } from 'node:test';
import { compress } from '#artifacts/encode-variants.ts';
import { PAGE_CODER_WORKER, PageCoder } from '../../../../sidecar/render/threads/page-coder.ts';
import { atEnd } from '../../../support/lifetime.ts';
import { createSupervised } from '../../../support/manual-clock.ts';
import { waitUntil } from '../../../support/wait-until.ts';

const PAGES = ['', 'short', 'page '.repeat(2000), 'long page '.repeat(20_000)].map((text, index) =>
  Buffer.from(`${index} ${text}`),
);
const [, , PAGE = assert.fail()] = PAGES;

/** A thread that dies of the first page that says so, and one that cannot be started. */
const DYING = new URL('./dying-page-coder.ts', import.meta.url);

function createCoder(t: TestContext, worker = PAGE_CODER_WORKER) {
  const supervised = createSupervised();
  const coder = new PageCoder({ supervisor: supervised.supervisor, worker });
  atEnd(t, () => coder.close());
  return { coder, ...supervised };
}

/** The codings are those that the same bytes have in a build. */
async function assertCoded(coder: PageCoder): Promise<void> {
  const pages = [...PAGES, ...PAGES];
  const coded = await Promise.all(pages.map((page) => coder.encode(page)));
  assert.deepEqual(coded, await Promise.all(pages.map((page) => compress([page]))));
}

test('pages have the codings that the same bytes have in a build, without more memory', async (t) => {
  const { coder, lines } = createCoder(t);
  await assertCoded(coder);
  for (const { body } of Object.values(await coder.encode(PAGE))) {
    assert.equal(body[0].buffer.byteLength, body[0].length);
  }
  // A thread that is ended is no fault.
  const waiting = coder.encode(PAGE);
  await coder.close();
  const coded = await compress([PAGE]);
  assert.deepEqual([await waiting, await coder.encode(PAGE)], [coded, coded]);
  assert.deepEqual(lines, []);
});

test('where its thread dies, pages that wait are coded all the same, and it is started again', async (t) => {
  const { coder, supervisor, clock, lines } = createCoder(t, DYING);
  await assertCoded(coder);
  await Promise.all([coder.encode(Buffer.from('die')), assertCoded(coder)]);
  const [fault] = supervisor.faults;
  assert.deepEqual([fault?.kind, fault?.code], ['thread', 'THREAD_DIED']);
  assert.match(fault?.message ?? '', /^the thread that compresses pages: it died/);
  assert.match(String(lines[0]?.cause), /It dies of this page/);
  await assertCoded(coder);
  await clock.advance(1_000);
  await waitUntil('it works again', () => supervisor.faults.length === 0);
  await assertCoded(coder);
  const said = lines.slice(1).map(({ line }) => line);
  assert.deepEqual(said, ['the thread that compresses pages: works again']);
});
