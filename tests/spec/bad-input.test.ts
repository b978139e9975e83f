import assert from 'node:assert/strict';
import { after, afterEach, test } from 'node:test';
import { ErrorBody } from '#search/request/issue.ts';
import { ask } from '../support/ask.ts';
import { startInProcess } from '../support/in-process.ts';
import { headOf, sendRaw } from '../support/raw-http.ts';
import { makeRelease } from '../support/release.ts';

const { url, log } = await startInProcess({ after }, await makeRelease());

afterEach(async () => {
  assert.equal((await ask(url, '/readyz')).status, 200, 'the process answers afterwards');
  assert.deepEqual(log, [], 'nothing was logged');
});

/** A fault of the client: 4xx with the body of errors. */
async function isRefused(target: string, headers: Readonly<Record<string, string>> = {}) {
  const [answer] = await sendRaw(url, headOf(target, headers));
  const { status = 0, body = Buffer.of() } = answer ?? {};
  assert.ok(status >= 400 && status < 500, `${status} of ${target.slice(0, 99)}`);
  assert.equal(answer?.headers['content-type'], 'application/json');
  assert.equal(ErrorBody.parse(JSON.parse(body.toString())).status, status);
  return { status, body };
}

/** Does not decode, or decodes to what no path or value may hold. */
const RUBBISH = ['%', '%z1', '%ff', '%c0%af', '%ed%a0%80', '%f5%80%80%80', '%00', '%0a%0d'];

test('percent-encoded rubbish is refused in paths, dates and parameters', async () => {
  for (const rubbish of RUBBISH) {
    for (const path of ['/', '/reviews/', '/api/reviews/since/', '/api/reviews/']) {
      await isRefused(path + rubbish);
    }
    for (const name of ['rating', 'limit', 'since', 'query', 'mentions_technician', 'x']) {
      await isRefused(`/api/reviews/search?${name}=${rubbish}`);
    }
    await isRefused(`/api/reviews/search?${rubbish}=1`);
  }
});

test('thousands of parameters are refused with an answer of bounded length', async () => {
  for (const pair of ['rating=5', 'a', 'x=1', '%ff', 'limit=1&query=a']) {
    const many = `&${pair}`.repeat(8000 / (pair.length + 1)).slice(1);
    const { body } = await isRefused(`/api/reviews/search?${many}`);
    assert.ok(body.length < 2_000_000, `${body.length} bytes for ${pair}`);
  }
});

test('long URLs and floods of headers are refused', async () => {
  for (const [length, expected] of [
    [8193, 414],
    [12_000, 414],
    [17_000, 431],
    [100_000, 431],
  ] as const) {
    for (const start of [
      '/',
      '/reviews.json?',
      '/api/reviews/search?query=',
      '/api/reviews/since/',
    ]) {
      const { status } = await isRefused(start.padEnd(length, 'x'));
      assert.equal(status, expected);
    }
  }
  const many = (count: number) =>
    Object.fromEntries(Array.from({ length: count }, (_, index) => [`X-${index}`, 'x']));
  assert.equal((await isRefused('/', many(5000))).status, 431);
  assert.equal((await isRefused('/', { Cookie: 'x'.repeat(64_000) })).status, 431);
  assert.equal((await sendRaw(url, headOf('/', many(900))))[0]?.status, 200);
});

/** Out of the release, or to what lies beside it. */
const TRAVERSALS = [
  '/../../../../etc/passwd',
  '/%2e%2e/package.json',
  '/..%5cpackage.json',
  '/%252e%252e%252fmanifest.json',
  '/%c0%ae%c0%ae/manifest.json',
  '/manifest.json',
  '/server/entry.mjs',
  '/reviews.json/..',
  '/reviews.json%00.html',
  '/reviews.json.br',
  '/.git/config',
  '/file:///etc/passwd',
  'GET file:///etc/passwd',
  'GET http://x/../package.json',
];

test('no spelling of a path leaves the release', async () => {
  for (const target of TRAVERSALS) {
    const { body } = await isRefused(target);
    assert.doesNotMatch(body.toString(), /root:|manifestVersion|dependencies/);
  }
});

test('bodies that nobody asked for are not waited for', async () => {
  for (const target of ['GET /reviews.json', 'POST /reviews.json', 'PUT /api/reviews/search']) {
    const [answer] = await sendRaw(url, headOf(target, { 'Content-Length': '1000000000' }));
    assert.equal(answer?.status, target.startsWith('GET') ? 200 : 405);
  }
  await isRefused('GET /', { 'Content-Length': '-1' });
});
