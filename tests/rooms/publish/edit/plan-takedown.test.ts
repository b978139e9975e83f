import assert from 'node:assert/strict';
import { test } from 'node:test';
import { planTakedown } from '../../../../sidecar/publish/edit/plan-takedown.ts';
import { publishedReview } from '../../../support/reviews.ts';

const removal = (id: string, dateRemoved = '2026-10-09') =>
  ({ id, dateRemoved, reason: 'spam' }) as const;
const ONE = removal('one-1');
const published = (idsAlone: string[], ...removed: (typeof ONE)[]) => ({
  dataset: { reviews: ['shown-1', 'shown-2'].map((id) => publishedReview({ id })), removed },
  idsAlone,
});
const broken = { isWhole: false, removals: [], ids: [] };

test('where removed.yaml names nothing that is shown, there is nothing to do', () => {
  const named = { ...broken, removals: [ONE], ids: ['two-2'] };
  assert.equal(planTakedown(named, published([])), undefined);
  assert.equal(planTakedown({ ...named, isWhole: true }, published(['two-2'])), undefined);
});

test('an id alone counts where the review was published, and stays while the file is wrong', () => {
  const named = { ...broken, ids: ['shown-1', 'never-1'] };
  assert.deepEqual(planTakedown(named, published(['gone-1'])), {
    removals: [],
    ids: ['gone-1', 'shown-1'],
  });
});

test('what a wrong file says no more of a removal is as it was published', () => {
  const later = removal('one-1', '2026-11-01');
  const before = published([], ONE, removal('two-2'));
  const named = { ...broken, removals: [later], ids: ['two-2', 'shown-1'] };
  assert.deepEqual(planTakedown(named, before), {
    removals: [later, removal('two-2')],
    ids: ['shown-1'],
  });
  assert.deepEqual(
    planTakedown({ isWhole: true, removals: [removal('shown-1')], ids: [] }, before),
    {
      removals: [removal('shown-1')],
      ids: [],
    },
  );
});

test('a removal that is completed is published, though no review is shown', () => {
  for (const isWhole of [true, false]) {
    assert.deepEqual(planTakedown({ isWhole, removals: [ONE], ids: [] }, published(['one-1'])), {
      removals: [ONE],
      ids: [],
    });
  }
});
