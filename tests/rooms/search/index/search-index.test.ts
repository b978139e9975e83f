import assert from 'node:assert/strict';
import { once } from 'node:events';
import { test } from 'node:test';
import { Worker } from 'node:worker_threads';
import fc from 'fast-check';
import { Counts } from '#search/facet-counts.ts';
import { buildSearchIndex } from '#search/index/build-search-index.ts';
import { indexDocuments } from '#search/index/index-documents.ts';
import type { SearchIndex } from '#search/index/search-index.ts';
import { foldText, type PageQuery, type SearchDocument } from '#search/search.ts';
import {
  countDocument,
  createMatcher,
} from '../../../../scripts/lab/bench/search/scan-documents.ts';
import { runs } from '../../../support/at-length.ts';
import {
  documents,
  filtersFor,
  makeManyDocuments,
  openIndex,
  scanDocuments,
  sortNewestFirst,
  withTexts,
} from '../search-samples.ts';

function assertEqualToScan(index: SearchIndex, all: readonly SearchDocument[], query: PageQuery) {
  const { total, positions } = index.search(query);
  assert.deepEqual({ total, positions }, scanDocuments(all, query), JSON.stringify(query));
}

/** Statistics, and matching titles, are those of a look at each document. */
function assertCountsAll(index: SearchIndex, all: readonly SearchDocument[], query: PageQuery) {
  const counts = new Counts();
  const { positions } = scanDocuments(all, { ...query, after: undefined, limit: all.length });
  for (const at of positions) countDocument(counts, all[at] ?? assert.fail());
  assert.deepEqual(figuresOf(index.count(query)), figuresOf(counts));
  const text = foldText(query.query ?? '');
  const passes = createMatcher({ ...query, words: undefined, query: undefined });
  const titled = [...all.keys()].filter((at) => {
    const document = all[at];
    return document && text !== '' && passes(document) && foldText(document.title).includes(text);
  });
  assert.deepEqual(index.findTitles(query), titled);
}

function figuresOf({ total, facets }: Counts) {
  const sums = [['', total] as const, ...facets].sort(([a], [b]) => (a < b ? -1 : 1));
  return sums.map(([name, { count, mean }]) => [name, count, mean]);
}

test('the index finds what a look at each document finds, whatever is asked, also after edits', () => {
  const sample = fc.tuple(documents, documents).chain(([before, added]) => {
    // Places are those of documents before the edit, which may be gone.
    const kept = before.filter((_, at) => at % 3 > 0);
    const all = sortNewestFirst([...kept, ...added]);
    const searches = fc.array(filtersFor([...before, ...all]), { minLength: 20, maxLength: 20 });
    return fc.tuple(fc.constant(all), fc.constantFrom(1, 7, 64), searches);
  });
  fc.assert(
    fc.property(sample, ([all, size, searches]) => {
      const index = openIndex(all, size);
      for (const query of searches) {
        assertEqualToScan(index, all, query);
        assertCountsAll(index, all, query);
      }
    }),
    { numRuns: runs(500) },
  );
});

test('the index finds documents beyond the first 65,536', () => {
  const all = withTexts(
    Array.from({ length: 70_001 }, (_, i) => (i % 1000 === 1 ? `one of ${i}` : `many, ${i % 7}`)),
  );
  const index = openIndex(all, 4096);
  for (const query of ['70000', '69001', 'one of 6', 'many, 3', 'y, ', '6900', 'y', 'f 69001']) {
    assertEqualToScan(index, all, { query, limit: 10_000 });
  }
});

const WORKER = `
  import { parentPort, workerData } from 'node:worker_threads';
  workerData.index.body.documents[0] = 7;
  parentPort.postMessage(workerData.index.body.pieces[0].length);
`;

test('an index crosses to another thread without a copy', async () => {
  const index = buildSearchIndex([indexDocuments(makeManyDocuments(50))]);
  const url = new URL(`data:text/javascript,${encodeURIComponent(WORKER)}`);
  const worker = new Worker(url, { workerData: { index } });
  const [length] = await once(worker, 'message');
  assert.equal(length, index.body.pieces[0]?.length);
  assert.equal(index.body.documents[0], 7);
  await worker.terminate();
});
