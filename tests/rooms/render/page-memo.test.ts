import assert from 'node:assert/strict';
import { test } from 'node:test';
import { encodeVariants } from '#artifacts/encode-variants.ts';
import { preparePage } from '../../../sidecar/http/published-file.ts';
import { type Page, PageMemo } from '../../../sidecar/render/page-memo.ts';

const TEXT = 'Not compressible: 0123456789abcdef. ';

async function pageOf(text: string): Promise<Page> {
  return {
    ordinal: 1,
    status: 200,
    file: preparePage('/', await encodeVariants([Buffer.from(text)]), []),
  };
}

/** What a page takes in a memo of its own. */
function bytesOf(page: Page): number {
  const memo = new PageMemo(1_000_000);
  memo.set('/', page);
  return memo.bytes;
}

const [ONE, OTHER] = [await pageOf(TEXT), await pageOf(`${TEXT}!`)];

test('a page is remembered for the release it was rendered from', () => {
  const memo = new PageMemo(1_000_000);
  memo.set('/', { ...ONE, ordinal: 7 });
  assert.equal(memo.get(7, '/')?.file, ONE.file);
  assert.equal(memo.get(7, '/')?.status, 200);
  assert.equal(memo.get(6, '/'), undefined);
  assert.equal(memo.get(8, '/'), undefined);
  assert.equal(memo.get(7, '/feeds/'), undefined);
});

test('a page takes its bytes in every coding, and something for its headers', async () => {
  const page = await pageOf(TEXT.repeat(100));
  const { identity, coded } = page.file;
  assert.equal(coded.size, 3);
  const bodies = [identity, ...coded.values()].reduce((sum, { body }) => sum + body.length, 0);
  assert.ok(bytesOf(page) > bodies);
  assert.ok(bytesOf(page) < bodies + 10_000);
});

test('within its bound a memo forgets the page that was not asked for longest', () => {
  const memo = new PageMemo(3 * bytesOf(ONE));
  for (const path of ['/a', '/b', '/c']) memo.set(path, ONE);
  assert.equal(memo.bytes, 3 * bytesOf(ONE));
  assert.ok(memo.get(1, '/a'));
  memo.set('/d', ONE);
  const left = ['/a', '/b', '/c', '/d'].filter((path) => memo.get(1, path));
  assert.deepEqual(left, ['/a', '/c', '/d']);
  assert.equal(memo.bytes, 3 * bytesOf(ONE));
});

test('a page that is larger than the bound is not remembered, and drives none away', async () => {
  const memo = new PageMemo(2 * bytesOf(ONE));
  memo.set('/a', ONE);
  memo.set('/b', await pageOf(TEXT.repeat(10_000)));
  assert.ok(memo.get(1, '/a'));
  assert.equal(memo.get(1, '/b'), undefined);
  assert.equal(memo.bytes, bytesOf(ONE));
  const none = new PageMemo(0);
  none.set('/', ONE);
  assert.equal(none.get(1, '/'), undefined);
  assert.equal(none.bytes, 0);
});

test('the page of a newer release takes the place of the one before, and not the reverse', () => {
  const memo = new PageMemo(1_000_000);
  memo.set('/', ONE);
  memo.set('/', { ...OTHER, ordinal: 2 });
  assert.equal(memo.get(2, '/')?.file, OTHER.file);
  assert.equal(memo.get(1, '/'), undefined);
  memo.set('/', ONE);
  assert.equal(memo.get(2, '/')?.file, OTHER.file);
  assert.equal(memo.bytes, bytesOf(OTHER));
});

test('a page with the same tag is found, of whatever release', () => {
  const memo = new PageMemo(1_000_000);
  memo.set('/', ONE);
  const { etag } = ONE.file.identity;
  assert.equal(memo.findSame('/', etag), ONE.file);
  assert.equal(memo.findSame('/', OTHER.file.identity.etag), undefined);
  assert.equal(memo.findSame('/feeds/', etag), undefined);
});
