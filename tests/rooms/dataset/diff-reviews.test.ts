import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { diffReviews } from '#dataset/diff-reviews.ts';
import { compareReviews } from '#dataset/review.ts';
import { publishedReview } from '../../support/reviews.ts';

const review = (id: string, day = 1) => publishedReview({ id, datePublished: `2026-10-0${day}` });
const anyReview = fc
  .record({ id: fc.stringMatching(/^[a-e]{4}$/), day: fc.integer({ min: 1, max: 9 }) })
  .map(({ id, day }) => review(id, day));
const anyReviews = fc.uniqueArray(anyReview, { selector: ({ id }) => id, maxLength: 30 });

test('the positions are those of reviews that are not in the other list', () => {
  const lists = fc.tuple(anyReviews, anyReviews, fc.nat(30)).map(([before, fresh, kept]) => {
    const stay = before.slice(0, kept);
    const ids = new Set(stay.map(({ id }) => id));
    return {
      before: before.toSorted(compareReviews),
      after: [...stay, ...fresh.filter(({ id }) => !ids.has(id))].sort(compareReviews),
    };
  });
  fc.assert(
    fc.property(lists, ({ before, after }) => {
      const positions = (list: typeof before, other: typeof before) =>
        [...list.entries()].flatMap(([position, one]) => (other.includes(one) ? [] : [position]));
      assert.deepEqual(diffReviews(before, after), {
        removed: positions(before, after),
        added: positions(after, before),
      });
    }),
  );
});

test('an edited review is removed and added, at its new position where its date changed', () => {
  const before = ['a', 'b', 'c'].map((id) => review(id));
  const edited = before.with(1, review('b'));
  assert.deepEqual(diffReviews(before, edited), { removed: [1], added: [1] });
  const moved = [review('b', 2), ...before.toSpliced(1, 1)];
  assert.deepEqual(diffReviews(before, moved), { removed: [1], added: [0] });
});

test('the same reviews differ in nothing', () => {
  const reviews = [review('a'), review('b')];
  assert.deepEqual(diffReviews(reviews, [...reviews]), { removed: [], added: [] });
});
