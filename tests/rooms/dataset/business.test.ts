import assert from 'node:assert/strict';
import { test } from 'node:test';
import { Business, publishBusiness } from '#dataset/business.ts';
import { StoredBusiness } from '#dataset/schema/stored-business.ts';

const BASE_URL = 'https://reviews.example';
const MINIMAL = {
  id: 'harbor-law',
  name: 'Harbor Law',
  description: 'A law practice.',
  url: 'https://harborlaw.example/',
  timeZone: 'America/Chicago',
  knowsLanguage: ['en'],
  feedAuthority: 'harborlaw.example,2026',
};
const { feedAuthority, ...PUBLISHED } = MINIMAL;

test('the smallest business is published without what it does not say', () => {
  const business = publishBusiness(BASE_URL, StoredBusiness.parse(MINIMAL), [], [], []);
  const type = ['LegalService', 'LocalBusiness'];
  const lists = { areaServed: [], employee: [], services: [] };
  assert.deepEqual(Business.parse(business), {
    '@id': `${BASE_URL}/#business`,
    '@type': type,
    ...PUBLISHED,
    ...lists,
  });
});

test('people, services, places, hours and the address get their types', () => {
  const opens = { dayOfWeek: ['Monday' as const], opens: '08:30', closes: '17:30' };
  const address = { streetAddress: '1 A St', addressLocality: 'Fairhaven', addressCountry: 'US' };
  const geo = { latitude: 30.3, longitude: -97.7 };
  const maria = { id: 'maria-lopez', name: 'María López', jobTitle: 'Partner' };
  const url = 'https://harborlaw.example/maria';
  const business = publishBusiness(
    BASE_URL,
    StoredBusiness.parse({
      ...MINIMAL,
      type: 'LocalBusiness',
      address,
      geo,
      openingHours: [opens],
    }),
    [{ ...maria, aliases: ['Lopez'], unambiguous: true, url }],
    [{ id: 'divorce', name: 'Divorce', aliases: ['split'], description: 'Apart.' }],
    [{ id: 'fairhaven', name: 'Fairhaven', aliases: ['FH'] }],
  );
  assert.deepEqual(Business.parse(business), {
    '@id': `${BASE_URL}/#business`,
    '@type': ['LocalBusiness'],
    ...PUBLISHED,
    address: { '@type': 'PostalAddress', ...address },
    geo: { '@type': 'GeoCoordinates', ...geo },
    openingHoursSpecification: [{ '@type': 'OpeningHoursSpecification', ...opens }],
    employee: [{ '@type': 'Person', ...maria, url }],
    services: [{ id: 'divorce', name: 'Divorce', description: 'Apart.' }],
    areaServed: [{ id: 'fairhaven', name: 'Fairhaven' }],
  });
});

for (const [key, value] of [
  ['timeZone', 'Mars/Olympus'],
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
