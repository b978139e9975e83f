import assert from 'node:assert/strict';
import { test } from 'node:test';
import { encode } from '#artifacts/seal.ts';
import { PageCoder } from '../../../sidecar/render/page-coder.ts';
import { atEnd } from '../../support/at-end.ts';

const PAGES = ['', 'short', 'page '.repeat(2000), 'long page '.repeat(20_000)].map((text, index) =>
  Buffer.from(`${index} ${text}`),
);

test('pages have the codings that the same bytes have in a build, in any order', async (t) => {
  const coder = new PageCoder();
  atEnd(t, () => coder.close());
  const coded = await Promise.all([...PAGES, ...PAGES].map((page) => coder.encode(page)));
  for (const [index, codings] of coded.entries()) {
    const page = PAGES[index % PAGES.length] ?? assert.fail();
    assert.deepEqual(toText(codings), toText(await encode(page)));
  }
});

test('where its thread ends, what waits is coded all the same, and a new thread is started', async (t) => {
  const coder = new PageCoder();
  atEnd(t, () => coder.close());
  const [page = assert.fail()] = PAGES.slice(2);
  const waiting = coder.encode(page);
  await coder.close();
  const expected = toText(await encode(page));
  assert.deepEqual(toText(await waiting), expected);
  assert.deepEqual(toText(await coder.encode(page)), expected);
});

function toText(codings: Awaited<ReturnType<typeof encode>>): unknown {
  return Object.entries(codings).map(([coding, { etag, bytes }]) => [
    coding,
    etag,
    Buffer.from(bytes).toString('base64'),
  ]);
}
