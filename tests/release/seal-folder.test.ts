import assert from 'node:assert/strict';
import { readdirSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { type TestContext, test } from 'node:test';
import { brotliDecompressSync, gunzipSync, zstdDecompressSync } from 'node:zlib';
import { Manifest, type ManifestEntry } from '#artifacts/manifest.ts';
import { strongEtag } from '#query/strong-etag.ts';
import { sealFolder } from '#release/seal-folder.ts';
import { createContentFolder, createFolder } from '../support/content-folder.ts';

const NOW = new Date('2026-10-03T12:00:00.750Z');
const LONG = 'review '.repeat(300);
const FILES = {
  'index.html': `<p>${LONG}</p>`,
  '404.html': '<p>Nothing</p>',
  'reviews/index.html': `<ul>${LONG}</ul>`,
  'reviews/aaaa/index.html': '<p>A</p>',
  'reviews/aaaa/my-index.html': '<p>B</p>',
  'reviews.json': `{"a":"${LONG}"}`,
  'feed.xml': `<feed>${LONG}</feed>`,
  'api/feed.json': '{}',
  '.well-known/openapi.json': '{}',
  '_astro/page.AbC1.css': `p{}/*${LONG}*/`,
  'logo.png': LONG,
};
const SUFFIXES = { br: '.br', zstd: '.zst', gzip: '.gz' };

async function seal(
  test: TestContext,
  files: Record<string, string>,
  previous: ManifestEntry[],
  now = NOW,
) {
  const folder = createContentFolder(test, files);
  const known = new Map(previous.map((entry) => [entry.path, entry]));
  return { folder, entries: await sealFolder(folder, { previous: known, now }) };
}

const entryAt = (entries: readonly ManifestEntry[], path: string) =>
  entries.find((entry) => entry.path === path) ?? assert.fail(`${path} is an entry`);

test('every file is an entry, in the order of the paths that readers ask for', async (t) => {
  const { entries } = await seal(t, FILES, []);
  assert.deepEqual(
    entries.map(({ path, file, mediaType }) => [path, file, mediaType]),
    [
      ['/', 'index.html', 'text/html; charset=utf-8'],
      ['/.well-known/openapi.json', '.well-known/openapi.json', 'application/json'],
      ['/404.html', '404.html', 'text/html; charset=utf-8'],
      ['/_astro/page.AbC1.css', '_astro/page.AbC1.css', 'text/css; charset=utf-8'],
      ['/api/feed.json', 'api/feed.json', 'application/json'],
      ['/feed.xml', 'feed.xml', 'application/atom+xml'],
      ['/logo.png', 'logo.png', 'image/png'],
      ['/reviews.json', 'reviews.json', 'application/json'],
      ['/reviews/', 'reviews/index.html', 'text/html; charset=utf-8'],
      ['/reviews/aaaa/', 'reviews/aaaa/index.html', 'text/html; charset=utf-8'],
      ['/reviews/aaaa/my-index.html', 'reviews/aaaa/my-index.html', 'text/html; charset=utf-8'],
    ],
  );
});

test('variants stand beside their file, decode to its bytes, and are what the manifest tells', async (t) => {
  const { folder, entries } = await seal(t, FILES, []);
  const decode = { br: brotliDecompressSync, zstd: zstdDecompressSync, gzip: gunzipSync };
  for (const { file, variants } of entries) {
    const bytes = readFileSync(join(folder, file));
    assert.deepEqual(variants.identity, { etag: strongEtag(bytes), bytes: bytes.length });
    for (const coding of ['br', 'zstd', 'gzip'] as const) {
      const variant = variants[coding];
      if (!variant) continue;
      const coded = readFileSync(join(folder, file + SUFFIXES[coding]));
      assert.deepEqual(variant, { etag: strongEtag(coded), bytes: coded.length });
      assert.deepEqual(Buffer.from(decode[coding](coded)), bytes);
    }
  }
});

test('what is small or compressed already stands alone', async (t) => {
  const { folder, entries } = await seal(t, FILES, []);
  const coded = ['/', '/reviews/', '/reviews.json', '/feed.xml', '/_astro/page.AbC1.css'];
  for (const { path, variants } of entries) {
    const names = ['identity', ...(coded.includes(path) ? ['br', 'zstd', 'gzip'] : [])];
    assert.deepEqual(Object.keys(variants), names, path);
  }
  const files = readdirSync(folder, { recursive: true, withFileTypes: true });
  assert.equal(
    files.filter((file) => file.isFile()).length,
    Object.keys(FILES).length + 3 * coded.length,
  );
});

test('a file and its variants have the Last-Modified as their time', async (t) => {
  const { folder, entries } = await seal(t, FILES, []);
  for (const { file, variants, lastModified } of entries) {
    assert.equal(lastModified, '2026-10-03T12:00:00.000Z');
    for (const coding of ['br', 'zstd', 'gzip'] as const) {
      if (!variants[coding]) continue;
      const { mtimeMs } = statSync(join(folder, file + SUFFIXES[coding]));
      assert.equal(mtimeMs, Date.parse(lastModified));
    }
    assert.equal(statSync(join(folder, file)).mtimeMs, Date.parse(lastModified));
  }
});

test('the next release keeps the Last-Modified of what is the same and moves what is not', async (t) => {
  const first = await seal(t, FILES, []);
  const changed = { ...FILES, 'reviews.json': '{}', 'new.txt': 'New.' };
  const later = new Date('2026-10-05T08:30:00.100Z');
  const { folder, entries } = await seal(t, changed, first.entries, later);
  for (const { path, file, lastModified } of entries) {
    const moved = path === '/reviews.json' || path === '/new.txt';
    assert.equal(lastModified, moved ? '2026-10-05T08:30:00.000Z' : '2026-10-03T12:00:00.000Z');
    assert.equal(statSync(join(folder, file)).mtimeMs, Date.parse(lastModified));
  }
});

test('what changes within the same second has a later Last-Modified all the same', async (t) => {
  let before: ManifestEntry[] = [];
  const dates: string[] = [];
  for (const body of ['{"a":1}', '{"a":2}', '{"a":2}', '{"a":3}']) {
    before = (await seal(t, { 'reviews.json': body }, before)).entries;
    dates.push(entryAt(before, '/reviews.json').lastModified);
  }
  assert.deepEqual(dates, [
    '2026-10-03T12:00:00.000Z',
    '2026-10-03T12:00:01.000Z',
    '2026-10-03T12:00:01.000Z',
    '2026-10-03T12:00:02.000Z',
  ]);
});

test('the same files give the same entries, whatever was there first', async (t) => {
  const { entries } = await seal(t, FILES, []);
  const reversed = Object.fromEntries(Object.entries(FILES).toReversed());
  assert.deepEqual((await seal(t, reversed, [])).entries, entries);
});

test('more files than are sealed at a time are all sealed, and make a manifest', async (t) => {
  const many = Object.fromEntries(
    Array.from({ length: 100 }, (_, index) => [
      `reviews/review-${index}/index.html`,
      `<p>${index}</p>`,
    ]),
  );
  const { entries } = await seal(t, many, []);
  assert.equal(new Set(entries.map(({ path }) => path)).size, 100);
  const key = { content: 'a', baseUrl: 'https://reviews.example', code: 'b' };
  const manifest = { manifestVersion: 1, ordinal: 1, key, entries };
  assert.deepEqual(Manifest.parse(manifest), manifest);
});

test('a page is told with the reviews that it shows, and nothing else is', async (t) => {
  const { entries } = await seal(
    t,
    {
      'index.html': '<a href="/reviews/zoey/">Z</a> <a href="/reviews/anna/">A</a>',
      'reviews/anna/index.html': '<p>Anna',
      'feeds/index.html': '<p>None',
      'copy.js': 'a(`<a href="/reviews/anna/">`)',
    },
    [],
  );
  assert.deepEqual(
    entries.map(({ path, shows }) => [path, shows]),
    [
      ['/', ['anna', 'zoey']],
      ['/copy.js', undefined],
      ['/feeds/', []],
      ['/reviews/anna/', ['anna']],
    ],
  );
});

test('an empty folder has no entries', async (t) => {
  assert.deepEqual(await sealFolder(createFolder(t), { previous: new Map(), now: NOW }), []);
});
