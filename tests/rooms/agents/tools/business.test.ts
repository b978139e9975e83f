import assert from 'node:assert/strict';
import { test } from 'node:test';
import { getBusiness } from '#agents/tools/business.ts';
import { sourceOf } from '../../../support/review-source.ts';
import { AWKWARD, datasetOf } from '../../artifacts/sample-datasets.ts';
import { callTool, failureOf } from './call-tool.ts';

const source = sourceOf(AWKWARD);

test('the business, its rating, the collection and the revision are answered', async () => {
  const { business, aggregateRating, collection } = AWKWARD;
  const dataset = {
    etag: source.etag,
    dateModified: '2026-10-10',
    reviewCount: 12,
    firstReview: '2026-09-01',
    lastReview: '2026-10-03',
  };
  const expected = { business, aggregateRating, collection, dataset };
  assert.deepEqual(await callTool(getBusiness, source, undefined), expected);
});

test('a business without reviews has no dates', async () => {
  const { dataset, aggregateRating } = await callTool(getBusiness, sourceOf(datasetOf()));
  const nothing = { dateModified: null, firstReview: null, lastReview: null };
  assert.deepEqual(dataset, { ...nothing, etag: dataset.etag, reviewCount: 0 });
  assert.equal(aggregateRating.ratingValue, null);
});

test('parts are answered without the others, the business always with its name', async () => {
  const ask = (parts: unknown) => callTool(getBusiness, source, { parts });
  const { name, employee, services, areaServed } = AWKWARD.business;
  assert.deepEqual(await ask('Staff'), { business: { name, employee } });
  assert.deepEqual(await ask(['services']), { business: { name, services, areaServed } });
  assert.deepEqual(await ask(['rating']), { aggregateRating: AWKWARD.aggregateRating });
  assert.deepEqual(Object.keys(await ask(['dataset', 'collection'])), ['collection', 'dataset']);
  const whole = await callTool(getBusiness, source);
  const every = ['profile', 'contact', 'staff', 'services', 'rating', 'collection', 'dataset'];
  const { business, ...others } = await ask(every);
  const { aggregateRating, collection, dataset } = whole;
  assert.deepEqual(others, { aggregateRating, collection, dataset });
  for (const [member, value] of Object.entries(business)) {
    assert.deepEqual(value, whole.business[member]);
  }
});

test('a part that there is not is refused with all there are', async () => {
  const message = await failureOf(getBusiness, source, { parts: ['hours'] });
  assert.match(message, /must be one of profile, contact, staff, services, rating, collection/);
});
