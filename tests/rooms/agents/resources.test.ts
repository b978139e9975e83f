import assert from 'node:assert/strict';
import { test } from 'node:test';
import { MAX_RESOURCE_BYTES, readResource } from '#agents/read-resource.ts';
import { isResourceUri } from '#agents/resources.ts';
import { sourceOf } from '../../support/review-source.ts';
import { AWKWARD, BASE_URL } from '../artifacts/sample-datasets.ts';

test('a resource is read up to the largest size, and one larger is told how to get', async () => {
  const uri = `${BASE_URL}/reviews.json`;
  const sized = (length: number) => {
    const body = [Buffer.alloc(length, 0x20)];
    const file = async () => ({ mediaType: '', body, etag: '"a"', lastModified: 0 });
    return readResource(uri, { ...sourceOf(AWKWARD), file });
  };
  assert.equal((await sized(MAX_RESOURCE_BYTES)).ok, true);
  const reading = await sized(MAX_RESOURCE_BYTES + 1);
  assert.ok(!reading.ok);
  assert.equal(reading.reason, 'too-large');
  assert.match(reading.message, /has 2097153 .* download the URL itself, or use search_reviews/);
});

test('whatever else is asked for is no resource', () => {
  const dates = ['{date}', '2026-02-30', '2026-02-28/', '2026-02-28\n', '2026-02-28'.repeat(6_000)];
  for (const uri of [
    ...['', 'reviews.json', 'file:///reviews.json', ` ${BASE_URL}/reviews.json`],
    ...[`${BASE_URL}.evil.example/reviews.json`, `${BASE_URL}:444/reviews.json`],
    `${BASE_URL.replace('https', 'http')}/reviews.json`,
    ...[
      ...['//reviews.json', '/openapi.json', '/reviews.json/', '/reviews.json?a=1'],
      ...['/%72eviews.json', '/reviews/review-1//', '/reviews/Review-1/', '/reviews/review-1/\n'],
      ...['/REVIEWS.json', '/reviews/review-1\u0000/', '/reviews/..%2f..%2fetc%2fpasswd/'],
      ...[`/reviews/${'a'.repeat(65)}/`, ...dates.map((date) => `/api/reviews/since/${date}`)],
    ].map((path) => BASE_URL + path),
  ]) {
    assert.equal(isResourceUri(uri, BASE_URL), false, uri.slice(0, 80));
  }
});
