import assert from 'node:assert/strict';
import { test } from 'node:test';
import { compareReviews, type Review } from '#dataset/review.ts';
import { EditedSearchIndex } from '#search/index/edited-search-index.ts';
import { SearchIndex } from '#search/index/search-index.ts';
import type { SearchMessage } from '../../../sidecar/publish/messages.ts';
import { SearchUpkeep } from '../../../sidecar/publish/search-upkeep.ts';
import { makeRelease } from '../../support/release.ts';

const { dataset } = await makeRelease();
const [template] = dataset.reviews.slice(0, 1);
if (!template) throw new Error('The sample has no review.');
const sample: Review = template;

function reviewsWith(count: number, text = 'They called back.'): Review[] {
  return Array.from({ length: count }, (_, index) => {
    const id = `r-${String(index).padStart(5, '0')}`;
    return { ...sample, id, reviewBody: `${text} ${id}` };
  }).sort(compareReviews);
}

/** Searches as the server does that holds the index of the base. */
function totalIn(message: SearchMessage, base: SearchIndex | undefined, query: string): number {
  if (message.base === undefined)
    return new SearchIndex(message.index).search({ query, limit: 1 }).total;
  assert.ok(base);
  const index = message.edits ? new EditedSearchIndex(base, message.edits) : base;
  return index.search({ query, limit: 1 }).total;
}

test('the first release comes with an index, and later ones with what changed since', () => {
  const upkeep = new SearchUpkeep();
  const before = reviewsWith(5);
  const first = upkeep.describe(1, before);
  assert.ok(first.base === undefined);
  const base = new SearchIndex(first.index);

  const after = before.with(2, {
    ...template,
    id: before[2]?.id ?? '',
    reviewBody: 'Never again.',
  });
  const second = upkeep.describe(2, after);
  assert.equal(second.base, 1);
  assert.equal(totalIn(second, base, 'never again'), 1);
  assert.equal(totalIn(second, base, 'called back'), 4);

  const third = upkeep.describe(3, before);
  assert.deepEqual(third, { base: 1, edits: undefined });
});

test('where very many changed, a release comes with an index of its own', () => {
  const upkeep = new SearchUpkeep();
  upkeep.setBase(1, reviewsWith(600));
  const message = upkeep.describe(2, reviewsWith(600, 'Other words.'));
  assert.equal(message.base, undefined);
  assert.equal(totalIn(message, undefined, 'other words'), 600);
  assert.equal(upkeep.describe(3, []).base, 2);
});

test('an index is worth building once more than 200 edits lie on top', () => {
  const upkeep = new SearchUpkeep();
  const reviews = reviewsWith(300);
  assert.equal(upkeep.isWorthBuilding(reviews), false, 'there is none to lie on top of');
  upkeep.setBase(1, reviews);
  assert.equal(upkeep.isWorthBuilding(reviews.slice(200)), false);
  assert.equal(upkeep.isWorthBuilding(reviews.slice(201)), true);
});

test('an index of an older release than that in use is not taken', () => {
  const upkeep = new SearchUpkeep();
  upkeep.setBase(5, reviewsWith(1));
  assert.equal(upkeep.setNewerBase(4, []), false);
  assert.equal(upkeep.setNewerBase(6, []), true);
  assert.equal(upkeep.describe(7, []).base, 6);
});
