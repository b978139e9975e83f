import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import { Worker } from 'node:worker_threads';
import { buildSearchIndex } from '#search/index/build-search-index.ts';
import { listBuffers, type SearchIndexData } from '#search/index/index-data.ts';
import { SearchIndex } from '#search/index/search-index.ts';
import { makeManyDocuments } from '../search-samples.ts';

const WORKER = `
  import { parentPort, workerData } from 'node:worker_threads';
  const { buildSearchIndex } = await import(workerData.build);
  const { listBuffers } = await import(workerData.data);
  const index = buildSearchIndex(workerData.documents);
  const buffers = listBuffers(index);
  parentPort.postMessage(index, buffers);
  if (buffers.some((buffer) => !buffer.detached)) throw new Error('A buffer was copied.');
`;

suite('build of the search index', () => {
  test('in a worker thread hands over an index that finds the same, without copies', async () => {
    const documents = makeManyDocuments(500);
    const worker = new Worker(new URL(`data:text/javascript,${encodeURIComponent(WORKER)}`), {
      workerData: {
        documents,
        build: import.meta.resolve('#search/index/build-search-index.ts'),
        data: import.meta.resolve('#search/index/index-data.ts'),
      },
    });
    const { promise, resolve, reject } = Promise.withResolvers<SearchIndexData>();
    worker.once('message', resolve);
    worker.once('error', reject);
    const posted = await promise;
    const built = buildSearchIndex(documents);
    assert.deepEqual(posted, built);
    for (const query of ['one of the', 'e', 'rare1', 'best.']) {
      const filters = { query, limit: 20, technician: 'Ann Lee' };
      assert.deepEqual(
        new SearchIndex(posted).search(filters),
        new SearchIndex(built).search(filters),
      );
    }
    await worker.terminate();
  });

  test('reads documents once, from any iterable', () => {
    const documents = makeManyDocuments(200);
    function* stream() {
      yield* documents;
    }
    assert.deepEqual(buildSearchIndex(stream()), buildSearchIndex(documents));
  });

  test('names each buffer once', () => {
    const buffers = listBuffers(buildSearchIndex(makeManyDocuments(10)));
    assert.equal(new Set(buffers).size, buffers.length);
    assert.ok(buffers.length > 10);
  });
});
