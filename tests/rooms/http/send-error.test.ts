import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Issue, IssueCode } from '#search/request/issue.ts';
import { HttpError, toHttpError } from '../../../sidecar/http/http-error.ts';
import { errorBodyOf, replyWithFaultPage, wantsPage } from '../../../sidecar/http/send-error.ts';

// The codes of statuses: tests/contract.
test('an error has the code of its issues if they share one, and its type is relative without an origin', () => {
  const issueOf = (code: IssueCode): Issue => ({ path: [], code, message: 'is wrong' });
  for (const [codes, code] of [
    [['invalid_date', 'invalid_date'], 'invalid_date'],
    [['invalid_date', 'too_long'], 'invalid_request'],
  ] as const) {
    const body = errorBodyOf(new HttpError(400, 'So.', codes.map(issueOf)), '');
    assert.deepEqual([body.code, body.type], [code, `/docs/errors/#${code}`]);
  }
});

test('a fault of the client keeps its status and its sentence; one of ours says nothing', () => {
  const thrown = (status: unknown) => Object.assign(new Error('Too long.'), { status });
  const error = toHttpError(thrown(413));
  assert.deepEqual([error.status, error.message], [413, 'Too long.']);
  const ours = [502, 399, 200, Number.NaN, '400'].map(thrown);
  for (const one of [...ours, new Error('Too long.'), 'secret', undefined, null, { status: 400 }]) {
    const { status, message } = toHttpError(one);
    assert.equal(status, 500);
    assert.match(message, /^The service failed to answer/);
  }
});

// That its HTML is valid: tests/outside/pages/fault-page.spec.ts.
const BROKEN = new HttpError(500, 'Something failed here.');
const HTML = 'text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.8';

const htmlOf = (error: HttpError) => Buffer.concat(replyWithFaultPage(error).body).toString('utf8');

test('a fault is a page with its status, its title, and its sentence, in which markup is text', () => {
  assert.equal(replyWithFaultPage(BROKEN).status, 500);
  for (const [status, title] of [
    [500, 'This page cannot be shown'],
    [503, 'One moment, please'],
    [414, 'URI Too Long'],
    [499, 'Error'],
  ] as const) {
    assert.match(htmlOf(new HttpError(status, 'So.')), new RegExp(`<title>${title}</title>`));
  }
  const said = `Nothing is at "/<script>alert('1')</script>&{{title}}$&$1"; {{refresh}}`;
  const html = htmlOf(new HttpError(404, said));
  assert.doesNotMatch(html, /<script/i);
  assert.ok(html.includes('&lt;script&gt;'));
  assert.ok(html.includes('&amp;{{title}}$&amp;$1'), 'it is not filled in once more');
});

test('who asks for HTML gets a page, but where only programs ask', () => {
  const pages = ['/', '/reviews/anna/', '/nothing', '/feeds', '/apis', '/mcpx', '/a.html'];
  for (const path of pages) {
    assert.ok(wantsPage(path, HTML), path);
    assert.ok(wantsPage(path, 'application/json;q=0.5, TEXT/HTML'), path);
  }
  const data = '/api /api/feed.json /mcp /mcp/server.json /.well-known/ai-catalog.json /healthz';
  const files = '/reviews.json /reviews/a.md /reviews.csv /context.jsonld';
  for (const path of `${data} ${files}`.split(' ')) assert.ok(!wantsPage(path, HTML), path);
  const others = ['*/*', 'application/json', 'text/*', 'text/html2', 'xtext/html', ''];
  for (const accept of [undefined, ...others]) assert.ok(!wantsPage('/', accept), `${accept}`);
});
