import assert from 'node:assert/strict';
import { test } from 'node:test';
import { MAX_RESOURCE_BYTES, readResource } from '#agents/resource-contents.ts';
import { joinPieces } from '#search/pieces.ts';
import { HttpError } from '../../../sidecar/http/http-error.ts';
import { sourceOf } from '../../support/review-source.ts';
import { AWKWARD, BASE_URL } from '../artifacts/sample-datasets.ts';

const source = sourceOf(AWKWARD);
const uri = `${BASE_URL}/reviews.json`;

test('a resource is read with its text and tag', async () => {
  const file = await source.file('/reviews.json');
  const reading = await readResource(uri, source);
  assert.ok(file && reading.ok);
  const [{ text, ...rest }] = JSON.parse(Buffer.concat(reading.contents).toString('utf8'));
  assert.equal(text, joinPieces(file.body).toString('utf8'));
  assert.deepEqual(rest, { uri, mimeType: 'application/json', _meta: { etag: file.etag } });
  assert.equal(file.etag, source.etag);
});

test('what is no resource is unknown, and little of it is repeated', async () => {
  const reading = await readResource(`${BASE_URL}/${'a'.repeat(60_000)}`, source);
  assert.ok(!reading.ok);
  assert.equal(reading.reason, 'unknown');
  assert.match(reading.message, /resources\/list/);
  assert.ok(reading.message.length < 400);
});

test('a resource is read up to the largest size, and one larger is told how to get', async () => {
  const sized = (length: number) => {
    const body = [Buffer.alloc(length, 0x20)];
    const file = async () => ({
      mediaType: 'application/json',
      body,
      etag: '"a"',
      lastModified: 0,
    });
    return readResource(uri, { ...source, file });
  };
  assert.equal((await sized(MAX_RESOURCE_BYTES)).ok, true);
  const reading = await sized(MAX_RESOURCE_BYTES + 1);
  assert.ok(!reading.ok);
  assert.equal(reading.reason, 'too-large');
  assert.match(
    reading.message,
    /^https:\/\/reviews\.harborlaw\.example\/reviews\.json has 2097153/,
  );
  assert.match(reading.message, /download the URL itself, or use search_reviews/);
});

test('the text of what is too large is never made', async () => {
  const bytes = new Proxy(new Uint8Array(MAX_RESOURCE_BYTES + 1), {
    get: (target, name) => {
      assert.notEqual(name, 'buffer');
      return Reflect.get(target, name, target);
    },
  });
  const file = async () => ({
    mediaType: 'application/json',
    body: [bytes],
    etag: '"a"',
    lastModified: 0,
  });
  assert.equal((await readResource(uri, { ...source, file })).ok, false);
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
