import assert from 'node:assert/strict';
import { test } from 'node:test';
import { Worker } from 'node:worker_threads';
import fc from 'fast-check';
import { buildSearchIndex } from '#search/index/build-search-index.ts';
import { collectHits, HitSet } from '#search/index/document-sets.ts';
import type { SearchIndexData } from '#search/index/index-data.ts';
import { SearchIndex } from '#search/index/search-index.ts';
import { cutTerms } from '#search/index/tokenize.ts';
import { finishSearch, type SearchDocument, type SearchFilters } from '#search/search.ts';
import {
  documents,
  filtersFor,
  makeManyDocuments,
  scanDocuments,
  text,
  withTexts,
} from '../search-samples.ts';

/** Fragments, phrases and texts across two terms, common and rare. */
const QUERIES =
  "the|one of the|e of|e | |. |, the|e t|the | the |ne|x|n't|cafe|of the best|phone of the best time|the the the|rare1|rare10 |e. The|!| - |s|service. one of|t, b|it the one of the|ne of|time! a|CAFÉ|zqxjk|the zqxjk|".split(
    '|',
  );

function open(all: readonly SearchDocument[]): SearchIndex {
  return new SearchIndex(buildSearchIndex(all));
}

function assertEqualToScan(
  index: SearchIndex,
  all: readonly SearchDocument[],
  filters: SearchFilters,
) {
  assert.deepEqual(index.search(filters), scanDocuments(all, filters), JSON.stringify(filters));
}

test('the index finds what a scan finds, whatever the texts and filters', () => {
  const sample = documents.chain((all) =>
    fc.tuple(fc.constant(all), fc.array(filtersFor(all), { minLength: 10, maxLength: 30 })),
  );
  fc.assert(
    fc.property(sample, ([all, searches]) => {
      const index = open(all);
      for (const filters of searches) assertEqualToScan(index, all, filters);
    }),
    { numRuns: 250 },
  );
});

test('the index finds what a scan finds where common fragments and phrases have rows', () => {
  const all = makeManyDocuments(6000);
  const index = open(all);
  for (const query of QUERIES) {
    assertEqualToScan(index, all, { query, limit: 20 });
    assertEqualToScan(index, all, { query, limit: 20, min_rating: 3, since: '2018-01-01' });
    assertEqualToScan(index, all, { query, limit: 20, rating: 4.5, until: '2016-12-31' });
    assertEqualToScan(index, all, { query, limit: 3, technician: 'Ann Lee', service: 'repair' });
  }
});

test('the index finds documents beyond the first 65,536', () => {
  const all = withTexts(
    Array.from({ length: 70_001 }, (_, i) => (i % 1000 === 1 ? `one of ${i}` : `many, ${i % 7}`)),
  );
  const index = open(all);
  for (const query of ['70000', '69001', 'one of 6', 'many, 3', 'y, ', '6900', 'y', 'f 69001']) {
    assertEqualToScan(index, all, { query, limit: 10_000 });
  }
});

test('the index finds nothing in no documents', () => {
  const index = open([]);
  for (const query of QUERIES) {
    assert.deepEqual(index.search({ query, limit: 20 }), { total: 0, positions: [] });
  }
  assert.deepEqual(index.search({ limit: 20 }), { total: 0, positions: [] });
});

test('the index finds one document by any part of it', () => {
  const body = 'It’s “done” — 10% off, 👍🏽!';
  const all = withTexts([body]);
  const index = open(all);
  for (let start = 0; start < body.length; start++) {
    for (let end = start; end <= body.length; end++) {
      assertEqualToScan(index, all, { query: body.slice(start, end), limit: 1 });
    }
  }
});

test('the index folds the query and the text alike', () => {
  const index = open(withTexts(['Straße in Zürich', 'MUÑOZ’S café', 'ﬁne ΟΔΟΣ']));
  const find = (query: string) => index.search({ query, limit: 9 }).positions;
  assert.deepEqual(find('STRASSE'), [0]);
  assert.deepEqual(find("munoz's CAFE\u0301"), [1]);
  assert.deepEqual(find('fine οδος'), [2]);
});

test('the index finds every document by a query that folds to nothing', () => {
  const all = withTexts(['a', '', 'b']);
  assert.equal(open(all).search({ query: '\u0301', limit: 0 }).total, 3);
  assertEqualToScan(open(all), all, { query: '\u0301\u0302', limit: 5 });
});

test('the index finds half an emoji where the query is half an emoji', () => {
  const all = withTexts(['x 😀', '\ude00', 'none']);
  for (const query of ['\ud83d', '\ude00', '😀', 'x \ud83d']) {
    assertEqualToScan(open(all), all, { query, limit: 5 });
  }
});

test('the index does not find a phrase across two documents', () => {
  const index = open(withTexts(['ends with one', ' of the next', 'one of the same']));
  assert.deepEqual(index.search({ query: 'one of the', limit: 5 }).positions, [2]);
  assert.deepEqual(index.search({ query: 'e of', limit: 5 }).positions, [2]);
});

test('the index distinguishes a separator from one that begins like it', () => {
  const index = open(withTexts(['stop. go', 'stop.. go', 'stop.  go', 'stop.']));
  const find = (query: string) => index.search({ query, limit: 9 }).positions;
  assert.deepEqual(find('stop. go'), [0]);
  assert.deepEqual(find('p. '), [0, 2]);
  assert.deepEqual(find('p.'), [0, 1, 2, 3]);
  assert.deepEqual(find('. '), [0, 1, 2]);
});

test('the index refuses documents that are not newest first, or have an impossible rating', () => {
  const [one] = withTexts(['a']);
  assert.ok(one);
  const older = { ...one, date: '2020-01-01' };
  assert.throws(() => buildSearchIndex([older, one]), /Document 1 is newer/);
  assert.throws(() => buildSearchIndex([{ ...one, rating: 4.2 }]), /rating 4.2/);
});

const WORKER = `
  import { parentPort, workerData } from 'node:worker_threads';
  const { buildSearchIndex } = await import(workerData.build);
  const { listBuffers } = await import(workerData.data);
  const index = buildSearchIndex(workerData.documents);
  const buffers = listBuffers(index);
  parentPort.postMessage(index, buffers);
  if (buffers.some((buffer) => !buffer.detached)) throw new Error('A buffer was copied.');
`;

test('an index is built in a worker thread and handed over without copies', async () => {
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
  await worker.terminate();
});

const SIZE = 120_000;
const ALL = { range: { start: 0, end: SIZE }, masks: [] };

function everything(): HitSet {
  const hits = new HitSet(SIZE);
  hits.addAll(ALL.range);
  return hits;
}

test('a long list of hits is made in steps', () => {
  const steps = collectHits(everything(), ALL, SIZE);
  let count = 1;
  while (steps.next().done !== true) count++;
  assert.equal(count, 3);
});

test('all hits are listed once, in order, and the set is empty afterwards', () => {
  const hits = everything();
  const { total, positions } = finishSearch(collectHits(hits, ALL, SIZE));
  assert.equal(total, SIZE);
  assert.deepEqual(
    positions,
    Array.from({ length: SIZE }, (_, position) => position),
  );
  assert.equal(finishSearch(collectHits(hits, ALL, SIZE)).total, 0);
});

test('a text is cut after each word', () => {
  assert.deepEqual(cutTerms("it's, well -- up-to-date."), [
    "it's",
    ', well',
    ' --',
    ' up-to-date',
    '.',
  ]);
  assert.deepEqual(cutTerms(' a  b '), [' a', '  b', ' ']);
  assert.deepEqual(cutTerms('日本。語'), ['日本', '。語']);
  assert.deepEqual(cutTerms(''), []);
});

test('terms put together are the text', () => {
  fc.assert(fc.property(text, (whole) => assert.equal(cutTerms(whole).join(''), whole)));
});

test('a part of a text is cut where the text is cut', () => {
  fc.assert(
    fc.property(text, fc.nat(30), fc.nat(30), (whole, start, length) => {
      const part = whole.slice(start, start + length);
      const cutsOf = (terms: readonly string[], offset: number) => {
        let at = offset;
        return terms.map((term) => (at += term.length));
      };
      const inWhole = cutsOf(cutTerms(whole), 0);
      const end = start + part.length;
      const inside = (cut: number) => cut > start && cut < end;
      assert.deepEqual(cutsOf(cutTerms(part), start).filter(inside), inWhole.filter(inside));
    }),
  );
});
