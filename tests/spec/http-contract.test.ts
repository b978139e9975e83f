import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { createHash } from 'node:crypto';
import { join } from 'node:path';
import { after, test } from 'node:test';
import { promisify } from 'node:util';
import { formatCursor } from '#search/changes/changes-cursor.ts';
import type { IssueCode } from '#search/request/error-codes.ts';
import { ErrorBody } from '#search/request/issue.ts';
import { ask, decode } from '../support/ask.ts';
import { createFolder } from '../support/content-folder.ts';
import { sendRaw } from '../support/raw-http.ts';
import { BASE_URL } from '../support/release.ts';
import { startService } from '../support/service.ts';

const { url } = await startService({ after });

const TOPICS = ['/reviews.json', '/api/feed.json', '/feed.xml'];
const DATA = [...TOPICS, '/insights.json', '/openapi.json', '/.well-known/openapi.json'];
const PAGES = ['/', '/feeds/', '/docs/data/'];
const SINCE = '/api/reviews/since/2026-06-01';
const ANSWERS = ['/api/reviews/search', '/api/reviews/search?rating=5', SINCE];
const NEXT_PAGE =
  /^<http:\/\/reviews\.test:8787\/api\/reviews\/search\?.*after=[\w-]+>; rel="next"$/;
/** Too short for a choice of codings. */
const CHANGES = '/api/reviews/changes';
const HEALTH = ['/healthz', '/readyz'];

function mediaTypeOf(path: string): string {
  if (PAGES.includes(path)) return 'text/html; charset=utf-8';
  return path === '/feed.xml' ? 'application/atom+xml' : 'application/json';
}

/** The Link field of a data file: its topic first, then what describes it, and the license of the content. */
function linksOf(path: string): string {
  if (path.endsWith('/openapi.json')) return `<${BASE_URL}/docs/>; rel="service-doc"`;
  const links = [`<${BASE_URL}/openapi.json>; rel="service-desc"`];
  if (TOPICS.includes(path)) {
    links.unshift(`<${BASE_URL}/api/websub/hub>; rel="hub"`, `<${BASE_URL}${path}>; rel="self"`);
  }
  if (/^\/(?:reviews|insights)\.json$/.test(path)) {
    links.push(`<${BASE_URL}/schema${path}>; rel="describedby"`);
  }
  links.push('<https://creativecommons.org/publicdomain/zero/1.0/>; rel="license"');
  return links.join(', ');
}

// Which conditions hold, and in which order: tests/rooms/http/conditional.test.ts.
for (const path of [...DATA, ...PAGES, ...ANSWERS]) {
  const isFile = !ANSWERS.includes(path);

  test(`§4 §6 ${path}: its type, caching, date, links and codings`, async () => {
    const plain = await ask(url, path);
    const { headers } = plain;
    assert.equal(headers['content-type'], mediaTypeOf(path));
    const stale = isFile ? ', stale-while-revalidate=60' : '';
    assert.equal(headers['cache-control'], `public, max-age=60${stale}`);
    if (path.startsWith('/api/reviews/search')) assert.match(String(headers.link), NEXT_PAGE);
    else assert.equal(headers.link, DATA.includes(path) ? linksOf(path) : undefined);
    const changed = headers['last-modified'];
    assert.equal(changed !== undefined, DATA.includes(path) || path === SINCE);
    if (changed) {
      assert.equal(new Date(changed).toUTCString(), changed);
      assert.ok(Date.parse(changed) <= Date.now());
    }
    const tags = new Set<unknown>();
    for (const coding of ['identity', 'br', 'zstd', 'gzip', 'x-gzip']) {
      const coded = await ask(url, path, { headers: { 'Accept-Encoding': coding } });
      const hash = createHash('sha256').update(coded.body).digest().toString('base64url', 0, 20);
      if (isFile) assert.equal(coded.headers.etag, `"${hash}"`, coding);
      assert.equal(coded.headers.vary, 'Accept-Encoding');
      assert.equal(coded.headers['content-length'], String(coded.body.length));
      const named = coding === 'identity' ? undefined : coding.replace('x-', '');
      assert.equal(coded.headers['content-encoding'], named);
      assert.equal(decode(coded), plain.text);
      assert.ok(coding === 'identity' || coded.body.length < plain.body.length);
      tags.add(coded.headers.etag);
    }
    assert.equal(tags.size, 4);
  });
}

for (const path of [...DATA, ...PAGES, ...ANSWERS, CHANGES]) {
  test(`§4 conditional ${path}: 304 for who has it, HEAD is GET without the body`, async () => {
    const full = await ask(url, path);
    const { etag, 'last-modified': changed } = full.headers;
    assert.match(String(etag), /^"[\w-]{20,}"$/);
    const since = { 'If-Modified-Since': 'Fri, 01 Jan 2100 00:00:00 GMT' };
    for (const [headers, status] of [
      [{ 'If-None-Match': `"other", W/${etag}`, 'Cache-Control': 'no-cache' }, 304],
      [{ 'If-None-Match': '"other"', ...since }, 200],
      [since, changed ? 304 : 200],
      [{ 'If-Modified-Since': String(changed) }, changed ? 304 : 200],
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

test('§4 conditional: fetch() decodes, and gets 304 although it sends no-cache', async () => {
  for (const path of ['/reviews.json', SINCE]) {
    const first = await fetch(url + path);
    assert.deepEqual(await first.json(), (await ask(url, path)).json());
    const headers = { 'If-None-Match': String(first.headers.get('etag')) };
    assert.equal((await fetch(url + path, { headers })).status, 304);
  }
});

test('§4 conditional: curl --etag-compare gets 304', async (t) => {
  const [etags, output] = [join(createFolder(t), 'etag'), join(createFolder(t), 'body')];
  const curl = async (...options: readonly string[]) => {
    const all = ['-sS', '-w', '%{http_code}', ...options, '-o', output];
    return (await promisify(execFile)('curl', all)).stdout;
  };
  for (const path of ['/reviews.json', SINCE]) {
    assert.equal(await curl('--etag-save', etags, url + path), '200');
    assert.equal(await curl('--etag-compare', etags, url + path), '304');
    assert.equal(await curl('--compressed', '--etag-compare', etags, url + path), '304');
  }
});

// Which ranges are asked for: tests/rooms/http/published-file.test.ts.
test('ranges: one is 206 of the identity bytes, one outside is 416, others are the whole', async () => {
  const { body, headers } = await ask(url, '/reviews.json');
  const { length } = body;
  assert.equal(headers['accept-ranges'], 'bytes');
  for (const [range, first, last] of [
    ['bytes=100-199', 100, 199],
    ['bytes=-10', length - 10, length - 1],
  ] as const) {
    const asked = { Range: range, 'Accept-Encoding': 'br' };
    const part = await ask(url, '/reviews.json', { headers: asked });
    assert.equal(part.status, 206);
    assert.deepEqual(part.body, body.subarray(first, last + 1));
    assert.equal(part.headers['content-range'], `bytes ${first}-${last}/${length}`);
    assert.equal(part.headers['content-length'], String(part.body.length));
    assert.equal(part.headers['content-encoding'], undefined);
    for (const name of ['etag', 'link']) assert.equal(part.headers[name], headers[name]);
  }
  const refused = await ask(url, '/reviews.json', { headers: { Range: `bytes=${length}-` } });
  assert.equal(refused.status, 416);
  assert.equal(refused.headers['content-range'], `bytes */${length}`);
  for (const [method, range] of [
    ['GET', 'bytes=0-1,3-4'],
    ['HEAD', 'bytes=0-1'],
  ] as const) {
    const whole = await ask(url, '/reviews.json', { method, headers: { Range: range } });
    assert.equal(whole.status, 200);
    assert.equal(whole.headers['content-length'], String(length));
  }
});

test('§7 what is not HTTP is refused with a type at the public address, too', async () => {
  const [answer] = await sendRaw(url, 'FOO / HTTP/1.1\r\nHost: reviews.test\r\n\r\n');
  const { type, code } = ErrorBody.parse(JSON.parse(String(answer?.body)));
  assert.deepEqual([type, code], [`${BASE_URL}/docs/errors/#malformed_http`, 'malformed_http']);
});

test('§7 the address in type has the code as a heading', async () => {
  const { type } = ErrorBody.parse((await ask(url, '/api/reviews/search?rating=9')).json());
  const { pathname, hash } = new URL(type);
  const { status, text } = await ask(url, pathname);
  assert.equal(status, 200);
  assert.ok(text.includes(`<h3 id="${hash.slice(1)}">`));
});

/** A request for each error that a read endpoint knows. */
const ERRORS: Readonly<
  Record<string, readonly [number, IssueCode, string, Parameters<typeof ask>[2]?]>
> = {
  'a search that is invalid': [400, 'out_of_range', '/api/reviews/search?rating=9'],
  'a date that does not exist': [400, 'invalid_date', '/api/reviews/since/2026-02-30'],
  'a parameter of since': [400, 'unknown_parameter', `${SINCE}?limit=1`],
  'a cursor that is none': [400, 'invalid_cursor', `${CHANGES}?after=x`],
  'a cursor of another log': [
    410,
    'expired_cursor',
    `${CHANGES}?after=${formatCursor({ id: 'abcdefghijklmnop', position: 1, time: 0 })}`,
  ],
  'a path that does not decode': [400, 'malformed_encoding', '/%ff'],
  'an unknown path': [404, 'not_found', '/api/reviews'],
  'another method': [405, 'method_not_allowed', '/reviews.json', { method: 'DELETE' }],
  'a precondition that fails': [
    412,
    'precondition_failed',
    '/reviews.json',
    { headers: { 'If-Match': '"x"' } },
  ],
  'a URL that is too long': [414, 'url_too_long', `/api/reviews/search?query=${'x'.repeat(9000)}`],
  'two mistakes': [400, 'invalid_request', '/api/reviews/search?rating=9&x=1'],
  'a control character in a path': [400, 'control_characters', '/reviews/%07'],
  'a parameter of search that is repeated': [
    400,
    'repeated_parameter',
    '/api/reviews/search?rating=5&rating=4',
  ],
  'a range outside': [
    416,
    'range_not_satisfiable',
    '/feed.xml',
    { headers: { Range: 'bytes=99999999-' } },
  ],
};

for (const [what, [status, code, target, options = {}]] of Object.entries(ERRORS)) {
  test(`§7 ${what} is ${status} with problem details, as application/problem+json for who asks so`, async () => {
    const answered = await ask(url, target, options);
    assert.equal(answered.status, status);
    assert.equal(answered.headers['content-type'], 'application/json');
    assert.equal(answered.headers['content-length'], String(answered.body.length));
    const kept = status === 410 ? 'public, max-age=60' : 'no-store';
    assert.equal(answered.headers['cache-control'], kept);
    const body = ErrorBody.parse(answered.json());
    assert.deepEqual([body.status, body.code], [status, code]);
    for (const one of [body, ...body.issues]) {
      assert.equal(one.type, `${BASE_URL}/docs/errors/#${one.code}`);
    }
    assert.match(body.detail, /^[A-Z].*\.$/, 'a sentence');
    const headers = { ...options.headers, Accept: 'application/problem+json' };
    const problem = await ask(url, target, { ...options, headers });
    assert.equal(problem.headers['content-type'], 'application/problem+json');
    assert.deepEqual(problem.json(), body);
    if (status > 404) return;
    const head = await ask(url, target, { method: 'HEAD' });
    assert.deepEqual({ ...head.headers, date: '' }, { ...answered.headers, date: '' });
    assert.deepEqual([head.status, head.body.length], [status, 0]);
  });
}

test('§7 an unknown path is a page for people', async () => {
  const headers = { Accept: 'text/html,application/xml;q=0.9' };
  const page = await ask(url, '/nothing', { headers });
  assert.equal(page.status, 404);
  assert.equal(page.headers['content-type'], 'text/html; charset=utf-8');
  assert.match(page.text, /<html/);
});

for (const path of [...DATA, ...PAGES, ...ANSWERS, ...HEALTH, '/nothing', '/%ff']) {
  test(`§1 CORS ${path}: any page may read it, with its validators, and nobody may write`, async () => {
    const { headers } = await ask(url, path);
    assert.equal(headers['access-control-allow-origin'], '*');
    const exposed = String(headers['access-control-expose-headers']).split(', ');
    for (const name of [
      'ETag',
      'Last-Modified',
      'Link',
      'Accept-Ranges',
      'RateLimit',
      'Retry-After',
    ]) {
      assert.ok(exposed.includes(name), name);
    }
    for (const name of ['access-control-allow-credentials', 'x-powered-by']) {
      assert.equal(headers[name], undefined);
    }
    assert.equal(headers['cross-origin-resource-policy'], 'cross-origin');
    assert.equal(headers['x-content-type-options'], 'nosniff');
    assert.match(String(headers['content-security-policy']), /default-src 'none'/);
    const preflight = await ask(url, path, { method: 'OPTIONS' });
    assert.deepEqual([preflight.status, preflight.body.length], [204, 0]);
    assert.equal(preflight.headers.allow, 'GET, HEAD, OPTIONS');
    assert.equal(preflight.headers['access-control-allow-origin'], '*');
    assert.equal(preflight.headers['access-control-allow-methods'], 'GET, HEAD, OPTIONS');
    // The wildcard stands for every header but this one (Fetch §3.3.3).
    assert.equal(preflight.headers['access-control-allow-headers'], '*, Authorization');
    assert.ok(Number(preflight.headers['access-control-max-age']) > 0);
    for (const method of ['POST', 'PUT', 'PATCH', 'DELETE', 'TRACE', 'PROPFIND']) {
      const refused = await ask(url, path, { method });
      assert.equal(refused.status, 405, method);
      assert.equal(refused.headers.allow, 'GET, HEAD, OPTIONS');
    }
  });
}
