import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { createHash } from 'node:crypto';
import { statSync } from 'node:fs';
import { join } from 'node:path';
import { after, test } from 'node:test';
import { promisify } from 'node:util';
import { ask } from '../support/ask.ts';
import { createFolder } from '../support/content-folder.ts';
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

// Which conditions hold, and in which order: tests/rooms/http/conditional.test.ts.
for (const path of ALL) {
  test(`§4 conditional ${path}: 304 for who has it, HEAD is GET without the body`, async () => {
    const full = await ask(url, path);
    const { etag, 'last-modified': changed } = full.headers;
    assert.match(String(etag), STRONG);
    assert.equal(changed !== undefined, DATED.includes(path));
    const since = { 'If-Modified-Since': 'Fri, 01 Jan 2100 00:00:00 GMT' };
    for (const [headers, status] of [
      [{ 'If-None-Match': `"other", W/${etag}`, 'Cache-Control': 'no-cache' }, 304],
      [{ 'If-None-Match': '"other"', ...since }, 200],
      [since, changed ? 304 : 200],
      [{ 'If-Match': String(etag) }, 200],
      [{ 'If-Match': '"other"' }, 412],
      [{ 'Accept-Encoding': 'br' }, 200],
    ] as const) {
      const get = await ask(url, path, { headers });
      assert.equal(get.status, status, JSON.stringify(headers));
      if (status === 200 && !('Accept-Encoding' in headers)) assert.deepEqual(get.body, full.body);
      if (status === 304) {
        assert.equal(get.body.length, 0);
        assert.equal(get.headers['content-length'], undefined);
        assert.ok(get.headers.date);
        // RFC 9110 §15.4.5: what a 200 would have told a cache.
        for (const name of ['etag', 'last-modified', 'cache-control', 'vary', 'link']) {
          assert.equal(get.headers[name], full.headers[name], name);
        }
      }
      const head = await ask(url, path, { method: 'HEAD', headers });
      assert.equal(head.status, status);
      assert.deepEqual({ ...head.headers, date: '' }, { ...get.headers, date: '' });
      assert.equal(head.body.length, 0);
    }
  });
}

test('§4 conditional: the date of a change is a date of HTTP that has passed', async () => {
  for (const path of DATED) {
    const changed = String((await ask(url, path)).headers['last-modified']);
    assert.equal(new Date(changed).toUTCString(), changed);
    assert.ok(Date.parse(changed) <= Date.now());
    const headers = { 'If-Modified-Since': changed };
    assert.equal((await ask(url, path, { headers })).status, 304);
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
