import assert from 'node:assert/strict';
import { test } from 'node:test';
import { searchReviews } from '#agents/tools/reviews.ts';
import { sourceOf } from '../../../support/review-source.ts';
import { storedReview } from '../../../support/reviews.ts';
import { datasetOf } from '../../artifacts/sample-datasets.ts';
import { callTool } from './call-tool.ts';

const review = storedReview({
  id: 'review-1',
  name: 'Lost at trial',
  author: { name: 'Ada Brook' },
  reviewBody: 'The closing went well. They didn’t lose, and Señora Muñoz called me back.',
});
const source = sourceOf(datasetOf({ reviews: [review] }));

test('an excerpt marks the first of the words that were asked for, or is the beginning', async () => {
  for (const [words, marked] of [
    ['calls losing', 'lose'],
    ['who called munoz', 'Muñoz'],
    ['"me back"', 'me back'],
    ['los', undefined],
    ['trial', undefined],
    ['brook', undefined],
  ] as const) {
    const { reviews } = await callTool(searchReviews, source, { words });
    const excerpts = reviews.map(({ excerpt }: { readonly excerpt: string }) => excerpt);
    const body =
      marked === undefined ? review.reviewBody : review.reviewBody.replace(marked, '**$&**');
    assert.deepEqual(excerpts, words === 'los' ? [] : [body], words);
  }
  const { reviews } = await callTool(searchReviews, source, { words: 'lose', query: 'closing' });
  assert.match(reviews[0].excerpt, /\*\*closing\*\*/);
});
