import assert from 'node:assert/strict';
import { test } from 'node:test';
import { setImmediate } from 'node:timers/promises';
import { corpusOf } from '#search/corpus/corpus.ts';
import { readParts } from '#search/corpus/review-records.ts';
import { buildSearchIndex } from '#search/index/build-search-index.ts';
import type { SearchIndexData } from '#search/index/index-data.ts';
import { createSearch } from '#search/run-search.ts';
import { SLICE_MILLISECONDS, TimeSlicer } from '#search/time-slicer.ts';
import { makeManyDocuments, openIndex, scanDocuments, withTexts } from './search-samples.ts';

const NOBODY = { technicians: [], services: [], serviceAreas: [], aspects: [] };
const searchOf = (index: Promise<SearchIndexData>) =>
  createSearch({
    index,
    corpus: corpusOf(readParts([Buffer.from('{"reviews":[]}\n')])),
    names: NOBODY,
  });

test('searches that wait for the index are answered once it is there, however many they are', async () => {
  const { promise, resolve } = Promise.withResolvers<SearchIndexData>();
  const { search } = searchOf(promise);
  const waiting = Array.from({ length: 5000 }, () => search({ limit: 1 }));
  resolve(buildSearchIndex([]));
  for (const { total } of await Promise.all(waiting)) assert.equal(total, 0);
});

test('an index that cannot be built fails the searches that wait, and nothing else', async () => {
  const { search } = searchOf(Promise.reject(new Error('out of memory')));
  await setImmediate();
  await assert.rejects(search({ limit: 1 }), /out of memory/);
});

const MANY = makeManyDocuments(40_000);
const index = openIndex(MANY);

test('searches side by side and abandoned ones find the same as a search at once', async () => {
  const slicer = new TimeSlicer({ now: () => performance.now(), pause: () => setImmediate() });
  const queries = ['f the', 'of', 'e b', 'phone of the best', 't, t', 'rare', 'zqxjk'];
  const searches = queries.flatMap((query) => [
    { query, limit: 20 },
    { query, limit: 20, min_rating: 3 },
  ]);
  index.search({ query: 'ne of the be', limit: 20 }).next();
  const found = await Promise.all(searches.map((one) => slicer.run(index.search(one))));
  for (const [i, filters] of searches.entries()) {
    assert.deepEqual(found[i], scanDocuments(MANY, filters));
  }
});

test('a search with much to do has many steps', () => {
  const textOf = (i: number) => `a${i % 1000} b${i % 999} c${i} a${i % 1001} b${i % 7}`;
  const varied = openIndex(withTexts(Array.from({ length: 100_000 }, (_, i) => textOf(i))));
  for (const query of ['9 b', 'a', ' ']) {
    assert.equal(varied.search({ query, limit: 1 }).next().done, false, query);
  }
});

test('tasks take turns, for a bounded time between two pauses', async () => {
  let time = 0;
  const pauses: number[] = [];
  function* work(steps: number): Generator<undefined, number, undefined> {
    for (let step = 0; step < steps; step++) {
      time += 1;
      yield;
    }
    return steps;
  }
  const pause = async () => {
    pauses.push(time);
    await setImmediate();
  };
  const slicer = new TimeSlicer({ now: () => time, pause });
  const order: number[] = [];
  const run = async (steps: number) => order.push(await slicer.run(work(steps)));
  await Promise.all([run(20), run(2), run(4)]);
  assert.deepEqual(order, [2, 4, 20]);
  const spans = pauses.map((end, i) => end - (pauses[i - 1] ?? 0));
  assert.ok(Math.max(...spans) <= SLICE_MILLISECONDS + 1, String(spans));
});
