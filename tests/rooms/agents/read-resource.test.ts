import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import {
  MAX_RESOURCE_BYTES,
  type ResolvedResource,
  readResource,
  resolveResource,
} from '#agents/read-resource.ts';
import { listResources } from '#agents/resources.ts';
import { joinPieces } from '#search/corpus/pieces.ts';
import type { ReviewSource } from '#search/review-source.ts';
import { sinceBody, sinceSlice } from '#search/since.ts';
import { HttpError } from '../../../sidecar/http/http-error.ts';
import { sourceOf, withPages } from '../../support/review-source.ts';
import { anyDataset } from '../artifacts/any-dataset.ts';
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

test('what is no resource is unknown, and little of it is repeated', async () => {
  const reading = await readResource(`${BASE_URL}/${'a'.repeat(60_000)}`, source);
  assert.ok(!reading.ok);
  assert.equal(reading.reason, 'unknown');
  assert.match(reading.message, /resources\/list/);
  assert.ok(reading.message.length < 400);
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

test('the text of what is too large is never made', async () => {
  const bytes = new Proxy(new Uint8Array(MAX_RESOURCE_BYTES + 1), {
    get: (target, name) => {
      assert.notEqual(name, 'buffer');
      return Reflect.get(target, name, target);
    },
  });
  assert.equal((await readResource(uri, withFile(bytes))).ok, false);
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

const read = (path: string, from: ReviewSource = source) =>
  resolveResource(`${BASE_URL}${path}`, from);

function textOf(resource: ResolvedResource | undefined): string {
  return resource?.text() ?? '';
}

test('every listed resource resolves to the very bytes and the tag of the file', async () => {
  await fc.assert(
    fc.asyncProperty(anyDataset, async (dataset) => {
      const some = sourceOf(dataset);
      for (const { uri, size, mimeType } of await listResources(some)) {
        const file = await some.file(uri.slice(BASE_URL.length));
        const resource = await resolveResource(uri, some);
        assert.ok(file && resource);
        assert.ok(Buffer.from(textOf(resource)).equals(joinPieces(file.body)));
        assert.deepEqual([resource.uri, resource.etag], [uri, file.etag]);
        assert.deepEqual([resource.size, resource.mimeType], [size, mimeType]);
      }
    }),
    { numRuns: 5 },
  );
});

test('a date resolves to the bytes and the tag of its slice', async () => {
  for (const date of ['2026-09-03', '0001-01-01', '9999-12-31']) {
    const slice = sinceSlice(source.corpus, source.removed, date);
    const body = Buffer.concat(sinceBody(source.corpus, slice));
    const resource = await read(`/api/reviews/since/${date}`);
    assert.ok(resource);
    assert.equal(textOf(resource), body.toString('utf8'));
    assert.deepEqual([resource.etag, resource.size], [slice.etag, body.length]);
    assert.equal(resource.uri, `${BASE_URL}/api/reviews/since/${date}`);
    assert.equal(resource.mimeType, 'application/json');
  }
});

test('a review resolves to its page, with the URI of the template, also without the slash', async () => {
  const paged = withPages(source, ['everything']);
  for (const path of ['/reviews/everything/', '/reviews/everything']) {
    const resource = await read(path, paged);
    assert.equal(resource?.uri, `${BASE_URL}/reviews/everything/`);
    assert.equal(resource?.mimeType, 'text/html');
    const file = await paged.file('/reviews/everything/');
    assert.equal(resource?.etag, file?.etag);
    assert.ok(file && Buffer.from(textOf(resource)).equals(joinPieces(file.body)));
  }
});

test('only paths of resources are asked for in a release', async () => {
  const asked: string[] = [];
  const file = async (path: string) => {
    asked.push(path);
    return source.file(path);
  };
  for (const path of ['/reviews/../../etc/passwd', '/favicon.svg', '/openapi.json']) {
    assert.equal(await read(path, { ...source, file }), undefined);
  }
  assert.deepEqual(asked, []);
});
