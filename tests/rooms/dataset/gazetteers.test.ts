import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createGazetteers } from '#dataset/gazetteers.ts';
import { wordsOf } from '#dataset/mentions.ts';

const maria = { id: 'maria-lopez', name: 'María López', jobTitle: 'Partner', aliases: ['Lopez'] };
const namesake = { id: 'maria-diaz', name: 'Maria Díaz', jobTitle: 'Associate', aliases: [] };
const will = { id: 'will-garner', name: 'Will Garner', jobTitle: 'Associate', aliases: [] };

function findTechnicians(...technicians: (typeof maria & { unambiguous: boolean })[]) {
  return createGazetteers({ technicians, services: [], serviceAreas: [] }).technicians;
}

test('full names and aliases are found', () => {
  const find = findTechnicians({ ...maria, unambiguous: false });
  assert.deepEqual(find(wordsOf('Maria Lopez')), ['maria-lopez']);
  assert.deepEqual(find(wordsOf('attorney LOPEZ')), ['maria-lopez']);
});

test('a first name is found only where editors call it unambiguous', () => {
  const find = findTechnicians({ ...maria, unambiguous: true }, { ...will, unambiguous: false });
  assert.deepEqual(find(wordsOf('I will thank Maria')), ['maria-lopez']);
});

test('a first name that two bear is not found, whatever editors call it', () => {
  const find = findTechnicians({ ...maria, unambiguous: true }, { ...namesake, unambiguous: true });
  assert.deepEqual(find(wordsOf('thanks Maria')), []);
  assert.deepEqual(find(wordsOf('thanks Maria Diaz')), ['maria-diaz']);
});

test('services and places have finders of their own', () => {
  const { services, serviceAreas } = createGazetteers({
    technicians: [],
    services: [{ id: 'divorce', name: 'Divorce', aliases: [] }],
    serviceAreas: [{ id: 'canon-springs', name: 'Cañon Springs', aliases: [] }],
  });
  assert.deepEqual(services(wordsOf('a divorce in Canon Springs')), ['divorce']);
  assert.deepEqual(serviceAreas(wordsOf('a divorce in Canon Springs')), ['canon-springs']);
});
