import assert from 'node:assert/strict';
import { test } from 'node:test';
import { setImmediate } from 'node:timers/promises';
import { columnsOf } from '#search/corpus/columns.ts';
import { buildSearchIndex } from '#search/index/build-search-index.ts';
import { indexReviews } from '#search/index/index-documents.ts';
import { createSearch } from '#search/run-search.ts';
import { publishedReview } from '../../support/reviews.ts';

const NOBODY = { technicians: [], services: [], serviceAreas: [], aspects: [] };
const reviews = [publishedReview({ reviewBody: 'They called back.' })];
const INDEX = buildSearchIndex([indexReviews({ reviews })]);
const searchOf = (index: Promise<typeof INDEX>, pause = async () => {}) =>
  createSearch({ index, corpus: columnsOf(reviews), names: NOBODY, pause });

test('searches that wait for the index are answered once it is there, however many they are', async () => {
  const { promise, resolve } = Promise.withResolvers<typeof INDEX>();
  const { search } = searchOf(promise);
  const waiting = Array.from({ length: 5000 }, () => search({ limit: 1 }));
  resolve(INDEX);
  for (const { total } of await Promise.all(waiting)) assert.equal(total, 1);
});

test('an index that cannot be built fails the searches that wait, and nothing else', async () => {
  const { search } = searchOf(Promise.reject(new Error('out of memory')));
  await setImmediate();
  await assert.rejects(search({ limit: 1 }), /out of memory/);
});

test('other work comes between the questions of one search, and between counts', async () => {
  let pauses = 0;
  const { search, count } = searchOf(Promise.resolve(INDEX), async () => {
    pauses++;
  });
  await search({ words: 'called zebras', limit: 1 });
  assert.ok(pauses > 0);
  pauses = 0;
  await count([{ rating: 5 }, { rating: 4 }, { rating: 5 }]);
  assert.equal(pauses, 2, 'equal questions are counted once');
});

test('other work comes between the searches of many who ask at once', async () => {
  let pending = 0;
  let most = 0;
  const { search } = searchOf(Promise.resolve(INDEX), async () => {
    most = Math.max(most, ++pending);
    await setImmediate();
    pending--;
  });
  await Promise.all(Array.from({ length: 20 }, () => search({ limit: 1 })));
  assert.equal(most, 1);
});
