import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { type TestContext, test } from 'node:test';
import type { Manifest } from '#artifacts/manifest.ts';
import { openPack, type PackedFile } from '#release/pack.ts';
import { writePack } from '#release/write-pack.ts';
import { preparePublishedFile } from '../../../sidecar/http/published-file.ts';
import {
  createPageSet,
  createPageSetOfFiles,
  MAX_PREPARED_PAGES,
  type PageSet,
} from '../../../sidecar/release/page-set.ts';
import { createFolder } from '../../support/content-folder.ts';
import { packedFiles, RELEASE_KEY } from '../../support/packed-files.ts';

const BASE_URL = RELEASE_KEY.baseUrl;
const FILES = await packedFiles({
  'index.html': `<a href="/reviews/anna/">Anna</a>${'<p>Text.'.repeat(90)}`,
  'reviews/anna/index.html': '<p>Anna</p>',
  'reviews/bert/index.html': '<a href="/reviews/anna/">Anna</a>',
  'favicon.svg': '<svg/>',
});

async function openSet(
  t: TestContext,
  files: readonly PackedFile[] = FILES,
  mostPrepared?: number,
) {
  const file = join(createFolder(t), 'pages.pack');
  await writePack(file, { meta: { ordinal: 12, key: RELEASE_KEY }, files });
  return createPageSet(openPack(readFileSync(file)), BASE_URL, mostPrepared);
}

function setOfFiles(): PageSet {
  const manifest: Manifest = {
    manifestVersion: 1,
    ordinal: 12,
    key: RELEASE_KEY,
    entries: FILES.map(({ entry }) => entry),
  };
  return createPageSetOfFiles(manifest, FILES.map(prepare));
}

function prepare({ entry, bodies: { identity, br, zstd, gzip } }: PackedFile) {
  const bodies = {
    identity: Buffer.from(identity),
    ...(br && { br: Buffer.from(br) }),
    ...(zstd && { zstd: Buffer.from(zstd) }),
    ...(gzip && { gzip: Buffer.from(gzip) }),
  };
  return preparePublishedFile(entry, bodies, BASE_URL);
}

for (const [what, makeSet] of [
  ['a pack', openSet],
  ['files', setOfFiles],
] as const) {
  test(`pages of ${what} are served as they were sealed`, async (t) => {
    const pages = await makeSet(t);
    assert.equal(pages.ordinal, 12);
    assert.deepEqual(pages.key, RELEASE_KEY);
    for (const file of FILES) assert.deepEqual(pages.get(file.entry.path), prepare(file));
    for (const path of ['/reviews/carl/', '/reviews/anna', '', '/index.html']) {
      assert.equal(pages.get(path), undefined);
    }
  });

  test(`pages of ${what} tell which reviews have one, and which of them show a review`, async (t) => {
    const pages = await makeSet(t);
    assert.deepEqual([...pages.ids()], ['anna', 'bert']);
    assert.equal(pages.ids(), pages.ids(), 'worked out once');
    assert.deepEqual([...pages.showing('anna')].sort(), ['/', '/reviews/anna/', '/reviews/bert/']);
    assert.deepEqual(pages.showing('bert'), ['/reviews/bert/']);
    assert.deepEqual(pages.showing('carl'), []);
  });
}

test('a page is prepared once, until too many others were asked for', async (t) => {
  const pages = await openSet(t, FILES, 2);
  const home = pages.get('/');
  assert.equal(pages.get('/'), home);
  pages.get('/reviews/anna/');
  assert.equal(pages.get('/'), home);
  const bert = pages.get('/reviews/bert/');
  assert.notEqual(pages.get('/'), home);
  assert.deepEqual(pages.get('/'), home);
  assert.equal(pages.get('/reviews/bert/'), bert);
});

test('no more than 10,000 pages are kept prepared', async (t) => {
  assert.equal(MAX_PREPARED_PAGES, 10_000);
  const [page = assert.fail()] = await packedFiles({ 'index.html': '<p>A' });
  const many = Array.from({ length: 10_001 }, (_, index) => {
    return { ...page, entry: { ...page.entry, path: `/p-${index}/` } };
  });
  const pages = await openSet(t, many);
  const prepared = many.map(({ entry }) => pages.get(entry.path));
  assert.equal(pages.get('/p-1/'), prepared[1]);
  assert.notEqual(pages.get('/p-0/'), prepared[0]);
});

test('a pack that does not say which release it was made from holds no pages', async (t) => {
  const file = join(createFolder(t), 'pages.pack');
  await writePack(file, { meta: { ordinal: 0 }, files: FILES });
  assert.throws(() => createPageSet(openPack(readFileSync(file)), BASE_URL));
});
