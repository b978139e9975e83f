import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { ErrorBody } from '#search/issue.ts';
import { ask } from '../../support/ask.ts';
import { startInProcess } from '../../support/in-process.ts';
import { headOf, sendRaw } from '../../support/raw-http.ts';
import { makeRelease } from '../../support/release.ts';

const { release } = await makeRelease();
const { url } = await startInProcess({ after }, { release });

test('every spelling of a path finds the same file', async () => {
  const plain = await ask(url, '/reviews.json');
  for (const target of ['/%72eviews.json', '/reviews%2Ejson', '/reviews.json?any=thing']) {
    const { status, body, headers } = await ask(url, target);
    assert.equal(status, 200, target);
    assert.deepEqual(body, plain.body);
    assert.equal(headers.etag, plain.headers.etag);
  }
  const [absolute] = await sendRaw(url, headOf('http://reviews.test/reviews.json'));
  assert.deepEqual(absolute?.body, plain.body);
});

for (const [target, location] of [
  ['/feeds', '/feeds/'],
  ['/feeds?a=b&c=%20', '/feeds/?a=b&c=%20'],
  ['/feeds/index.html', '/feeds/'],
  ['/index.html', '/'],
  ['/reviews/review-a', '/reviews/review-a/'],
  ['/%66eeds', '/feeds/'],
] as const) {
  test(`${target} leads to ${location}`, async () => {
    const { status, headers, body } = await ask(url, target);
    assert.equal(status, 301);
    assert.equal(headers.location, location);
    assert.equal(headers['access-control-allow-origin'], '*');
    assert.equal(body.length, 0);
  });
}

for (const target of [
  '//feeds',
  '/feeds//',
  '/reviews',
  '/reviews/',
  '/\\evil.example',
  '/api/feed',
]) {
  test(`${target} is not published`, async () => {
    const { status, json } = await ask(url, target);
    assert.equal(status, 404);
    assert.match(ErrorBody.parse(json()).detail, /\/openapi\.json lists what is/);
  });
}

test('a review that was taken down is 410, with the day and the reason, and no more', async () => {
  for (const target of ['/reviews/gone-2026/', '/reviews/gone-2026', '/reviews/gone-2026/?a=b']) {
    const { status, headers, json, text } = await ask(url, target);
    assert.equal(status, 410, target);
    assert.equal(headers['cache-control'], 'no-store');
    assert.equal(
      ErrorBody.parse(json()).detail,
      'This review was taken down on 2026-08-11 (spam).',
    );
    assert.doesNotMatch(text, /Removedword|Jane/);
  }
});

test('people are told of a takedown by a page', async () => {
  for (const target of ['/reviews/gone-2026/', '/reviews/gone-2026']) {
    const page = await ask(url, target, { headers: { Accept: 'text/html' } });
    assert.equal(page.status, 410);
    assert.equal(page.headers['content-type'], 'text/html; charset=utf-8');
    assert.equal(page.headers['cache-control'], 'no-store');
    assert.equal(page.headers.etag, undefined);
    assert.match(page.text, /Gone spam/);
    assert.doesNotMatch(page.text, /Removedword|Jane/);
    const head = await ask(url, target, { method: 'HEAD', headers: { Accept: 'text/html' } });
    assert.deepEqual([head.status, head.body.length], [410, 0]);
    assert.equal(head.headers['content-length'], page.headers['content-length']);
  }
});
