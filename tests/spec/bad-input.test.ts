import assert from 'node:assert/strict';
import { once } from 'node:events';
import { after, afterEach, test } from 'node:test';
import { ErrorBody } from '#search/issue.ts';
import { ask } from '../support/ask.ts';
import { headOf, openRaw, sendRaw } from '../support/raw-http.ts';
import { startService } from '../support/service.ts';

const service = await startService({ after });
const { url } = service;

afterEach(async () => {
  assert.equal((await ask(url, '/readyz')).status, 200, 'the process answers afterwards');
  const levels = service.log.map(({ level }) => Number(level));
  assert.ok(Math.max(...levels) < 50, 'nothing was logged as an error');
});

/** A fault of the client: 4xx with the body of errors. */
async function isRefused(target: string, headers: Readonly<Record<string, string>> = {}) {
  const [answer] = await sendRaw(url, headOf(target, headers));
  assert.ok(answer);
  assert.ok(
    answer.status >= 400 && answer.status < 500,
    `${answer.status} of ${target.slice(0, 99)}`,
  );
  assert.equal(answer.headers['content-type'], 'application/json');
  const body = ErrorBody.parse(JSON.parse(answer.body.toString()));
  assert.equal(body.status, answer.status);
  return answer;
}

const RUBBISH = [
  '%',
  '%%',
  '%z1',
  '%0',
  '%ff',
  '%c0%af',
  '%ed%a0%80',
  '%f5%80%80%80',
  '%00',
  '%0a%0d',
];

test('percent-encoded rubbish is refused in paths, dates and parameters', async () => {
  for (const rubbish of RUBBISH) {
    await isRefused(`/${rubbish}`);
    await isRefused(`/reviews/${rubbish}/`);
    await isRefused(`/api/reviews/since/${rubbish}`);
    await isRefused(`/api/reviews/${rubbish}`);
    for (const name of ['rating', 'limit', 'since', 'query', 'mentions_technician', 'x']) {
      await isRefused(`/api/reviews/search?${name}=${rubbish}`);
    }
    await isRefused(`/api/reviews/search?${rubbish}=1`);
  }
});

test('thousands of parameters are refused with an answer of bounded length', async () => {
  for (const pair of ['rating=5', 'a', 'x=1', '%ff', 'limit=1&query=a']) {
    const few = Array.from({ length: Math.floor(8000 / (pair.length + 1)) }, () => pair).join('&');
    const answer = await isRefused(`/api/reviews/search?${few}`);
    assert.ok(answer.body.length < 2_000_000, `${answer.body.length} bytes for ${pair}`);
  }
  const many = Array.from({ length: 10_000 }, (_, index) => `p${index}=1`).join('&');
  const answer = await isRefused(`/api/reviews/search?${many}`);
  assert.ok([414, 431].includes(answer.status));
});

test('long URLs are refused', async () => {
  for (const length of [8193, 12_000, 17_000, 100_000]) {
    const rest = 'x'.repeat(length);
    for (const start of [
      '/',
      '/reviews.json?',
      '/api/reviews/search?query=',
      '/api/reviews/since/',
    ]) {
      const { status } = await isRefused((start + rest).slice(0, length));
      assert.equal(status, length < 16_000 ? 414 : 431);
    }
  }
});

const TRAVERSALS = [
  '/../package.json',
  '/../../../../etc/passwd',
  '/%2e%2e/package.json',
  '/%2e%2e%2fpackage.json',
  '/..%2fpackage.json',
  '/..%5cpackage.json',
  '/..\\package.json',
  '/reviews/../../manifest.json',
  '/reviews/..%2f..%2fmanifest.json',
  '/%252e%252e%252fmanifest.json',
  '/....//manifest.json',
  '/%c0%ae%c0%ae/manifest.json',
  '/manifest.json',
  '/client/reviews.json',
  '/server/entry.mjs',
  '/reviews.json/',
  '/reviews.json/..',
  '/./reviews.json',
  '//reviews.json',
  '/reviews.json%00.html',
  '/reviews.json.br',
  '/.env',
  '/.git/config',
  '/content/business.yaml',
  '/file:///etc/passwd',
  '/C:/windows/win.ini',
];

test('no spelling of a path leaves the release', async () => {
  for (const target of TRAVERSALS) {
    const { body } = await isRefused(target);
    assert.doesNotMatch(body.toString(), /root:|manifestVersion/);
  }
  for (const target of ['file:///etc/passwd', 'ftp://x/etc/passwd', 'http://x/../package.json']) {
    await isRefused(`GET ${target}`);
  }
});

test('headers that make no sense do no harm', async () => {
  const rubbish = [
    '',
    ' ',
    '"',
    ',',
    '*',
    'W/',
    '\x80\xff',
    '%00',
    '=',
    'x'.repeat(4000),
    '-1',
    '9'.repeat(99),
  ];
  const names = ['If-None-Match', 'If-Match', 'If-Modified-Since', 'If-Unmodified-Since', 'Range'];
  for (const name of [
    ...names,
    'If-Range',
    'Accept',
    'Accept-Encoding',
    'Origin',
    'X-Forwarded-For',
  ]) {
    for (const value of rubbish) {
      for (const target of [
        '/reviews.json',
        '/api/reviews/search',
        '/api/reviews/since/2026-01-01',
      ]) {
        const [answer] = await sendRaw(url, headOf(target, { [name]: value }));
        assert.ok(answer && answer.status < 500, `${name}: ${value}`);
      }
    }
  }
});

test('a flood of headers is refused', async () => {
  const many = Object.fromEntries(Array.from({ length: 5000 }, (_, index) => [`X-${index}`, 'x']));
  assert.equal((await isRefused('/', many)).status, 431);
  assert.equal((await isRefused('/', { Cookie: 'x'.repeat(64_000) })).status, 431);
  const few = Object.fromEntries(Array.from({ length: 900 }, (_, index) => [`X-${index}`, 'x']));
  assert.equal((await sendRaw(url, headOf('/', few)))[0]?.status, 200);
});

test('an endless head is cut off', async () => {
  const connection = await openRaw(url);
  connection.socket.write('GET / HTTP/1.1\r\nHost: x\r\n');
  const flood = setInterval(() => connection.socket.write(`X: ${'x'.repeat(1000)}\r\n`), 1);
  const answer = await connection.answer();
  clearInterval(flood);
  assert.equal(answer.status, 431);
  await connection.ended();
});

test('bodies that nobody asked for are not waited for', async () => {
  for (const target of ['GET /reviews.json', 'POST /reviews.json', 'PUT /api/reviews/search']) {
    const [answer] = await sendRaw(url, headOf(target, { 'Content-Length': '1000000000' }));
    assert.equal(answer?.status, target.startsWith('GET') ? 200 : 405);
  }
  await isRefused('POST /', { 'Content-Length': '1', 'Transfer-Encoding': 'chunked' });
  await isRefused('GET /', { 'Content-Length': '-1' });
});

test('a thousand connections that are half open keep nobody else waiting', async () => {
  const connections = await Promise.all(Array.from({ length: 1000 }, () => openRaw(url)));
  const halves = ['', 'G', 'GET / HTTP/1.1\r\n', headOf('/').slice(0, -2), headOf('/')];
  for (const [index, connection] of connections.entries()) {
    await connection.send(halves[index % halves.length] ?? '');
  }
  assert.equal((await ask(url, '/reviews.json')).status, 200);
  assert.equal((await ask(url, '/api/reviews/search')).status, 200);
  for (const { socket } of connections) {
    socket.resetAndDestroy();
    if (!socket.closed) await once(socket, 'close');
  }
});
