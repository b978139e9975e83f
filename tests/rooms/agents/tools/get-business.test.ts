import assert from 'node:assert/strict';
import { test } from 'node:test';
import { getBusiness } from '#agents/tools/get-business.ts';
import { sourceOf } from '../../../support/review-source.ts';
import { AWKWARD, datasetOf } from '../../artifacts/sample-datasets.ts';
import { callTool, failureOf } from './call-tool.ts';

test('the business, its rating, the collection and the revision are answered', async () => {
  const source = sourceOf(AWKWARD);
  const { business, aggregateRating, collection } = AWKWARD;
  const expected = {
    business,
    aggregateRating,
    collection,
    dataset: {
      etag: source.etag,
      dateModified: '2026-10-10',
      reviewCount: 12,
      firstReview: '2026-09-01',
      lastReview: '2026-10-03',
    },
  };
  assert.deepEqual(await callTool(getBusiness, source), expected);
  assert.deepEqual(await callTool(getBusiness, source, undefined), expected);
});

test('a business without reviews has no dates', async () => {
  const { dataset, aggregateRating } = await callTool(getBusiness, sourceOf(datasetOf()));
  const { etag, ...rest } = dataset;
  assert.match(etag, /^"/);
  assert.deepEqual(rest, {
    dateModified: null,
    reviewCount: 0,
    firstReview: null,
    lastReview: null,
  });
  assert.equal(aggregateRating.ratingValue, null);
});

test('each release has its own answer', async () => {
  const one = sourceOf(AWKWARD);
  const other = { ...one, etag: '"another"' };
  assert.equal((await callTool(getBusiness, one)).dataset.etag, one.etag);
  assert.equal((await callTool(getBusiness, other)).dataset.etag, '"another"');
});

test('it takes no arguments', async () => {
  const message = await failureOf(getBusiness, sourceOf(AWKWARD), { id: 'harbor-law' });
  assert.match(message, /"id" is not an argument of get_business; it takes none$/);
});
