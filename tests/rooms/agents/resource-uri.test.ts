import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { isResourceUri, readResourceUri } from '#agents/resource-uri.ts';
import { RESOURCE_PATHS } from '#agents/resources.ts';

const BASE_URL = 'https://reviews.example';
const read = (path: string) => readResourceUri(`${BASE_URL}${path}`, BASE_URL);

test('the paths of files, dates and pages are read', () => {
  for (const path of RESOURCE_PATHS) assert.deepEqual(read(path), { kind: 'file', path });
  assert.deepEqual(read('/api/reviews/since/2026-02-28'), { kind: 'since', date: '2026-02-28' });
  assert.deepEqual(read('/reviews/review-1/'), { kind: 'page', id: 'review-1' });
});

test('the slash at the end of a page may be missing, and no other', () => {
  assert.deepEqual(read('/reviews/review-1'), { kind: 'page', id: 'review-1' });
  for (const path of ['/reviews.json/', '/api/reviews/since/2026-02-28/', '/reviews/review-1//']) {
    assert.equal(read(path), undefined, path);
  }
});

for (const uri of [
  '',
  'reviews.json',
  '/reviews.json',
  BASE_URL,
  `${BASE_URL}/`,
  `${BASE_URL}//reviews.json`,
  `${BASE_URL}/openapi.json`,
  `${BASE_URL}/index.html`,
  `${BASE_URL}/healthz`,
  `${BASE_URL}/constructor`,
  `${BASE_URL}/reviews.json?a=1`,
  `${BASE_URL}/reviews.json#a`,
  `${BASE_URL}/reviews.json `,
  ` ${BASE_URL}/reviews.json`,
  `${BASE_URL}/REVIEWS.json`,
  `${BASE_URL}/reviews%2ejson`,
  `${BASE_URL}/%72eviews.json`,
  `${BASE_URL}/../reviews.json`,
  `${BASE_URL}/api/../reviews.json`,
  `${BASE_URL}/reviews/../insights.json`,
  `${BASE_URL}/reviews/..%2f..%2fetc%2fpasswd/`,
  `${BASE_URL}/reviews/..../`,
  `${BASE_URL}/reviews/Review-1/`,
  `${BASE_URL}/reviews/abc/`,
  `${BASE_URL}/reviews/review-1/\n`,
  `${BASE_URL}/reviews/review-1\u0000/`,
  `${BASE_URL}/reviews/{id}/`,
  `${BASE_URL}/reviews/${'a'.repeat(65)}/`,
  `${BASE_URL}/reviews/${'a'.repeat(60_000)}/`,
  `${BASE_URL}/api/reviews/since/`,
  `${BASE_URL}/api/reviews/since/{date}`,
  `${BASE_URL}/api/reviews/since/2026-02-30`,
  `${BASE_URL}/api/reviews/since/2026-2-3`,
  `${BASE_URL}/api/reviews/since/2026-02-28\n`,
  `${BASE_URL}/api/reviews/since/2026%2D02-28`,
  `${BASE_URL}/api/reviews/since/${'2026-02-28'.repeat(6_000)}`,
  'https://reviews.example.evil.example/reviews.json',
  'https://reviews.example@evil.example/reviews.json',
  'https://reviews.example:444/reviews.json',
  'https://REVIEWS.example/reviews.json',
  'http://reviews.example/reviews.json',
  'file:///reviews.json',
  'test://watched-resource',
]) {
  test(`${JSON.stringify(uri.slice(0, 80))} is no resource`, () => {
    assert.equal(isResourceUri(uri, BASE_URL), false);
  });
}

test('what could be a resource is never long', () => {
  const path = fc.oneof(
    fc.stringMatching(/^\/reviews\/[a-z0-9-]{1,70}\/?$/),
    fc.stringMatching(/^\/api\/reviews\/since\/\d{4}-\d\d-\d\d$/),
    fc.webPath(),
  );
  fc.assert(
    fc.property(path, (some) => {
      const uri = `${BASE_URL}${some}`;
      if (isResourceUri(uri, BASE_URL)) assert.ok(uri.length <= BASE_URL.length + 74);
    }),
  );
  assert.equal(isResourceUri(`${BASE_URL}/reviews/${'a'.repeat(64)}/`, BASE_URL), true);
});
