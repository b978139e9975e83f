import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { ErrorBody } from '#search/issue.ts';
import { ask } from '../support/ask.ts';
import { startService } from '../support/service.ts';

const { url } = await startService({ after });

/** A request for each error that a read endpoint knows. */
const ERRORS = {
  'a search that is invalid': [400, '/api/reviews/search?rating=9', {}],
  'a date that does not exist': [400, '/api/reviews/since/2026-02-30', {}],
  'a path that does not decode': [400, '/%ff', {}],
  'an unknown path': [404, '/api/reviews', {}],
  'another method': [405, '/reviews.json', { method: 'DELETE' }],
  'a precondition that fails': [412, '/reviews.json', { headers: { 'If-Match': '"x"' } }],
  'a URL that is too long': [414, `/api/reviews/search?query=${'x'.repeat(9000)}`, {}],
  'a range outside': [416, '/feed.xml', { headers: { Range: 'bytes=99999999-' } }],
} as const;

for (const [what, [status, target, options]] of Object.entries(ERRORS)) {
  test(`§7 ${what} is ${status} with problem details, as application/problem+json for who asks so`, async () => {
    const answered = await ask(url, target, options);
    assert.equal(answered.status, status);
    assert.equal(answered.headers['content-type'], 'application/json');
    assert.equal(answered.headers['content-length'], String(answered.body.length));
    const body = ErrorBody.parse(answered.json());
    assert.equal(body.status, status);
    assert.equal(body.type, 'about:blank');
    assert.match(body.detail, /^[A-Z].*\.$/, 'a sentence');
    assert.ok(Array.isArray(body.issues));
    const headers = {
      ...('headers' in options && options.headers),
      Accept: 'application/problem+json',
    };
    const problem = await ask(url, target, { ...options, headers });
    assert.equal(problem.status, status);
    assert.equal(problem.headers['content-type'], 'application/problem+json');
    ErrorBody.parse(problem.json());
  });
}

test('§7 the HEAD of an error has its headers and no body', async () => {
  for (const target of ['/nothing', '/api/reviews/search?x=1', '/api/reviews/since/x']) {
    const get = await ask(url, target);
    const head = await ask(url, target, { method: 'HEAD' });
    assert.equal(head.status, get.status);
    assert.deepEqual({ ...head.headers, date: '' }, { ...get.headers, date: '' });
    assert.equal(head.body.length, 0);
  }
});

test('§7 an unknown path is a page for people and JSON for programs', async () => {
  const page = await ask(url, '/nothing', {
    headers: { Accept: 'text/html,application/xml;q=0.9' },
  });
  assert.equal(page.status, 404);
  assert.equal(page.headers['content-type'], 'text/html; charset=utf-8');
  assert.match(page.text, /<html/);
  assert.equal((await ask(url, '/nothing')).headers['content-type'], 'application/json');
});
