import assert from 'node:assert/strict';
import { test } from 'node:test';
import { Business, publishBusiness } from '#dataset/business.ts';
import { StoredBusiness } from '#dataset/schema/stored-business.ts';

const MINIMAL = {
  id: 'harbor-law',
  name: 'Harbor Law',
  description: 'A law practice.',
  url: 'https://harborlaw.example/',
  timeZone: 'America/Chicago',
  knowsLanguage: ['en'],
  feedAuthority: 'harborlaw.example,2026',
};

test('the smallest business is published without what it does not say', () => {
  const business = publishBusiness(StoredBusiness.parse(MINIMAL), [], [], []);
  const { feedAuthority, ...published } = MINIMAL;
  assert.deepEqual(Business.parse(business), business);
  assert.deepEqual(business, {
    '@type': ['LegalService', 'LocalBusiness'],
    ...published,
    areaServed: [],
    employee: [],
    services: [],
  });
});

test('people, services, places, hours and the address get their types', () => {
  const opens = { dayOfWeek: ['Monday' as const], opens: '08:30', closes: '17:30' };
  const address = { streetAddress: '1 A St', addressLocality: 'Fairhaven', addressCountry: 'US' };
  const business = publishBusiness(
    StoredBusiness.parse({
      ...MINIMAL,
      type: 'LocalBusiness',
      address,
      geo: { latitude: 30.3, longitude: -97.7 },
      openingHours: [opens],
    }),
    [
      {
        id: 'maria-lopez',
        name: 'María López',
        jobTitle: 'Partner',
        aliases: ['Lopez'],
        unambiguous: true,
        url: 'https://harborlaw.example/maria',
      },
    ],
    [{ id: 'divorce', name: 'Divorce', aliases: ['split'], description: 'Apart.' }],
    [{ id: 'fairhaven', name: 'Fairhaven', aliases: ['FH'] }],
  );
  assert.deepEqual(Business.parse(business), business);
  assert.deepEqual(business['@type'], ['LocalBusiness']);
  assert.deepEqual(business.address, { '@type': 'PostalAddress', ...address });
  assert.deepEqual(business.geo, { '@type': 'GeoCoordinates', latitude: 30.3, longitude: -97.7 });
  assert.deepEqual(business.openingHoursSpecification, [
    { '@type': 'OpeningHoursSpecification', ...opens },
  ]);
  assert.deepEqual(business.employee, [
    {
      '@type': 'Person',
      id: 'maria-lopez',
      name: 'María López',
      jobTitle: 'Partner',
      url: 'https://harborlaw.example/maria',
    },
  ]);
  assert.deepEqual(business.services, [{ id: 'divorce', name: 'Divorce', description: 'Apart.' }]);
  assert.deepEqual(business.areaServed, [{ id: 'fairhaven', name: 'Fairhaven' }]);
});

for (const [key, value] of [
  ['timeZone', 'Mars/Olympus'],
  ['timeZone', ''],
  ['knowsLanguage', []],
  ['feedAuthority', 'harborlaw.example'],
  ['feedAuthority', 'Harbor.example,2026'],
  ['telephone', '512-555-0100'],
  ['email', 'nobody'],
  ['type', 'law firm'],
  ['geo', { latitude: 91, longitude: 0 }],
  ['openingHours', [{ dayOfWeek: ['Mon'], opens: '08:30', closes: '17:30' }]],
  ['openingHours', [{ dayOfWeek: ['Monday'], opens: '8:30', closes: '24:00' }]],
] as const) {
  test(`business.yaml refuses ${key}: ${JSON.stringify(value)}`, () => {
    assert.ok(!StoredBusiness.safeParse({ ...MINIMAL, [key]: value }).success);
  });
}
