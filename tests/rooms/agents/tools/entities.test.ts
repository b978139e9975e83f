import assert from 'node:assert/strict';
import { test } from 'node:test';
import { listEntities } from '#agents/tools/entities.ts';
import { sourceOf } from '../../../support/review-source.ts';
import { AWKWARD } from '../../artifacts/sample-datasets.ts';
import { callTool } from './call-tool.ts';

const source = sourceOf(AWKWARD);

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
