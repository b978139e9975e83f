import assert from 'node:assert/strict';
import { test } from 'node:test';
import {
  createGazetteers,
  createMentionFinder,
  createMentionLocator,
  wordsOf,
} from '#dataset/text/mentions.ts';
import { processorMs } from '../../support/measure.ts';

const find = createMentionFinder([
  { id: 'car-accident', name: 'Car accident', aliases: ['auto accident', 'wreck'] },
  { id: 'truck-accident', name: 'Truck accident', aliases: ['truck wreck'] },
  { id: 'accident-lawyer', name: 'Accident lawyer', aliases: [] },
  { id: 'truck-accident-lawyer', name: 'Truck accident lawyer', aliases: [] },
  { id: 'slip-and-fall', name: 'Slip and fall', aliases: [] },
  { id: 'munoz', name: 'Ana Muñoz', aliases: ['Ms. Muñoz'] },
]);

for (const [rule, text, ids] of [
  ['an alias is found', 'An AUTO ACCIDENT.', ['car-accident']],
  ['the longest match wins', 'a truck accident lawyer', ['truck-accident-lawyer']],
  ['what a longer match covers is not found again', 'a truck wreck', ['truck-accident']],
  ['part of a longer match that breaks off is found', 'a truck accident law', ['truck-accident']],
  ['a part of a word is no mention', 'a shipwreck, wreckage, wrecks', []],
  ['marks between words do not matter', 'slip-and-fall; slip, and fall', ['slip-and-fall']],
  ['a line may break inside a name', 'car\n\naccident', ['car-accident']],
  ['accents do not matter', 'ana munoz and ANA MUN\u0303OZ', ['munoz']],
  ['a possessive is a mention', 'Ms. Muñoz’s office', ['munoz']],
  ['an emoji beside a word does not matter', '🚗car accident💥', ['car-accident']],
] as const) {
  test(rule, () => assert.deepEqual(find(wordsOf(text)), ids));
}

test('a name does not reach over from one text to the next', () => {
  assert.deepEqual(find(wordsOf('my car', 'accident')), []);
  assert.deepEqual(find(wordsOf('my car accident', 'a slip and fall')), [
    'car-accident',
    'slip-and-fall',
  ]);
});

test('the order is that of the gazetteer, each id once', () => {
  assert.deepEqual(find(wordsOf('slip and fall, wreck, wreck, truck wreck')), [
    'car-accident',
    'truck-accident',
    'slip-and-fall',
  ]);
});

test('an alias without a letter or digit finds nothing', () => {
  const findSigns = createMentionFinder([{ id: 'a', name: '???', aliases: ['—'] }]);
  assert.deepEqual(findSigns(wordsOf('??? — ???', '')), []);
});

test('of many names that begin alike the longest that stands there is found', () => {
  const aliases = Array.from({ length: 50_000 }, (_, at) => `our x${at}`);
  const findOurs = createMentionFinder([
    { id: 'ours', name: 'Ours', aliases },
    { id: 'our-firm', name: 'Our firm', aliases: ['our x7 firm'] },
  ]);
  // Each place asks for what follows its word, not for each name.
  const words = wordsOf('our '.repeat(20_000));
  const taken = processorMs(() => findOurs(words));
  assert.ok(taken < 1_000, `${taken} ms`);
  assert.deepEqual(findOurs(wordsOf('our x7 firm, our x9, our firm')), ['ours', 'our-firm']);
});

test('a locator tells where names stand, the longest at each place', () => {
  const locate = createMentionLocator([
    { id: 'ana', name: 'Ana Cruz', aliases: ['Ana'] },
    { id: 'wei', name: 'Wei Zhang', aliases: [] },
  ]);
  assert.deepEqual(locate(wordsOf('Ana Cruz and Wei Zhang thanked Ana.')), [
    { id: 'ana', start: 0, end: 2 },
    { id: 'wei', start: 3, end: 5 },
    { id: 'ana', start: 6, end: 7 },
  ]);
});

const maria = { id: 'maria-lopez', name: 'María López', jobTitle: 'Partner', aliases: ['Lopez'] };
const namesake = { id: 'maria-diaz', name: 'Maria Díaz', jobTitle: 'Associate', aliases: [] };
const will = { id: 'will-garner', name: 'Will Garner', jobTitle: 'Associate', aliases: [] };

function findTechnicians(...technicians: (typeof maria & { unambiguous: boolean })[]) {
  return createGazetteers({ technicians, services: [], serviceAreas: [] }).technicians;
}

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
