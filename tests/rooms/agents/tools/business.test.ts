import assert from 'node:assert/strict';
import { test } from 'node:test';
import { getBusiness, listEntities } from '#agents/tools/business.ts';
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

test('it takes no arguments', async () => {
  const message = await failureOf(getBusiness, sourceOf(AWKWARD), { id: 'harbor-law' });
  assert.match(message, /"id" is not an argument of get_business; it takes none$/);
});

const source = sourceOf(AWKWARD);

const MARIA = {
  type: 'technician',
  id: 'maria-lopez',
  name: 'María López',
  aliases: ['Ms. Lopez'],
  jobTitle: 'Partner',
  reviewCount: 1,
  averageRating: 4.5,
  lastMentioned: '2026-10-03',
};
const MILLBROOK = {
  type: 'service_area',
  id: 'millbrook',
  name: 'Millbrook',
  aliases: ['Mill Brook'],
  reviewCount: 0,
  averageRating: null,
  lastMentioned: null,
};

test('technicians, services and areas are listed in the order of insights.json', async () => {
  const { entities } = await callTool(listEntities, source);
  assert.deepEqual(
    entities.map(({ type, id }: typeof MARIA) => `${type} ${id}`),
    [
      'technician maria-lopez',
      'technician wei-zhang',
      'service car-accident',
      'service divorce',
      'service_area fairhaven',
      'service_area millbrook',
    ],
  );
  assert.deepEqual(entities[0], MARIA);
  assert.deepEqual(entities[5], MILLBROOK);
});

test('one type can be asked for alone', async () => {
  for (const type of ['technician', 'service', 'service_area']) {
    const { entities } = await callTool(listEntities, source, { type });
    assert.deepEqual(
      entities.map((entity: typeof MARIA) => entity.type),
      [type, type],
    );
  }
});
