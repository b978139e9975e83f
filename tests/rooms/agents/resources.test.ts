import assert from 'node:assert/strict';
import { test } from 'node:test';
import { listResources } from '#agents/resources.ts';
import { lengthOf } from '#search/pieces.ts';
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

test('a resource tells its size, when it was changed and for whom it is', async () => {
  const [reviews] = await listResources(source);
  assert.deepEqual(reviews?.annotations, {
    audience: ['assistant'],
    priority: 0.6,
    lastModified: '2026-10-03T00:00:00.000Z',
  });
  assert.equal(reviews?.size, lengthOf((await source.file('/reviews.json'))?.body ?? []));
});

test('every resource has words, a name of its own and a priority from 0 to 1', async () => {
  const resources = await listResources(source);
  assert.equal(new Set(resources.map(({ name }) => name)).size, resources.length);
  for (const { name, title, description, annotations } of resources) {
    for (const words of [name, title, description]) assert.notEqual(words, '');
    assert.ok(annotations.priority >= 0 && annotations.priority <= 1);
  }
});

test('a file that is not published is not listed', async () => {
  const file = async (path: string) => (path === '/insights.json' ? undefined : source.file(path));
  const uris = (await listResources({ ...source, file })).map(({ uri }) => uri);
  assert.equal(uris.length, 4);
  assert.ok(!uris.includes(`${BASE_URL}/insights.json`));
  assert.deepEqual(await listResources({ baseUrl: BASE_URL, file: async () => undefined }), []);
});

test('of a file without a date it is not told when it was changed', async () => {
  const file = async (path: string) => {
    const known = await source.file(path);
    return known && { ...known, lastModified: undefined };
  };
  for (const { annotations } of await listResources({ ...source, file })) {
    assert.deepEqual(Object.keys(annotations), ['audience', 'priority']);
  }
});
