import assert from 'node:assert/strict';
import { test } from 'node:test';
import { findList } from '../../../../../site/ui/lib/list/find-list.ts';
import { sourceOf } from '../../../../support/review-source.ts';
import { storedReview } from '../../../../support/reviews.ts';
import { datasetOf } from '../../../artifacts/sample-datasets.ts';

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
