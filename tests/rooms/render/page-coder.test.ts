import assert from 'node:assert/strict';
import { type TestContext, test } from 'node:test';
import { compress } from '#artifacts/encode-variants.ts';
import { joinPieces } from '#search/corpus/pieces.ts';
import { PAGE_CODER_WORKER, PageCoder } from '../../../sidecar/render/page-coder.ts';
import { atEnd } from '../../support/at-end.ts';
import { createSupervised } from '../../support/manual-clock.ts';
import { waitUntil } from '../../support/wait-until.ts';

const PAGES = ['', 'short', 'page '.repeat(2000), 'long page '.repeat(20_000)].map((text, index) =>
  Buffer.from(`${index} ${text}`),
);

/** A thread that dies of the first page that says so, or at once. */
const DYING = new URL('../../support/dying-page-coder.ts', import.meta.url);
const MISSING = new URL('./no-such-worker.ts', import.meta.url);
const WHAT = 'the thread that compresses pages';
const DEADLY = Buffer.from('die');

function createCoder(t: TestContext, worker = PAGE_CODER_WORKER) {
  const supervised = createSupervised();
  const coder = new PageCoder({ supervisor: supervised.supervisor, worker });
  atEnd(t, () => coder.close());
  return { coder, ...supervised };
}

async function assertCoded(coder: PageCoder): Promise<void> {
  const coded = await Promise.all([...PAGES, ...PAGES].map((page) => coder.encode(page)));
  for (const [index, codings] of coded.entries()) {
    const page = PAGES[index % PAGES.length] ?? assert.fail();
    assert.deepEqual(toText(codings), toText(await compress([page])));
  }
}

test('pages have the codings that the same bytes have in a build, in any order', async (t) => {
  const { coder, lines } = createCoder(t);
  await assertCoded(coder);
  assert.deepEqual(lines, []);
});

test('what the thread hands over has no more memory than bytes', async (t) => {
  const { coder } = createCoder(t);
  for (const {
    body: [bytes],
  } of Object.values(await coder.encode(PAGES[2] ?? assert.fail()))) {
    assert.equal(bytes.buffer.byteLength, bytes.length);
  }
});

test('where its thread dies, all that waits is coded all the same, and the thread is started again', async (t) => {
  const { coder, supervisor, clock, lines } = createCoder(t, DYING);
  await assertCoded(coder);
  const waiting = [coder.encode(DEADLY), assertCoded(coder)];
  await Promise.all(waiting);
  const [fault] = supervisor.faults;
  assert.deepEqual([fault?.kind, fault?.code], ['thread', 'THREAD_DIED']);
  assert.match(fault?.message ?? '', /^the thread that compresses pages: it died/);
  assert.match(String(lines[0]?.cause), /It dies of this page/);
  await assertCoded(coder);
  await clock.advance(1_000);
  await waitUntil('it works again', () => supervisor.faults.length === 0);
  assert.equal(lines.at(-1)?.line, `${WHAT}: works again`);
  await assertCoded(coder);
  assert.equal(lines.length, 2);
});

test('where no thread can be started, pages are coded without, and it is tried no more often than told', async (t) => {
  const { coder, supervisor, clock, lines } = createCoder(t, MISSING);
  await assertCoded(coder);
  await waitUntil('it is told', () => supervisor.faults.length > 0);
  await assertCoded(coder);
  assert.equal(lines.length, 1);
  await clock.advance(1_000);
  await waitUntil('it is told again', () => lines.length === 2);
  await assertCoded(coder);
  assert.match(lines[1]?.line ?? '', /; it is tried again in 2 s$/);
});

test('a thread that is ended is no fault', async (t) => {
  const { coder, lines } = createCoder(t);
  const [page = assert.fail()] = PAGES.slice(2);
  const waiting = coder.encode(page);
  await coder.close();
  assert.deepEqual(toText(await waiting), toText(await compress([page])));
  assert.deepEqual(toText(await coder.encode(page)), toText(await compress([page])));
  assert.deepEqual(lines, []);
});

function toText(codings: Awaited<ReturnType<typeof compress>>): unknown {
  return Object.entries(codings).map(([coding, { etag, body }]) => [
    coding,
    etag,
    joinPieces(body).toString('base64'),
  ]);
}
