import assert from 'node:assert/strict';
import { test } from 'node:test';
import { getInsights } from '#agents/tools/insights.ts';
import { createDataset } from '#dataset/dataset.ts';
import { createAnnotator } from '#insights/annotation/annotation.ts';
import { sourceOf } from '../../../support/review-source.ts';
import { contentOf, storedReview } from '../../../support/reviews.ts';
import { BASE_URL } from '../../artifacts/sample-datasets.ts';
import { callTool } from './call-tool.ts';

const JANE = { id: 'jane', name: 'Jane Porter', jobTitle: 'Partner', aliases: [] };
const RUDE = 'Jane Porter was rude and dishonest.';

test('critical reviews of a person are named where no quote shows the criticism', async () => {
  const answerFor = async (quotes: 'never' | undefined) => {
    const reviews = [storedReview({ id: 'rude', rating: 1, reviewBody: RUDE, quotes })];
    const content = contentOf({ technicians: [{ ...JANE, unambiguous: false }], reviews });
    const source = sourceOf(createDataset(content, BASE_URL, createAnnotator()));
    return (await callTool(getInsights, source, { entity: 'jane' })).entity;
  };
  const unquoted = await answerFor('never');
  assert.equal(unquoted.negativeReviewCount, 1);
  assert.deepEqual(unquoted.unquotedCriticism, ['rude']);
  const quoted = await answerFor(undefined);
  assert.equal(quoted.quotes[0]?.reviewId, 'rude');
  assert.equal(quoted.unquotedCriticism, undefined);
});
