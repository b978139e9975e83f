import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { createHash } from 'node:crypto';
import { statSync } from 'node:fs';
import { join } from 'node:path';
import { after, test } from 'node:test';
import { promisify } from 'node:util';
import { ask } from '../support/ask.ts';
import { createFolder } from '../support/content-folder.ts';
import { headOf, openRaw } from '../support/raw-http.ts';
import { BASE_URL } from '../support/release.ts';
import { startService } from '../support/service.ts';

const { url } = await startService({ after });

const TOPICS = ['/reviews.json', '/api/feed.json', '/feed.xml'];
const ARTIFACTS = [...TOPICS, '/insights.json', '/openapi.json', '/.well-known/openapi.json'];
const SINCE = '/api/reviews/since/2026-06-01';
const DATED = [...ARTIFACTS, SINCE];
const PAGES = ['/', '/feeds/', '/docs/data/'];
const ALL = [...DATED, ...PAGES, '/api/reviews/search?rating=5', '/api/reviews/search'];
const STRONG = /^"[\w-]{20,}"$/;

for (const path of ALL) {
  test(`§4 conditional ${path}: If-None-Match with the current ETag is 304 without a body`, async () => {
    const full = await ask(url, path);
    const etag = String(full.headers.etag);
    assert.match(etag, STRONG);
    for (const field of [etag, `W/${etag}`, `"other", ${etag}`, '*']) {
      const { status, body, headers } = await ask(url, path, {
        headers: { 'If-None-Match': field, 'Cache-Control': 'no-cache' },
      });
      assert.equal(status, 304, field);
      assert.equal(body.length, 0);
      // RFC 9110 §15.4.5: what a 200 would have told a cache.
      for (const name of ['etag', 'last-modified', 'cache-control', 'vary', 'link', 'date']) {
        if (name !== 'date') assert.equal(headers[name], full.headers[name], name);
        else assert.ok(headers.date);
      }
      assert.equal(headers['cdn-cache-control'], full.headers['cdn-cache-control']);
      assert.equal(headers['content-length'], undefined);
    }
    const other = await ask(url, path, { headers: { 'If-None-Match': '"other"' } });
    assert.equal(other.status, 200);
    assert.deepEqual(other.body, full.body);
  });

  test(`§4 ${path}: HEAD is GET without the body`, async () => {
    for (const headers of [{}, { 'Accept-Encoding': 'br' }, { 'If-None-Match': '*' }]) {
      const get = await ask(url, path, { headers });
      const head = await ask(url, path, { method: 'HEAD', headers });
      assert.equal(head.status, get.status);
      assert.deepEqual({ ...head.headers, date: '' }, { ...get.headers, date: '' });
      assert.equal(head.body.length, 0);
    }
  });
}

for (const path of DATED) {
  test(`§4 conditional ${path}: If-Modified-Since with Last-Modified is 304`, async () => {
    const { headers, body } = await ask(url, path);
    const changed = String(headers['last-modified']);
    assert.equal(new Date(changed).toUTCString(), changed);
    assert.ok(Date.parse(changed) <= Date.now());
    const since = (field: string, more = {}) =>
      ask(url, path, { headers: { 'If-Modified-Since': field, ...more } });
    assert.equal((await since(changed)).status, 304);
    assert.equal((await since('Fri, 01 Jan 2100 00:00:00 GMT')).status, 304);
    const old = await since('Thu, 01 Jan 2015 00:00:00 GMT');
    assert.equal(old.status, 200);
    assert.deepEqual(old.body, body);
    assert.equal((await since('yesterday')).status, 200);
    assert.equal((await since(changed, { 'If-None-Match': '"other"' })).status, 200);
  });
}

test('§4 conditional: search and pages have no Last-Modified', async () => {
  // A page changes with what is around its review, so that no date of the data is its own.
  for (const path of ['/api/reviews/search', ...PAGES]) {
    const { headers } = await ask(url, path);
    assert.equal(headers['last-modified'], undefined);
    const since = { 'If-Modified-Since': 'Fri, 01 Jan 2100 00:00:00 GMT' };
    assert.equal((await ask(url, path, { headers: since })).status, 200, path);
  }
});

test('§4 conditional: fetch() gets 304 although it sends no-cache', async () => {
  for (const path of [...TOPICS, SINCE, '/api/reviews/search?limit=3']) {
    const first = await fetch(url + path);
    await first.arrayBuffer();
    const headers = { 'If-None-Match': String(first.headers.get('etag')) };
    const second = await fetch(url + path, { headers });
    assert.equal(second.status, 304);
    assert.equal(await second.text(), '');
  }
});

test('§4 conditional: curl --etag-compare gets 304', async (t) => {
  const folder = createFolder(t);
  const curl = async (...options: readonly string[]) => {
    const { stdout } = await promisify(execFile)('curl', ['-sS', '-w', '%{http_code}', ...options]);
    return stdout;
  };
  for (const [index, path] of [...TOPICS, SINCE].entries()) {
    const [etags, output] = [join(folder, `etag-${index}`), join(folder, `body-${index}`)];
    const target = ['-o', output, url + path];
    assert.equal(await curl('--etag-save', etags, ...target), '200');
    assert.ok(statSync(output).size > 0);
    assert.equal(await curl('--etag-compare', etags, ...target), '304');
    assert.equal(await curl('--compressed', '--etag-compare', etags, ...target), '304');
  }
});

test('§4 ETags are strong and made of the SHA-256 of the bytes that are sent', async () => {
  for (const path of [...ARTIFACTS, '/', '/api/reviews/search']) {
    for (const coding of ['identity', 'br', 'zstd', 'gzip']) {
      const { headers, body } = await ask(url, path, { headers: { 'Accept-Encoding': coding } });
      const hash = createHash('sha256').update(body).digest().toString('base64url', 0, 20);
      assert.equal(headers.etag, `"${hash}"`, `${path} as ${coding}`);
    }
  }
});

test('§4 since has a strong ETag that differs from date to date', async () => {
  const tags = new Set<unknown>();
  for (const date of ['2026-01-01', '2026-06-01', '2026-06-02', '2030-01-01', '2030-01-02']) {
    const { headers } = await ask(url, `/api/reviews/since/${date}`);
    assert.match(String(headers.etag), STRONG);
    tags.add(headers.etag);
  }
  assert.equal(tags.size, 5);
});

test('§4 the tag of another coding is current as well, and the 304 repeats it', async () => {
  const tagOf = async (coding: string) =>
    String(
      (await ask(url, '/reviews.json', { headers: { 'Accept-Encoding': coding } })).headers.etag,
    );
  const brotli = await tagOf('br');
  assert.notEqual(brotli, await tagOf('identity'));
  for (const coding of ['identity', 'gzip', 'br']) {
    const { status, headers } = await ask(url, '/reviews.json', {
      headers: { 'Accept-Encoding': coding, 'If-None-Match': `W/${brotli}` },
    });
    assert.equal(status, 304);
    assert.equal(headers.etag, brotli);
  }
});

test('§4 If-Match that fails is 412, and one that holds is answered', async () => {
  for (const path of ['/reviews.json', SINCE, '/api/reviews/search']) {
    const { etag } = (await ask(url, path)).headers;
    const status = async (field: string) =>
      (await ask(url, path, { headers: { 'If-Match': field } })).status;
    assert.equal(await status(String(etag)), 200);
    assert.equal(await status('*'), 200);
    assert.equal(await status(`W/${etag}`), 412);
    assert.equal(await status('"other"'), 412);
  }
});

test('§6 topics carry the links of the hub on 200, HEAD, 206 and 304, and nothing else does', async () => {
  for (const path of ALL) {
    const expected = TOPICS.includes(path)
      ? `<${BASE_URL}/api/websub/hub>; rel="hub", <${BASE_URL}${path}>; rel="self"`
      : undefined;
    const asked = [{}, { method: 'HEAD' }, { headers: { 'If-None-Match': '*' } }];
    for (const options of [...asked, { headers: { Range: 'bytes=0-0' } }]) {
      assert.equal((await ask(url, path, options)).headers.link, expected, path);
    }
  }
});

test('§4 a reader on one connection gets its 304 over and over', async () => {
  const { etag } = (await ask(url, '/reviews.json')).headers;
  const connection = await openRaw(url);
  for (let index = 0; index < 100; index++) {
    await connection.send(headOf('/reviews.json', { 'If-None-Match': String(etag) }));
    const answer = await connection.answer();
    assert.equal(answer.status, 304);
    assert.equal(answer.headers.etag, etag);
  }
  connection.socket.destroy();
});
