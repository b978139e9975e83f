import assert from 'node:assert/strict';
import { test } from 'node:test';
import { facetsOf } from '#search/question/facets.ts';
import { retainedMemory } from '../../../support/measure.ts';

const sourcesOf = (name: string) =>
  facetsOf({
    ...{ mentionedTechnicians: [], mentionedServices: [], mentionedServiceAreas: [], aspects: [] },
    ...{ publisher: { '@type': 'Organization', name }, inLanguage: 'en' },
  }).filter((one) => one.startsWith('source:'));

test('facets stay right however many values there are, and at most 10,000 are remembered', async () => {
  const before = await retainedMemory();
  for (let number = 0; number < 30_100; number++) sourcesOf(`${'x'.repeat(1000)}${number}`);
  // 20,000 of them would take 20 MB.
  assert.ok((await retainedMemory()) - before < 5_000_000);
  assert.deepEqual([sourcesOf('Yelp'), sourcesOf('Yelp')], [['source:Yelp'], ['source:Yelp']]);
});
