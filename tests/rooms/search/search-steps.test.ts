import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import { setImmediate } from 'node:timers/promises';
import { buildSearchIndex } from '#search/index/build-search-index.ts';
import { SearchIndex } from '#search/index/search-index.ts';
import { scanDocuments, scanInSteps } from '#search/scan-documents.ts';
import { finishSearch, type SearchSteps } from '#search/search-document.ts';
import { SearchTurns, TURN_MILLISECONDS } from '#search/search-turns.ts';
import { makeManyDocuments, withTexts } from './search-samples.ts';

const QUERIES = ['f the', 'of', 'e b', 'phone of the best', 't, t', 'rare', 'zqxjk'];

function countSteps(steps: SearchSteps): number {
  for (let count = 1; ; count++) if (steps.next().done === true) return count;
}

suite('search steps', () => {
  const all = makeManyDocuments(40_000);
  const index = new SearchIndex(buildSearchIndex(all));

  test('find the same as a search at once, side by side and given up on the way', async () => {
    const turns = new SearchTurns({ now: () => performance.now(), pause: () => setImmediate() });
    const searches = QUERIES.flatMap((query) => [
      { query, limit: 20 },
      { query, limit: 20, min_rating: 3 },
    ]);
    index.searchInSteps({ query: 'ne of the be', limit: 20 }).next();
    const found = await Promise.all(searches.map((one) => turns.run(index.searchInSteps(one))));
    for (const [i, filters] of searches.entries()) {
      assert.deepEqual(found[i], index.search(filters));
      assert.deepEqual(found[i], scanDocuments(all, filters));
    }
  });

  test('are many where there is much to do', () => {
    const varied = withTexts(
      Array.from(
        { length: 30_000 },
        (_, i) => `a${i % 1000} b${i % 999} c${i} a${i % 1001} b${i % 7}`,
      ),
    );
    const index = new SearchIndex(buildSearchIndex(varied));
    for (const query of ['a b', '1 b', '9 b1', 'c1', '5 c']) {
      assert.deepEqual(
        index.search({ query, limit: 9 }),
        scanDocuments(varied, { query, limit: 9 }),
      );
    }
    assert.ok(countSteps(index.searchInSteps({ query: '9 b', limit: 1 })) > 1);
    assert.ok(countSteps(scanInSteps(varied, { query: 'the', limit: 1 })) > 20);
  });

  test('take turns, for a bounded time between two pauses', async () => {
    let time = 0;
    const turnsTaken: number[] = [];
    function* work(steps: number): SearchSteps {
      for (let step = 0; step < steps; step++) {
        time += 1;
        yield;
      }
      return { total: steps, positions: [] };
    }
    const pause = async () => {
      turnsTaken.push(time);
      await setImmediate();
    };
    const turns = new SearchTurns({ now: () => time, pause });
    const order: number[] = [];
    const run = async (steps: number) => {
      const { total } = await turns.run(work(steps));
      order.push(total);
    };
    await Promise.all([run(20), run(2), run(4)]);
    assert.deepEqual(order, [2, 4, 20]);
    const spans = turnsTaken.map((end, i) => end - (turnsTaken[i - 1] ?? 0));
    assert.ok(Math.max(...spans) <= TURN_MILLISECONDS + 1, String(spans));
  });

  test('pass a failure on and let the others finish', async () => {
    // biome-ignore lint/correctness/useYield: it fails before its first step ends
    function* fail(): SearchSteps {
      throw new Error('broken');
    }
    const turns = new SearchTurns({ now: () => 0, pause: () => setImmediate() });
    const failed = turns.run(fail());
    const found = turns.run(index.searchInSteps({ query: 'of', limit: 1 }));
    await assert.rejects(failed, /broken/);
    assert.deepEqual(await found, finishSearch(index.searchInSteps({ query: 'of', limit: 1 })));
  });
});
