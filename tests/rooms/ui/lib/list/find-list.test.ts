import assert from 'node:assert/strict';
import { test } from 'node:test';
import { LIST_SIZE } from '#search/question/list-question.ts';
import { findList } from '../../../../../site/ui/lib/list/find-list.ts';
import { sourceOf } from '../../../../support/review-source.ts';
import { storedReview } from '../../../../support/reviews.ts';
import { datasetOf, numberedReviews } from '../../../artifacts/sample-datasets.ts';

test('a list of reviews that have only some of the words is known as one', async () => {
  const source = sourceOf(datasetOf({ reviews: [storedReview({ reviewBody: 'They won.' })] }));
  for (const [words, isPartial] of [
    ['Did they win?', false],
    ['won zebras', true],
    ['zebras', true],
    [undefined, false],
  ] as const) {
    assert.equal((await findList({ query: { words } }, source)).isPartial, isPartial, `${words}`);
  }
});

test('the pages of a list hold each review once, and a page behind the last is the last', async () => {
  const source = sourceOf(datasetOf({ reviews: numberedReviews(2 * LIST_SIZE + 3) }));
  const query = { sort: 'oldest' } as const;
  const pages = await Promise.all([1, 2, 3].map((page) => findList({ query, page }, source)));
  const ids = pages.flatMap(({ reviews }) => reviews.map(({ id }) => id));
  assert.equal(new Set(ids).size, 2 * LIST_SIZE + 3);
  assert.equal(ids.length, 2 * LIST_SIZE + 3);
  assert.deepEqual(await findList({ query, page: 99 }, source), pages[2]);
});
