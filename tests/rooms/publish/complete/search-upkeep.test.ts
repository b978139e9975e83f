import assert from 'node:assert/strict';
import { test } from 'node:test';
import { compareReviews, type Review } from '#dataset/review.ts';
import { EditedSearchIndex } from '#search/index/edited-search-index.ts';
import { SearchIndex } from '#search/index/search-index.ts';
import { SearchUpkeep } from '../../../../sidecar/publish/complete/search-upkeep.ts';
import type { SearchMessage } from '../../../../sidecar/publish/messages.ts';
import { publishedReview } from '../../../support/reviews.ts';
import { waitUntil } from '../../../support/wait-until.ts';
import { createPort } from '../publishing.ts';

const reviewsWith = (count: number, text = 'They called back.'): readonly Review[] =>
  Array.from({ length: count }, (_, index) => {
    const id = `r-${String(index).padStart(5, '0')}`;
    return publishedReview({ id, reviewBody: `${text} ${id}` });
  }).sort(compareReviews);

const jsonOf = (reviews: readonly Review[]) => [
  Buffer.from(`{"reviews":[\n${reviews.map((one) => JSON.stringify(one)).join(',\n')}\n]}\n`),
];

function createUpkeep() {
  const { port, posted } = createPort();
  const upkeep = new SearchUpkeep(port);
  const hasPosted = (count: number) => waitUntil('it is posted', () => posted.length === count);
  return { upkeep, posted, hasPosted };
}

/** Searches as the server does that holds the index of the base. */
function totalIn(message: SearchMessage, base: SearchIndex | undefined, query: string): number {
  if (message.base === undefined)
    return new SearchIndex(message.index).search({ query, limit: 1 }).total;
  assert.ok(base);
  const index = message.edits ? new EditedSearchIndex(base, message.edits) : base;
  return index.search({ query, limit: 1 }).total;
}

test('the first release comes with an index, and later ones with what was edited since', () => {
  const { upkeep } = createUpkeep();
  const before = reviewsWith(5);
  const first = upkeep.describe(1, before);
  assert.ok(first.base === undefined);
  const base = new SearchIndex(first.index);
  assert.deepEqual(upkeep.describe(2, before), { base: 1, edits: undefined });

  const after = before.with(2, publishedReview({ id: 'r-00002', reviewBody: 'Never again.' }));
  const second = upkeep.describe(3, after);
  assert.equal(second.base, 1);
  assert.equal(totalIn(second, base, 'never again'), 1);
  assert.equal(totalIn(second, base, 'called back'), 4);

  const last = after.toSpliced(0, 1);
  const third = upkeep.describe(4, last);
  assert.equal(third.base, 1);
  assert.equal(totalIn(third, base, 'never again'), 1);
  assert.equal(totalIn(third, base, 'called back'), 3);
});

test('where very many changed, a release comes with an index of its own', () => {
  const { upkeep } = createUpkeep();
  upkeep.setBase(1, reviewsWith(600));
  const after = reviewsWith(600, 'Other words.');
  const message = upkeep.describe(2, after);
  assert.equal(message.base, undefined);
  assert.equal(totalIn(message, undefined, 'other words'), 600);
  assert.equal(upkeep.describe(3, after).base, 2);
});

for (const [size, text] of [
  ['small', 'They called back.'],
  ['large', 'They called back. '.repeat(200)],
] as const)
  test(`a ${size} index is built beside once more than 200 edits lie on top, without those made meanwhile`, async () => {
    const { upkeep, posted, hasPosted } = createUpkeep();
    const reviews = reviewsWith(300, text);
    upkeep.setBase(1, reviews);
    const fewer = reviews.slice(200);
    upkeep.follow(2, fewer, jsonOf(fewer));
    const least = fewer.slice(1);
    upkeep.follow(3, least, jsonOf(least));
    const later = least.slice(1);
    await hasPosted(1);
    const [message] = posted;
    assert.ok(message?.type === 'index');
    assert.equal(message.ordinal, 3);
    const described = upkeep.describe(4, later);
    assert.equal(described.base, 3);
    assert.equal(totalIn(described, new SearchIndex(message.index), 'called back'), 98);
  });
