import assert from 'node:assert/strict';
import { test } from 'node:test';
import { facetsOf } from '#search/question/facets.ts';

const mention = (id: string, sentiment: 'positive' | 'negative', about: 'business' | 'other') => ({
  id,
  sentiment,
  about,
  score: 0.5,
  confidence: 0.9,
  quote: '',
  start: 0,
  end: 0,
});

const REVIEW: Parameters<typeof facetsOf>[0] = {
  mentionedTechnicians: ['Maria Lopez'],
  mentionedServices: ['car-accident', 'divorce'],
  mentionedServiceAreas: ['austin'],
  aspects: [
    mention('fees', 'negative', 'business'),
    mention('fees', 'positive', 'business'),
    mention('fees', 'negative', 'business'),
    mention('honesty', 'negative', 'other'),
  ],
  sentiment: { label: 'mixed', score: 0 },
  publisher: { '@type': 'Organization', name: 'Yelp' },
  inLanguage: 'es-MX',
};

test('a review bears each of its facets once', () => {
  assert.deepEqual(facetsOf(REVIEW), [
    'technician:Maria Lopez',
    'service:car-accident',
    'service:divorce',
    'service_area:austin',
    'aspect:fees',
    'said:fees:negative',
    'said:fees:positive',
    'sentiment:mixed',
    'source:Yelp',
    'from:yelp',
    'language:es-MX',
    'range:es',
    'range:es-mx',
    'has_reply:false',
    'relationship:none',
  ]);
});

test('facets stay right however many values there are', () => {
  const of = (name: string) =>
    facetsOf({ ...REVIEW, publisher: { '@type': 'Organization', name } }).filter((one) =>
      one.startsWith('source:'),
    );
  for (let number = 0; number < 25_000; number++) of(`Site ${number}`);
  assert.deepEqual([of('Yelp'), of('Site 7')], [['source:Yelp'], ['source:Site 7']]);
});
