import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import {
  isResourceUri,
  listResources,
  listResourceTemplates,
  RESOURCE_PATHS,
  readResourceUri,
} from '#agents/resources.ts';
import type { SourceFile } from '#search/review-source.ts';
import { sourceOf } from '../../support/review-source.ts';
import { AWKWARD, BASE_URL } from '../artifacts/sample-datasets.ts';

const source = sourceOf(AWKWARD);

test('resources are the published files at their real URLs, in fixed order', async () => {
  assert.deepEqual(
    (await listResources(source)).map(({ uri, mimeType }) => [uri, mimeType]),
    [
      [`${BASE_URL}/reviews.json`, 'application/json'],
      [`${BASE_URL}/insights.json`, 'application/json'],
      [`${BASE_URL}/api/feed.json`, 'application/json'],
      [`${BASE_URL}/feed.xml`, 'application/atom+xml'],
      [`${BASE_URL}/.well-known/openapi.json`, 'application/json'],
    ],
  );
});

/** What is listed where files are others. */
const listWith = (change: (file: SourceFile, path: string) => SourceFile | undefined) =>
  listResources({
    ...source,
    file: async (path) => change((await source.file(path)) ?? assert.fail(path), path),
  });

test('a resource tells for whom it is, and when it was changed where that is known', async () => {
  const [reviews] = await listResources(source);
  const known = { audience: ['assistant'], priority: 0.6 };
  const lastModified = '2026-10-03T00:00:00.000Z';
  assert.deepEqual(reviews?.annotations, { ...known, lastModified });
  const [undated] = await listWith((file) => ({ ...file, lastModified: undefined }));
  assert.deepEqual(undated?.annotations, known);
});

test('a file that is not published is not listed', async () => {
  const listed = await listWith((file, path) => (path === '/insights.json' ? undefined : file));
  assert.equal(listed.length, 4);
  assert.ok(listed.every(({ name }) => name !== 'insights'));
});

test('there are templates for the reviews since a date and for the page of a review', () => {
  assert.deepEqual(
    listResourceTemplates(BASE_URL).map(({ uriTemplate, mimeType }) => [uriTemplate, mimeType]),
    [
      [`${BASE_URL}/api/reviews/since/{date}`, 'application/json'],
      [`${BASE_URL}/reviews/{id}/`, 'text/html'],
    ],
  );
});

const read = (path: string) => readResourceUri(`${BASE_URL}${path}`, BASE_URL);

test('the paths of files, dates and pages are read, those of pages without their slash, too', () => {
  for (const path of RESOURCE_PATHS) assert.deepEqual(read(path), { kind: 'file', path });
  assert.deepEqual(read('/api/reviews/since/2026-02-28'), { kind: 'since', date: '2026-02-28' });
  for (const path of ['/reviews/review-1/', '/reviews/review-1']) {
    assert.deepEqual(read(path), { kind: 'page', id: 'review-1' });
  }
});

test('whatever else is asked for is no resource', () => {
  for (const uri of [
    '',
    'reviews.json',
    `${BASE_URL}//reviews.json`,
    `${BASE_URL}/openapi.json`,
    `${BASE_URL}/reviews.json/`,
    `${BASE_URL}/reviews.json?a=1`,
    ` ${BASE_URL}/reviews.json`,
    `${BASE_URL}/REVIEWS.json`,
    `${BASE_URL}/%72eviews.json`,
    `${BASE_URL}/reviews/review-1//`,
    `${BASE_URL}/api/reviews/since/2026-02-28/`,
    `${BASE_URL}/reviews/..%2f..%2fetc%2fpasswd/`,
    `${BASE_URL}/reviews/Review-1/`,
    `${BASE_URL}/reviews/review-1/\n`,
    `${BASE_URL}/reviews/review-1\u0000/`,
    `${BASE_URL}/reviews/${'a'.repeat(65)}/`,
    `${BASE_URL}/api/reviews/since/{date}`,
    `${BASE_URL}/api/reviews/since/2026-02-30`,
    `${BASE_URL}/api/reviews/since/2026-02-28\n`,
    `${BASE_URL}/api/reviews/since/${'2026-02-28'.repeat(6_000)}`,
    `${BASE_URL}.evil.example/reviews.json`,
    `${BASE_URL}:444/reviews.json`,
    `${BASE_URL.replace('https', 'http')}/reviews.json`,
    'file:///reviews.json',
  ]) {
    assert.equal(isResourceUri(uri, BASE_URL), false, uri.slice(0, 80));
  }
});

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
