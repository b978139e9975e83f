import assert from 'node:assert/strict';
import { test } from 'node:test';
import { CODINGS, encodeVariants } from '#artifacts/encode-variants.ts';
import { lengthOf } from '#search/corpus/pieces.ts';
import {
  headersOf,
  type PublishedFile,
  preparePage,
} from '../../../sidecar/http/published-file.ts';
import { loadTinyBundle } from '../../support/pages.ts';
import { makeRelease } from '../../support/release.ts';

const { release } = await makeRelease();
const { assets } = await loadTinyBundle();
const TAGS = ['Cache-Tag', 'r-anna', 'Surrogate-Key', 'r-anna'];
const PAGE = preparePage('/', await encodeVariants([Buffer.from('<p>Anna</p>'.repeat(100))]), TAGS);
const allFiles = [...release.files.values(), ...assets.values(), PAGE];

function fileAt(path: string): PublishedFile {
  const file = allFiles.find((one) => one.path === path);
  assert.ok(file);
  return file;
}

function headersAt(path: string, coding?: (typeof CODINGS)[number]): Map<string, string> {
  const file = fileAt(path);
  const headers = headersOf(file, (coding && file.coded.get(coding)) ?? file.identity);
  const names = headers.filter((_, index) => index % 2 === 0).map((name) => name.toLowerCase());
  assert.equal(new Set(names).size, names.length, 'no header stands twice');
  return new Map(names.map((name, index) => [name, String(headers[index * 2 + 1])]));
}

test('each representation has its length, its coding and its own tag', () => {
  const file = fileAt('/reviews.json');
  assert.deepEqual([...file.coded.keys()], [...CODINGS]);
  assert.equal(new Set(file.etags).size, 4);
  for (const coding of [undefined, ...CODINGS]) {
    const headers = headersAt('/reviews.json', coding);
    const variant = (coding && file.coded.get(coding)) ?? file.identity;
    assert.equal(headers.get('content-length'), String(lengthOf(variant.body)));
    assert.equal(variant.length, lengthOf(variant.body));
    assert.equal(headers.get('etag'), variant.etag);
    assert.equal(headers.get('content-encoding'), coding);
    assert.equal(headers.get('vary'), 'Accept-Encoding');
  }
});

test('files whose name holds a hash are kept for ever, others for a minute', () => {
  const hashed = headersAt('/_astro/page.BbVtm1.css');
  assert.equal(hashed.get('cache-control'), 'public, max-age=31536000, immutable');
  assert.equal(hashed.get('cdn-cache-control'), undefined);
  for (const path of ['/reviews.json', '/feed.xml', '/', '/robots.txt']) {
    const headers = headersAt(path);
    // What was taken down must not come back out of a cache that cannot reach us.
    assert.equal(headers.get('cache-control'), 'public, max-age=60, stale-while-revalidate=60');
    assert.equal(headers.get('cdn-cache-control'), undefined);
  }
});

test('pages may load their own files, data nothing', () => {
  assert.match(headersAt('/').get('content-security-policy') ?? '', /style-src 'self'/);
  assert.equal(headersAt('/reviews.json').get('content-security-policy'), "default-src 'none'");
});

test('data files are dated, and tagged by the reviews that they show', () => {
  const ids = ['review-a', 'review-b', 'review-c', 'review-d', 'review-e'];
  for (const path of ['/reviews.json', '/insights.json', '/api/feed.json', '/feed.xml']) {
    const headers = headersAt(path);
    assert.equal(headers.get('last-modified'), 'Fri, 20 Nov 2026 08:00:00 GMT', path);
    assert.deepEqual(
      headers.get('cache-tag')?.split(','),
      ids.map((id) => `r-${id}`),
    );
  }
  assert.equal(headersAt('/openapi.json').get('cache-tag'), undefined);
});

test('what a 304 repeats is a part of what a 200 sends', () => {
  for (const file of allFiles) {
    const sent = headersOf(file, file.identity).join('\n');
    assert.ok(sent.includes(file.sharedHeaders.join('\n')), file.path);
  }
});
