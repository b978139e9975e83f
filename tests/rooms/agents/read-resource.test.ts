import assert from 'node:assert/strict';
import { test } from 'node:test';
import { MAX_RESOURCE_BYTES, readResource, resolveResource } from '#agents/read-resource.ts';
import type { ReviewSource } from '#search/review-source.ts';
import { HttpError } from '../../../sidecar/http/http-error.ts';
import { sourceOf } from '../../support/review-source.ts';
import { AWKWARD, BASE_URL } from '../artifacts/sample-datasets.ts';

const source = sourceOf(AWKWARD);
const uri = `${BASE_URL}/reviews.json`;

/** The source with one file in place of all. */
const withFile = (...body: readonly Uint8Array[]): ReviewSource => ({
  ...source,
  file: async () => ({ mediaType: 'application/json', body, etag: '"a"', lastModified: 0 }),
});

test('a resource is read with its text and tag, and a byte order mark', async () => {
  const reading = await readResource(uri, withFile(Buffer.from('\ufeff{}')));
  assert.ok(reading.ok);
  const content = { uri, mimeType: 'application/json', _meta: { etag: '"a"' }, text: '\ufeff{}' };
  assert.deepEqual(JSON.parse(reading.content), content);
});

test('a resource is read up to the largest size, and one larger is told how to get', async () => {
  const sized = (length: number) => readResource(uri, withFile(Buffer.alloc(length, 0x20)));
  assert.equal((await sized(MAX_RESOURCE_BYTES)).ok, true);
  const reading = await sized(MAX_RESOURCE_BYTES + 1);
  assert.ok(!reading.ok);
  assert.equal(reading.reason, 'too-large');
  assert.ok(reading.message.startsWith(`${uri} has 2097153`), reading.message);
  assert.match(reading.message, /download the URL itself, or use search_reviews/);
});

test('a resource that cannot be made at the moment says so, and a fault is none of these', async () => {
  const busy = () => Promise.reject(new HttpError(503, 'Too many; ask again.'));
  assert.deepEqual(await readResource(uri, { ...source, file: busy }), {
    ok: false,
    reason: 'busy',
    message: 'Too many; ask again.',
  });
  const broken = () => Promise.reject(new Error('broken'));
  await assert.rejects(readResource(uri, { ...source, file: broken }), /broken/);
});

test('only paths of resources are asked for in a release', async () => {
  const asked: string[] = [];
  const file = async (path: string) => {
    asked.push(path);
    return source.file(path);
  };
  for (const path of ['/reviews/../../etc/passwd', '/favicon.svg', '/openapi.json']) {
    assert.equal(await resolveResource(`${BASE_URL}${path}`, { ...source, file }), undefined);
  }
  assert.deepEqual(asked, []);
});
