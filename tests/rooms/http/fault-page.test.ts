import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { test } from 'node:test';
import { HtmlValidate } from 'html-validate';
import { replyWithFaultPage, wantsPage } from '../../../sidecar/http/fault-page.ts';
import { HttpError } from '../../../sidecar/http/http-error.ts';

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
  '/api/reviews/search',
  '/api/nothing',
  '/api/feed.json',
  '/mcp',
  '/mcp/server-card',
  '/.well-known/ai-catalog.json',
  '/.well-known/nothing',
  '/healthz',
  '/readyz',
  '/reviews.json',
  '/feed.xml',
  '/llms.txt',
  '/nothing.json',
]) {
  test(`who asks at ${path} is a program, whatever it accepts`, () => {
    assert.equal(wantsPage(path, HTML), false);
  });
}
