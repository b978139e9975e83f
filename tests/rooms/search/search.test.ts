import assert from 'node:assert/strict';
import { test } from 'node:test';
import { buildSearchIndex } from '#search/index/build-search-index.ts';
import { SearchIndex } from '#search/index/search-index.ts';
import { HttpError } from '../../../sidecar/http/http-error.ts';
import { createSearch, MAX_SEARCHES } from '../../../sidecar/search/search.ts';

test('a search that comes while 1,000 wait for the index is refused with 503', async () => {
  const { promise: index, resolve } = Promise.withResolvers<SearchIndex>();
  const search = createSearch(index, () => undefined);
  const waiting = Array.from({ length: MAX_SEARCHES }, () => search({ limit: 1 }));
  await assert.rejects(search({ limit: 1 }), (error) => {
    assert.ok(error instanceof HttpError);
    assert.deepEqual([error.status, error.headers], [503, { 'Retry-After': '1' }]);
    return true;
  });
  resolve(new SearchIndex(buildSearchIndex([])));
  for (const { total } of await Promise.all(waiting)) assert.equal(total, 0);
  assert.equal((await search({ limit: 1 })).total, 0);
});

test('an index that cannot be built fails the searches that wait, and nothing else', async () => {
  const search = createSearch(Promise.reject(new Error('out of memory')), () => undefined);
  await new Promise((resolve) => setImmediate(resolve));
  await assert.rejects(search({ limit: 1 }), /out of memory/);
});
