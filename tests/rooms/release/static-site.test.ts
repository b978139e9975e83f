import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { extname, join } from 'node:path';
import { test } from 'node:test';
import { renderArtifact } from '#artifacts/artifacts.ts';
import { CATALOG, catalogOf } from '#artifacts/catalog.ts';
import { readManifest } from '#release/manifest.ts';
import { listFiles } from '#release/release-key.ts';
import { viewAt } from '#views/views.ts';
import { prepareDataFile } from '../../../sidecar/release/prepare-data.ts';
import { DECODERS } from '../../support/ask.ts';
import { createContentFolder, createFolder } from '../../support/content-folder.ts';
import { makeRelease } from '../../support/release.ts';
import { NO_TOOLS } from '../../support/review-source.ts';
import { SAMPLE_CONTENT, UNPUBLISHED_WORDS } from '../../support/sample-content.ts';
import { BASE_URL, runBuild } from './run-build.ts';

const CODINGS: Readonly<Record<string, string>> = { '.br': 'br', '.zst': 'zstd', '.gz': 'gzip' };
const UNPUBLISHED = new RegExp(`${UNPUBLISHED_WORDS.join('|')}|pending-1|withheld-1`, 'i');

const TEXT = /^(?:text|application)\/(?!vnd|octet)|xml|json/;
/** All that only a service has. */
const OF_SERVICE =
  /\bhub\b|WebSub|\bMCP\b|\/mcp\b|\/api\/reviews|healthz|\/agents\/|search API|rate limit/i;
const ADDRESS = new RegExp(`${BASE_URL}(/[^\\s"'<>)\\\\,\`]*)`, 'g');
const REFERENCE = /\s(?:href|src|action)="(\/[^"]*)"/g;

/** The addresses of this site in a text, without fragments. */
function addressesIn(text: string, mediaType: string): string[] {
  const found = [...text.matchAll(ADDRESS)];
  if (mediaType.startsWith('text/html')) found.push(...text.matchAll(REFERENCE));
  return found.map(([, address = '']) => address.replace(/(?:&#?\w+;)?#.*|[.:;}]+$/, ''));
}

test('a static release names only files that it has, and nothing unpublished or of a service', (t) => {
  const out = join(createFolder(t), 'dist');
  const built = runBuild(createContentFolder(t, SAMPLE_CONTENT), out, { sidecarUrl: '' });
  assert.equal(built.status, 0, built.stderr);
  const { key, entries } = readManifest(out) ?? assert.fail('it has a manifest');
  assert.equal(key.sidecarUrl, '');
  for (const file of listFiles(out)) {
    const bytes = readFileSync(join(out, file));
    const text = DECODERS[CODINGS[extname(file)] ?? '']?.(bytes) ?? bytes;
    assert.doesNotMatch(`${file} ${text.toString('utf8')}`, UNPUBLISHED, file);
  }
  const paths = new Set(entries.map(({ path }) => path));
  for (const { path } of CATALOG.filter(({ purpose }) => purpose === 'mcp')) {
    assert.ok(!paths.has(path), path);
  }
  for (const { path, file, mediaType } of entries) {
    if (!TEXT.test(mediaType) || path.startsWith('/_astro/')) continue;
    const text = readFileSync(join(out, 'client', file), 'utf8');
    const [said] = OF_SERVICE.exec(text) ?? [];
    assert.equal(said, undefined, path);
    for (const address of addressesIn(text, mediaType)) {
      // The list of reviews searches in the browser.
      if (address.startsWith('/reviews/?')) continue;
      assert.ok(paths.has(address), `${path} names ${address}`);
    }
  }
});

test('with a service elsewhere, each address that files cannot answer is there', async () => {
  const sidecarUrl = 'https://api.example';
  const { release, dataset, encoded } = await makeRelease(undefined, {
    baseUrl: BASE_URL,
    sidecarUrl,
  });
  const catalog = await viewAt('/.well-known/api-catalog', release.published);
  assert.ok(catalog && catalog !== 'gone');
  const texts = [
    await catalog.make(release.published, NO_TOOLS),
    ...catalogOf(dataset).map(({ path }) => renderArtifact(path, dataset)),
  ].map((bytes) => Buffer.from(bytes).toString());
  const dynamic = /(https?:[\w:/.-]*)(?:\/api\/(?:websub|reviews\/)|\/mcp\b(?!\/)|\/healthz)/g;
  const origins = texts.flatMap((text) => [...text.matchAll(dynamic)].map(([, origin]) => origin));
  assert.deepEqual(new Set(origins), new Set([sidecarUrl]));
  const description = JSON.parse(
    texts[1 + CATALOG.findIndex(({ path }) => path === '/openapi.json')] ?? '',
  );
  for (const path of ['/api/reviews/search', '/mcp', '/api/websub/hub', '/feed.xml']) {
    assert.deepEqual(description.paths[path].servers, [{ url: sidecarUrl }], path);
  }
  assert.equal(description.paths['/reviews.json'].servers, undefined);
  const feed = encoded.find(({ entry }) => entry.path === '/feed.xml') ?? assert.fail('a feed');
  const linked = (origins: Parameters<typeof prepareDataFile>[2]) =>
    prepareDataFile(feed, release.corpus, origins).sharedHeaders.join(' ');
  assert.match(linked(release), /<https:\/\/api\.example\/api\/websub\/hub>; rel="hub"/);
  assert.doesNotMatch(linked({ baseUrl: BASE_URL, sidecarUrl: undefined }), /hub/);
});
