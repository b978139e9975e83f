import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { brotliDecompressSync, gunzipSync, zstdDecompressSync } from 'node:zlib';
import { ask } from '../support/ask.ts';
import { startService } from '../support/service.ts';

const { url } = await startService({ after });

const ARTIFACTS = [
  '/reviews.json',
  '/insights.json',
  '/api/feed.json',
  '/feed.xml',
  '/openapi.json',
];
const PAGES = ['/', '/feeds/', '/docs/data/'];
const ANSWERS = ['/api/reviews/search', '/api/reviews/since/2026-06-01'];
const ERRORS = ['/nothing', '/%ff', '/api/reviews/search?x=1', '/api/reviews/since/x'];
const HEALTH = ['/healthz', '/readyz'];
const EVERYTHING = [...ARTIFACTS, ...PAGES, ...ANSWERS, ...ERRORS, ...HEALTH];

const DECODERS = {
  identity: (body: Buffer) => body,
  gzip: gunzipSync,
  'x-gzip': gunzipSync,
  br: brotliDecompressSync,
  zstd: zstdDecompressSync,
} as const;

test('§4 media types: data has no charset, pages have one', async () => {
  for (const path of [...ARTIFACTS, ...ANSWERS, ...HEALTH, '/.well-known/openapi.json']) {
    const expected = path === '/feed.xml' ? 'application/atom+xml' : 'application/json';
    assert.equal((await ask(url, path)).headers['content-type'], expected, path);
  }
  for (const path of PAGES) {
    assert.equal((await ask(url, path)).headers['content-type'], 'text/html; charset=utf-8');
  }
});

test('caching: artifacts and pages are kept for a minute and may be served stale', async () => {
  for (const path of [...ARTIFACTS, ...PAGES]) {
    const { headers } = await ask(url, path);
    assert.equal(headers['cache-control'], 'public, max-age=60, stale-while-revalidate=60');
    assert.equal(headers['cdn-cache-control'], undefined);
  }
});

test('caching: search and since are kept for a minute, errors and health never', async () => {
  for (const path of ANSWERS) {
    const { headers } = await ask(url, path);
    assert.equal(headers['cache-control'], 'public, max-age=60');
    assert.equal(headers['cdn-cache-control'], undefined);
  }
  for (const path of [...ERRORS, ...HEALTH]) {
    assert.equal((await ask(url, path)).headers['cache-control'], 'no-store', path);
  }
  assert.equal((await ask(url, '/', { method: 'POST' })).headers['cache-control'], 'no-store');
});

for (const [coding, decode] of Object.entries(DECODERS)) {
  test(`compression: ${coding} decodes to the same bytes and has a tag of its own`, async () => {
    for (const path of [...ARTIFACTS, ...PAGES]) {
      const plain = await ask(url, path);
      const coded = await ask(url, path, { headers: { 'Accept-Encoding': coding } });
      assert.equal(coded.status, 200);
      assert.equal(plain.headers['content-encoding'], undefined);
      assert.equal(coded.headers.vary, 'Accept-Encoding');
      assert.equal(coded.headers['content-length'], String(coded.body.length));
      assert.ok(decode(coded.body).equals(plain.body), path);
      if (coding === 'identity') continue;
      assert.equal(coded.headers['content-encoding'], coding.replace('x-', ''));
      assert.notEqual(coded.headers.etag, plain.headers.etag);
      assert.ok(coded.body.length < plain.body.length);
      assert.equal(coded.headers['last-modified'], plain.headers['last-modified']);
    }
  });
}

test('compression: fetch() decodes what it asked for', async () => {
  const response = await fetch(`${url}/reviews.json`);
  assert.ok(response.headers.get('content-encoding'));
  assert.deepEqual(await response.json(), (await ask(url, '/reviews.json')).json());
});

test('ranges: a single range is 206 with its place, of the identity bytes', async () => {
  const whole = await ask(url, '/reviews.json');
  const { length } = whole.body;
  for (const [range, first, last] of [
    ['bytes=0-0', 0, 0],
    ['bytes=100-199', 100, 199],
    [`bytes=${length - 10}-`, length - 10, length - 1],
    ['bytes=-10', length - 10, length - 1],
    ['bytes=0-99999999', 0, length - 1],
  ] as const) {
    const headers = { Range: range, 'Accept-Encoding': 'br' };
    const part = await ask(url, '/reviews.json', { headers });
    assert.equal(part.status, 206);
    assert.deepEqual(part.body, whole.body.subarray(first, last + 1));
    assert.equal(part.headers['content-range'], `bytes ${first}-${last}/${length}`);
    assert.equal(part.headers['content-length'], String(part.body.length));
    assert.equal(part.headers.etag, whole.headers.etag);
    assert.equal(part.headers['content-encoding'], undefined);
  }
  assert.equal(whole.headers['accept-ranges'], 'bytes');
});

test('ranges: one that lies outside is 416 with the length', async () => {
  const { body } = await ask(url, '/feed.xml');
  for (const range of [`bytes=${body.length}-`, 'bytes=-0', 'bytes=99999999-']) {
    const refused = await ask(url, '/feed.xml', { headers: { Range: range } });
    assert.equal(refused.status, 416);
    assert.equal(refused.headers['content-range'], `bytes */${body.length}`);
    assert.equal(refused.json().status, 416);
  }
});

test('ranges: several, malformed ones and those of a HEAD are answered with the whole', async () => {
  const whole = await ask(url, '/feed.xml');
  for (const range of ['bytes=0-1,3-4', 'bytes=5-1', 'lines=0-1', 'bytes=a-b']) {
    const { status, body } = await ask(url, '/feed.xml', { headers: { Range: range } });
    assert.equal(status, 200);
    assert.deepEqual(body, whole.body);
  }
  const head = await ask(url, '/feed.xml', { method: 'HEAD', headers: { Range: 'bytes=0-1' } });
  assert.equal(head.status, 200);
});

test('CORS: every answer may be read by any page, with its validators', async () => {
  for (const path of EVERYTHING) {
    for (const options of [{}, { headers: { Origin: 'https://other.example' } }]) {
      const { headers } = await ask(url, path, options);
      assert.equal(headers['access-control-allow-origin'], '*', path);
      const exposed = String(headers['access-control-expose-headers']);
      for (const name of ['ETag', 'Last-Modified', 'Link', 'RateLimit', 'Retry-After']) {
        assert.ok(exposed.split(', ').includes(name), `${name} at ${path}`);
      }
      assert.equal(headers['access-control-allow-credentials'], undefined);
    }
  }
});

test('CORS: a preflight is answered 204 and allows every header', async () => {
  for (const path of EVERYTHING) {
    const { status, headers, body } = await ask(url, path, {
      method: 'OPTIONS',
      headers: {
        Origin: 'https://other.example',
        'Access-Control-Request-Method': 'GET',
        'Access-Control-Request-Headers': 'if-none-match',
      },
    });
    assert.equal(status, 204);
    assert.equal(body.length, 0);
    assert.equal(headers.allow, 'GET, HEAD, OPTIONS');
    assert.equal(headers['access-control-allow-origin'], '*');
    assert.equal(headers['access-control-allow-methods'], 'GET, HEAD, OPTIONS');
    // The wildcard stands for every header but this one (Fetch §3.3.3).
    assert.equal(headers['access-control-allow-headers'], '*, Authorization');
    assert.ok(Number(headers['access-control-max-age']) > 0);
  }
});

test('§1 everything is read only: other methods are 405 with Allow', async () => {
  for (const path of EVERYTHING) {
    for (const method of ['POST', 'PUT', 'PATCH', 'DELETE', 'TRACE', 'PROPFIND']) {
      const { status, headers, json } = await ask(url, path, { method });
      assert.equal(status, 405, `${method} ${path}`);
      assert.equal(headers.allow, 'GET, HEAD, OPTIONS');
      assert.equal(json().status, 405);
    }
  }
});

test('security: data may be used anywhere, pages run nothing but their own files', async () => {
  for (const path of [...ARTIFACTS, ...ANSWERS, ...ERRORS, ...PAGES]) {
    const { headers } = await ask(url, path);
    assert.equal(headers['x-content-type-options'], 'nosniff', path);
    assert.equal(headers['cross-origin-resource-policy'], 'cross-origin', path);
    assert.match(String(headers['content-security-policy']), /default-src 'none'/);
    assert.doesNotMatch(String(headers['content-security-policy']), /unsafe/);
    assert.equal(headers['x-powered-by'], undefined);
  }
});

test('paths: case and a slash at the end make another path', async () => {
  for (const path of [
    '/API/reviews/search',
    '/api/reviews/search/',
    '/Reviews.json',
    '/healthz/',
  ]) {
    assert.equal((await ask(url, path)).status, 404, path);
  }
});
