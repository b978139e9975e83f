import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { isResourceUri, listResources } from '#agents/resources.ts';
import type { SourceFile } from '#search/review-source.ts';
import { sourceOf } from '../../support/review-source.ts';
import { AWKWARD, BASE_URL } from '../artifacts/sample-datasets.ts';

const source = sourceOf(AWKWARD);

/** What is listed where files are others. */
const listWith = (change: (file: SourceFile, path: string) => SourceFile | undefined) =>
  listResources({
    ...source,
    file: async (path) => change((await source.file(path)) ?? assert.fail(path), path),
  });

test('a resource says nothing of when it was changed where that is not known', async () => {
  const [undated] = await listWith((file) => ({ ...file, lastModified: undefined }));
  assert.deepEqual(undated?.annotations, { audience: ['assistant'], priority: 0.6 });
});

test('a file that is not published is not listed', async () => {
  const listed = await listWith((file, path) => (path === '/insights.json' ? undefined : file));
  assert.equal(listed.length, 4);
  assert.ok(listed.every(({ name }) => name !== 'insights'));
});

test('whatever else is asked for is no resource', () => {
  for (const uri of [
    ...['', 'reviews.json', 'file:///reviews.json', ` ${BASE_URL}/reviews.json`],
    ...[`${BASE_URL}.evil.example/reviews.json`, `${BASE_URL}:444/reviews.json`],
    `${BASE_URL.replace('https', 'http')}/reviews.json`,
    ...[
      ...[
        '//reviews.json',
        '/openapi.json',
        '/reviews.json/',
        '/reviews.json?a=1',
        '/REVIEWS.json',
      ],
      ...['/%72eviews.json', '/reviews/review-1//', '/reviews/Review-1/', '/reviews/review-1/\n'],
      ...['/reviews/review-1\u0000/', '/reviews/..%2f..%2fetc%2fpasswd/'],
      `/reviews/${'a'.repeat(65)}/`,
      ...['{date}', '2026-02-30', '2026-02-28/', '2026-02-28\n', '2026-02-28'.repeat(6_000)].map(
        (date) => `/api/reviews/since/${date}`,
      ),
    ].map((path) => BASE_URL + path),
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
