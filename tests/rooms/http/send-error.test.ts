import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { test } from 'node:test';
import { HtmlValidate } from 'html-validate';
import { ErrorBody } from '#search/issue.ts';
import { HttpError, toHttpError } from '../../../sidecar/http/http-error.ts';
import {
  errorBodyOf,
  errorTextOf,
  errorTypeFor,
  replyWithFaultPage,
  wantsPage,
} from '../../../sidecar/http/send-error.ts';
import { startInProcess } from '../../support/in-process.ts';
import { headOf, openRaw, sendRaw } from '../../support/raw-http.ts';
import { makeRelease } from '../../support/release.ts';

test('an error has the members of problem details and the issues', () => {
  const issue = { path: ['limit'], code: 'too_small', message: 'limit must be at least 1' };
  const body = errorBodyOf(new HttpError(400, 'The search has an issue.', [issue]));
  assert.deepEqual(ErrorBody.parse(body), {
    type: 'about:blank',
    title: 'Bad Request',
    status: 400,
    detail: 'The search has an issue.',
    issues: [issue],
  });
});

test('problem details are sent to those who ask for them', () => {
  assert.equal(errorTypeFor('application/problem+json'), 'application/problem+json');
  assert.equal(
    errorTypeFor('text/html, Application/Problem+JSON;q=0.9'),
    'application/problem+json',
  );
  for (const accept of [undefined, '', '*/*', 'application/json', 'application/*']) {
    assert.equal(errorTypeFor(accept), 'application/json');
  }
});

test('for people an error is its sentence, and a line for each issue', () => {
  const issues = ['limit must be at least 1', 'rating must be at most 5'].map((message) => ({
    path: [],
    code: 'x',
    message,
  }));
  assert.equal(errorTextOf(new HttpError(404, 'Nothing is there.')), 'Nothing is there.\n');
  assert.equal(
    errorTextOf(new HttpError(400, 'There are 2 issues.', issues)),
    'There are 2 issues.\nlimit must be at least 1\nrating must be at most 5\n',
  );
});

test('a fault of the client keeps its status and its sentence', () => {
  const error = toHttpError(Object.assign(new Error('Too long.'), { status: 413 }));
  assert.deepEqual([error.status, error.message], [413, 'Too long.']);
});

test('a fault of ours says nothing of its cause', () => {
  const thrown = [new Error('secret'), 'secret', undefined, null, { status: 400 }];
  const withStatus = [502, 399, 200, Number.NaN].map((status) =>
    Object.assign(new Error('secret'), { status }),
  );
  for (const one of [...thrown, ...withStatus]) {
    const error = toHttpError(one);
    assert.equal(error.status, 500);
    assert.doesNotMatch(JSON.stringify(errorBodyOf(error)), /secret/);
  }
});

const { release } = await makeRelease();
const PLAIN = 'Host: reviews.test\r\n\r\n';

/** What no HTTP message is, with the status of its answer. */
const REFUSED: Readonly<Record<string, readonly [status: number, sent: string]>> = {
  'headers of 20 kB': [431, headOf('/', { 'X-Long': 'x'.repeat(20_000) })],
  'a target of 20 kB': [431, headOf(`/${'x'.repeat(20_000)}`)],
  'an unknown method': [400, `FOO / HTTP/1.1\r\n${PLAIN}`],
  'a method in lower case': [400, `get / HTTP/1.1\r\n${PLAIN}`],
  'an odd version': [400, `GET / HTTP/1.7\r\n${PLAIN}`],
  'no version': [400, `GET / HTTP\r\n${PLAIN}`],
  'a target without a slash': [400, `GET reviews.json HTTP/1.1\r\n${PLAIN}`],
  'a byte beyond ASCII in the target': [400, `GET /caf\xe9 HTTP/1.1\r\n${PLAIN}`],
  'a NUL in a header': [400, headOf('/', { 'X-Odd': 'a\0b' })],
  'a header without a colon': [400, `GET / HTTP/1.1\r\nodd\r\n${PLAIN}`],
  'a length and chunks': [
    400,
    headOf('POST /', { 'Content-Length': '3', 'Transfer-Encoding': 'chunked' }),
  ],
  'a length that is no number': [400, headOf('POST /', { 'Content-Length': 'three' })],
  'two lengths': [400, headOf('POST /', { 'Content-Length': '1', 'content-length': '2' })],
  'chunks without a size': [
    400,
    `${headOf('POST /mcp', {
      Accept: 'application/json, text/event-stream',
      'Content-Type': 'application/json',
      'Transfer-Encoding': 'chunked',
    })}zz\r\n`,
  ],
  'the preface of HTTP/2': [400, 'PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n'],
  'the hello of TLS': [400, '\x16\x03\x01\x02\x00\x01\x00\x01\xfc\x03\x03'],
  'no host': [400, 'GET / HTTP/1.1\r\n\r\n'],
  'an expectation that nobody meets': [417, headOf('/', { Expect: 'the-unexpected' })],
  'no host beside such an expectation': [400, 'GET / HTTP/1.1\r\nExpect: x\r\n\r\n'],
  'a tunnel': [405, `CONNECT reviews.test:443 HTTP/1.1\r\n${PLAIN}`],
};

test('what is no HTTP message is answered with the body of errors', async (t) => {
  const { url, log } = await startInProcess(t, { release });
  for (const [what, [status, sent]] of Object.entries(REFUSED)) {
    const [answer] = await sendRaw(url, sent);
    assert.equal(answer?.status, status, what);
    assert.equal(answer.headers['content-type'], 'application/json');
    assert.equal(answer.headers['cache-control'], 'no-store');
    assert.equal(ErrorBody.parse(JSON.parse(answer.body.toString())).status, status);
  }
  assert.deepEqual(log, []);
  assert.equal((await sendRaw(url, headOf('/')))[0]?.status, 200);
});

test('the connection of a malformed request is closed', async (t) => {
  const { url } = await startInProcess(t, { release });
  const connection = await openRaw(url);
  await connection.send('nonsense\r\n\r\n');
  assert.equal((await connection.answer()).headers.connection, 'close');
  assert.equal((await connection.ended()).length, 0);
});

test('a refused tunnel is told what is allowed', async (t) => {
  const { url } = await startInProcess(t, { release });
  const [answer] = await sendRaw(url, `CONNECT a:443 HTTP/1.1\r\n${PLAIN}`);
  assert.equal(answer?.headers.allow, 'GET, HEAD, OPTIONS');
});

test('a head that does not end is answered 408', async (t) => {
  const { url } = await startInProcess(t, { release, requestTimeoutMs: 50 });
  const connection = await openRaw(url);
  connection.socket.ref();
  await connection.send(headOf('/').slice(0, -2));
  const answer = await connection.answer();
  assert.equal(answer.status, 408);
  assert.match(answer.body.toString(), /took too long to arrive/);
  await connection.ended();
});

const BUSY = new HttpError(503, 'The pages are being made ready.', [], { 'Retry-After': '5' });
const BROKEN = new HttpError(500, 'Something failed here.');
const HTML = 'text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.8';

const htmlOf = (error: HttpError) => Buffer.concat(replyWithFaultPage(error).body).toString('utf8');

function headersOf(error: HttpError): Map<string, string> {
  const { headers } = replyWithFaultPage(error);
  const names = headers.filter((_, index) => index % 2 === 0).map((name) => name.toLowerCase());
  assert.equal(new Set(names).size, names.length, 'no header stands twice');
  return new Map(names.map((name, index) => [name, String(headers[index * 2 + 1])]));
}

test('a fault is a page with its status, its sentence and a title', () => {
  assert.equal(replyWithFaultPage(BROKEN).status, 500);
  const html = htmlOf(BROKEN);
  assert.match(html, /<title>This page cannot be shown<\/title>/);
  assert.match(html, /<h1>This page cannot be shown<\/h1>/);
  assert.match(html, /<p>Something failed here\.<\/p>/);
  assert.doesNotMatch(html, /\{\{|\}\}|undefined/);
});

test('every status has a title', () => {
  const titles = [404, 410, 503, 414, 429, 499].map(
    (status) => /<title>(.*)<\/title>/.exec(htmlOf(new HttpError(status, 'So.')))?.[1],
  );
  assert.deepEqual(titles, [
    'This page does not exist',
    'This review was taken down',
    'One moment, please',
    'URI Too Long',
    'Too Many Requests',
    'Error',
  ]);
});

test('markup in a sentence is text, and so is what a template would replace', () => {
  const said = `Nothing is at "/<script>alert('1')</script>&{{title}}$&$1"; {{refresh}}`;
  const html = htmlOf(new HttpError(404, said));
  assert.doesNotMatch(html, /<script/i);
  assert.ok(html.includes('&lt;script&gt;'));
  assert.ok(html.includes('&amp;{{title}}$&amp;$1'), 'it is not filled in once more');
});

test('a page asks again by itself where the error says when, and only there', () => {
  const html = htmlOf(BUSY);
  assert.match(html, /<meta http-equiv="refresh" content="5">/);
  assert.match(html, /This page asks again by itself\./);
  assert.equal(headersOf(BUSY).get('retry-after'), '5');
  assert.doesNotMatch(htmlOf(BROKEN), /http-equiv/);
  assert.match(htmlOf(BROKEN), /<a href="\/">To the reviews<\/a>/);
  assert.equal(headersOf(BROKEN).get('retry-after'), undefined);
});

test('a fault is not cached, has its length, and may be read anywhere', () => {
  for (const error of [BUSY, BROKEN]) {
    const headers = headersOf(error);
    assert.equal(headers.get('content-type'), 'text/html; charset=utf-8');
    assert.equal(headers.get('cache-control'), 'no-store');
    assert.equal(headers.get('content-length'), String(Buffer.byteLength(htmlOf(error))));
    assert.equal(headers.get('access-control-allow-origin'), '*');
    assert.equal(headers.get('x-content-type-options'), 'nosniff');
    assert.equal(headers.get('etag'), undefined);
  }
});

test('the policy allows the style of the page by its digest, and nothing else', () => {
  const policy = headersOf(BUSY).get('content-security-policy') ?? '';
  const styles = [...htmlOf(BUSY).matchAll(/<style>(.*?)<\/style>/gs)].map(([, style = '']) =>
    createHash('sha256').update(style).digest('base64'),
  );
  assert.equal(styles.length, 1);
  assert.deepEqual(policy.split(';').sort(), [
    "base-uri 'none'",
    "default-src 'none'",
    "form-action 'none'",
    "frame-ancestors 'self'",
    `style-src 'sha256-${styles[0]}'`,
  ]);
  assert.doesNotMatch(htmlOf(BUSY), /\sstyle=|<script|<link|<img|url\(/);
});

for (const error of [BUSY, BROKEN, new HttpError(404, 'Nothing is at "/<b>" & so on.')]) {
  test(`html-validate finds nothing in the page of a ${error.status}`, async () => {
    const validator = new HtmlValidate({
      root: true,
      extends: ['html-validate:recommended', 'html-validate:document'],
      rules: {
        // What is left out leaves its line.
        'no-trailing-whitespace': 'off',
        'doctype-style': 'off',
        // Nobody is in the middle of anything: the page says nothing but to wait.
        'meta-refresh': 'off',
      },
    });
    const { results } = await validator.validateString(htmlOf(error));
    const findings = results.flatMap(({ messages }) =>
      messages.map(({ ruleId, message }) => `${ruleId}: ${message}`),
    );
    assert.deepEqual(findings, []);
  });
}

for (const path of ['/', '/reviews/anna/', '/nothing', '/feeds', '/apis', '/mcpx', '/a.html']) {
  test(`who asks for HTML at ${path} gets a page`, () => {
    assert.equal(wantsPage(path, HTML), true);
    assert.equal(wantsPage(path, 'application/json;q=0.5, TEXT/HTML'), true);
  });
}

test('who does not ask for HTML gets none', () => {
  const others = ['*/*', 'application/json', 'text/*', 'text/html2', 'xtext/html', ''];
  for (const accept of [undefined, ...others])
    assert.equal(wantsPage('/', accept), false, String(accept));
});

for (const path of [
  '/api',
  '/api/feed.json',
  '/mcp',
  '/mcp/server-card',
  '/.well-known/ai-catalog.json',
  '/healthz',
  '/reviews.json',
  '/nothing.json',
]) {
  test(`who asks at ${path} is a program, whatever it accepts`, () => {
    assert.equal(wantsPage(path, HTML), false);
  });
}
