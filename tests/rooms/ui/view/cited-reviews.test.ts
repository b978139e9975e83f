import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { InsightsDocument } from '#insights/insights-document.ts';
import { fetchCitedReviews } from '../../../../site/ui/view/cited-reviews.ts';
import { publishedReview } from '../../../support/reviews.ts';
import { aspectOf } from '../../insights/aspect-of.ts';

const finding = (...evidence: string[]) => ({ text: 'They call back.', aspect: 'staff', evidence });
const [QUOTE] = aspectOf({}).quotes;
assert.ok(QUOTE);

const INSIGHTS: Pick<InsightsDocument, 'aspects' | 'summary' | 'faq'> = {
  aspects: [aspectOf({ quotes: [{ ...QUOTE, reviewId: 'five-5' }] })],
  summary: {
    headline: 'Good',
    text: 'Good.',
    strengths: [finding('two-2', 'one-1')],
    concerns: [finding('four-4')],
    author: 'Editors',
    generatedBy: 'human',
    dateModified: '2026-10-04',
  },
  faq: [
    {
      id: 'fees',
      question: 'Fees?',
      answer: 'Yes.',
      evidence: ['one-1'],
      dateModified: '2026-10-04',
    },
  ],
};

test('the cited reviews are those of answers, strengths, concerns and quotes, each fetched once', async () => {
  const asked: string[] = [];

  const cited = await fetchCitedReviews(INSIGHTS, async (id) => {
    asked.push(id);
    return publishedReview({ id });
  });

  assert.deepEqual([...cited.keys()].sort(), ['five-5', 'four-4', 'one-1', 'two-2']);
  assert.deepEqual(asked.sort(), ['five-5', 'four-4', 'one-1', 'two-2']);
  assert.equal(cited.get('one-1')?.id, 'one-1');
});

test('a cited review that is not published is left out', async () => {
  const cited = await fetchCitedReviews(INSIGHTS, async (id) =>
    id === 'two-2' ? undefined : publishedReview({ id }),
  );

  assert.deepEqual([...cited.keys()].sort(), ['five-5', 'four-4', 'one-1']);
});
