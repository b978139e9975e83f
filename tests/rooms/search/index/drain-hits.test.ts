import assert from 'node:assert/strict';
import { test } from 'node:test';
import { collectHits, HitSet } from '#search/index/document-sets.ts';
import { finishSearch } from '#search/search.ts';

const SIZE = 120_000;
const ALL = { range: { start: 0, end: SIZE }, masks: [] };

function everything(): HitSet {
  const hits = new HitSet(SIZE);
  hits.addAll(ALL.range);
  return hits;
}

test('a long list of positions is made in steps', () => {
  const steps = collectHits(everything(), ALL, SIZE);
  let count = 1;
  while (steps.next().done !== true) count++;
  assert.equal(count, 3);
});

test('all positions are listed once, in order, and the set is empty afterwards', () => {
  const hits = everything();
  const { total, positions } = finishSearch(collectHits(hits, ALL, SIZE));
  assert.equal(total, SIZE);
  assert.deepEqual(
    positions,
    Array.from({ length: SIZE }, (_, position) => position),
  );
  assert.equal(finishSearch(collectHits(hits, ALL, SIZE)).total, 0);
});

test('what lies beyond the limit is counted only', () => {
  const { total, positions } = finishSearch(collectHits(everything(), ALL, 3));
  assert.deepEqual([total, positions], [SIZE, [0, 1, 2]]);
});
