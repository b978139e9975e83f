import assert from 'node:assert/strict';
import { test } from 'node:test';
import { encodeVariants } from '#artifacts/encode-variants.ts';
import { preparePage } from '../../../sidecar/http/published-file.ts';
import { type Page, PageMemo } from '../../../sidecar/render/page-memo.ts';

const TEXT = 'Not compressible: 0123456789abcdef. ';

async function pageOf(text: string): Promise<Page> {
  const file = preparePage('/', await encodeVariants([Buffer.from(text)]), []);
  return { ordinal: 1, status: 200, file };
}

/** A memo with a page at some paths. */
function memoWith(page: Page, paths = ['/'], maxBytes = 1_000_000): PageMemo {
  const memo = new PageMemo(maxBytes);
  for (const path of paths) memo.set(path, page);
  return memo;
}

const [ONE, OTHER] = [await pageOf(TEXT), await pageOf(`${TEXT}!`)];
const ONE_BYTES = memoWith(ONE).bytes;

test('a page takes its bytes in every coding, and something for its headers', async () => {
  const page = await pageOf(TEXT.repeat(100));
  const { identity, coded } = page.file;
  assert.equal(coded.size, 3);
  const bodies = [identity, ...coded.values()].reduce((sum, { body }) => sum + body.length, 0);
  const { bytes } = memoWith(page);
  assert.ok(bytes > bodies && bytes < bodies + 10_000);
});

test('within its bound a memo forgets the page that was not asked for longest', () => {
  const memo = memoWith(ONE, ['/a', '/b', '/c'], 3 * ONE_BYTES);
  assert.equal(memo.bytes, 3 * ONE_BYTES);
  assert.ok(memo.get(1, '/a'));
  memo.set('/d', ONE);
  const left = ['/a', '/b', '/c', '/d'].filter((path) => memo.get(1, path));
  assert.deepEqual(left, ['/a', '/c', '/d']);
  assert.equal(memo.bytes, 3 * ONE_BYTES);
});

test('a page that is larger than the bound is not remembered, and removes no other', async () => {
  const memo = memoWith(ONE, ['/a'], 2 * ONE_BYTES);
  memo.set('/b', await pageOf(TEXT.repeat(10_000)));
  assert.ok(memo.get(1, '/a'));
  assert.equal(memo.get(1, '/b'), undefined);
  assert.equal(memo.bytes, ONE_BYTES);
  const none = memoWith(ONE, ['/'], 0);
  assert.deepEqual([none.get(1, '/'), none.bytes], [undefined, 0]);
});

test('the page of a newer release replaces the one before, and not the reverse', () => {
  const memo = memoWith(ONE);
  const bytes = memoWith(OTHER).bytes;
  memo.set('/', { ...OTHER, ordinal: 2 });
  assert.equal(memo.get(1, '/'), undefined);
  memo.set('/', ONE);
  assert.equal(memo.get(2, '/')?.file, OTHER.file);
  assert.equal(memo.bytes, bytes);
});
