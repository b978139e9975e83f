import assert from 'node:assert/strict';
import { test } from 'node:test';
import { getBusiness, listEntities } from '#agents/tools/business.ts';
import { getInsights } from '#agents/tools/insights.ts';
import { renderInsightsJson } from '#artifacts/artifacts.ts';
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

test('it takes no arguments', async () => {
  const message = await failureOf(getBusiness, source, { id: 'harbor-law' });
  assert.match(message, /"id" is not an argument of get_business; it takes none$/);
});

test('technicians, services and areas are listed in the order of insights.json, or one type alone', async () => {
  const idsOf = async (given: object) => {
    const { entities } = await callTool(listEntities, source, given);
    return entities.map(({ type, id }: Record<string, unknown>) => `${type} ${id}`);
  };
  const byType = {
    technician: ['technician maria-lopez', 'technician wei-zhang'],
    service: ['service car-accident', 'service divorce'],
    service_area: ['service_area fairhaven', 'service_area millbrook'],
  };
  assert.deepEqual(await idsOf({}), Object.values(byType).flat());
  for (const [type, ids] of Object.entries(byType)) assert.deepEqual(await idsOf({ type }), ids);
});

test('an entity has its names and figures, those of people their job', async () => {
  const { entities } = await callTool(listEntities, source);
  assert.deepEqual(entities[0], {
    ...{ type: 'technician', id: 'maria-lopez', name: 'María López', aliases: ['Ms. Lopez'] },
    ...{ jobTitle: 'Partner', reviewCount: 1, averageRating: 4.5, lastMentioned: '2026-10-03' },
  });
  assert.deepEqual(entities[5], {
    ...{ type: 'service_area', id: 'millbrook', name: 'Millbrook', aliases: ['Mill Brook'] },
    ...{ reviewCount: 0, averageRating: null, lastMentioned: null },
  });
});

const { $schema: _, ...published } = JSON.parse(
  new TextDecoder().decode(renderInsightsJson(AWKWARD)),
);
const SECTIONS = ['topics', 'summary', 'faq', 'aspects', 'entities'];

test('without sections it is insights.json, with some it is that without the others', async () => {
  assert.deepEqual(await callTool(getInsights, source), published);
  for (const sections of [SECTIONS, ['faq'], ['topics', 'aspects']]) {
    const left = SECTIONS.filter((section) => !sections.includes(section));
    const held = Object.entries(published).filter(([name]) => !left.includes(name));
    const answer = await callTool(getInsights, source, { sections });
    assert.equal(JSON.stringify(answer), JSON.stringify(Object.fromEntries(held)));
  }
});

test('the same sections are put together once, in whatever order they are asked', async () => {
  let reads = 0;
  const insights = () => {
    reads++;
    return source.insights();
  };
  const counting = { ...source, insights };
  await callTool(getInsights, counting, { sections: ['faq', 'summary'] });
  await callTool(getInsights, counting, { sections: ['summary', 'faq'] });
  assert.equal(reads, 1);
});

test('sections that there are not, none at all, and one twice are refused', async () => {
  const list = 'must be a list of at least one of aspects, entities, topics, faq, summary';
  for (const [sections, message] of [
    [[], `sections ${list}`],
    ['faq', `sections ${list}`],
    [['reviews'], 'sections.0 must be one of aspects, entities, topics, faq, summary'],
    [['faq', 'faq'], 'sections must not hold a section twice'],
  ]) {
    assert.ok((await failureOf(getInsights, source, { sections })).includes(`\n- ${message} (got`));
  }
});
