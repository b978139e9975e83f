import assert from 'node:assert/strict';
import { test } from 'node:test';
import { fetchCitedReviews } from '../../../../site/ui/view/cited-reviews.ts';
import { publishedReview } from '../../../support/reviews.ts';
import { aspectOf, quoteWith } from '../../insights/aspect-of.ts';

test('the cited reviews are those of answers, strengths, concerns and quotes, each fetched once', async () => {
  const finding = (...evidence: string[]) => ({
    text: 'They call back.',
    aspect: 'staff',
    evidence,
  });
  const [claim, dateModified] = [{ question: 'Fees?', answer: 'Yes.' }, '2026-10-04'];
  const insights = {
    aspects: [aspectOf({ quotes: [quoteWith({ reviewId: 'five-5' })] })],
    summary: {
      headline: 'Good',
      text: 'Good.',
      strengths: [finding('two-2', 'one-1')],
      concerns: [finding('four-4')],
      author: 'Editors',
      generatedBy: 'human' as const,
      dateModified,
    },
    faq: [{ id: 'fees', ...claim, evidence: ['one-1'], dateModified }],
  };
  const asked: string[] = [];
  const cited = await fetchCitedReviews(insights, async (id) => {
    asked.push(id);
    return id === 'two-2' ? undefined : publishedReview({ id });
  });
  assert.deepEqual(asked.sort(), ['five-5', 'four-4', 'one-1', 'two-2']);
  assert.deepEqual([...cited.keys()].sort(), ['five-5', 'four-4', 'one-1']);
  assert.equal(cited.get('one-1')?.id, 'one-1');
});
