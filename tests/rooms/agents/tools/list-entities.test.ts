import assert from 'node:assert/strict';
import { test } from 'node:test';
import { listEntities } from '#agents/tools/list-entities.ts';
import { sourceOf } from '../../../support/review-source.ts';
import { AWKWARD, datasetOf } from '../../artifacts/sample-datasets.ts';
import { callTool, failureOf } from './call-tool.ts';

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

test('a business without entities has an empty list', async () => {
  assert.deepEqual(await callTool(listEntities, sourceOf(datasetOf())), { entities: [] });
});

test('a type that there is not is refused with those that there are', async () => {
  const message = await failureOf(listEntities, source, { type: 'person' });
  assert.match(message, /- type must be one of technician, service, service_area \(got "person"\)/);
});
