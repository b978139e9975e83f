import assert from 'node:assert/strict';
import { test } from 'node:test';
import { listEntities } from '#agents/tools/entities.ts';
import { sourceOf } from '../../../support/review-source.ts';
import { AWKWARD } from '../../artifacts/sample-datasets.ts';
import { callTool, failureOf } from './call-tool.ts';

const source = sourceOf(AWKWARD);

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
  for (const [type, ids] of Object.entries(byType)) {
    assert.deepEqual(await idsOf({ type }), ids);
    assert.deepEqual(await idsOf({ type: type.toUpperCase() }), ids);
  }
});

test('an entity has its names and figures, those of people their job, and nothing that is empty', async () => {
  const { entities } = await callTool(listEntities, source);
  assert.deepEqual(entities[0], {
    ...{ type: 'technician', id: 'maria-lopez', name: 'María López', aliases: ['Ms. Lopez'] },
    ...{ jobTitle: 'Partner', reviewCount: 1, averageRating: 4.5, lastMentioned: '2026-10-03' },
  });
  assert.deepEqual(entities[5], {
    ...{ type: 'service_area', id: 'millbrook', name: 'Millbrook', aliases: ['Mill Brook'] },
    reviewCount: 0,
  });
});

test('who asks for another type hears that technicians are the staff', async () => {
  const message = await failureOf(listEntities, source, { type: 'attorney' });
  assert.match(message, /technician, service, service_area; technicians are the staff \(got/);
});

test('of very many, as many as there is room for are listed', async () => {
  const { entities, ...document } = await source.insights();
  const [first = assert.fail()] = entities.technicians;
  const technicians = Array.from({ length: 1000 }, (_, at) => ({ ...first, id: `person-${at}` }));
  const crowded = {
    ...source,
    insights: async () => ({ ...document, entities: { ...entities, technicians } }),
  };
  const { entities: listed, hints } = await callTool(listEntities, crowded);
  assert.ok(listed.length > 100 && listed.length < 1000);
  assert.equal(listed[9].id, 'person-9');
  const left = 1004 - listed.length;
  assert.deepEqual(hints, [
    `${left} more are left out. Ask for some: list_entities {"type":"technician"}`,
  ]);
  const ofType = await callTool(listEntities, crowded, { type: 'technician' });
  assert.match(ofType.hints[0], / get_insights \{"entity":"María López"\}$/);
});
