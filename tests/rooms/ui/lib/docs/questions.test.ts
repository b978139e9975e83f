import assert from 'node:assert/strict';
import { test } from 'node:test';
import { catalogueFor } from '#words/words.ts';
import { exampleQuestions } from '../../../../../site/ui/lib/docs/questions.ts';
import { publishedReview } from '../../../../support/reviews.ts';

const entities = { technicians: [], services: [] };
const newest = [9, 8, 7, 6, 5, 4].map((day) =>
  publishedReview({ datePublished: `2026-01-0${day}` }),
);
const pathsOf = (count: number, ...counts: number[]) => {
  const aspects = counts.map((negativeReviewCount, at) => ({
    ...{ id: `aspect-${at}`, name: `Aspect ${at}`, negativeReviewCount },
  }));
  const insights = { aspects, entities };
  return exampleQuestions(insights, newest.slice(0, count), catalogueFor('es')).map(
    ({ path }) => path,
  );
};

test('examples ask for what is there: criticism of an aspect, and a handful of reviews, not all', () => {
  assert.deepEqual(pathsOf(6, 0, 3, 4), [
    '/api/reviews/search?aspect=aspect-1&sentiment=negative',
    '/api/reviews/since/2026-01-05',
  ]);
  assert.deepEqual(pathsOf(2, 0), ['/api/reviews/since/2026-01-08']);
  assert.deepEqual(pathsOf(0), []);
});
