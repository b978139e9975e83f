import assert from 'node:assert/strict';
import { test } from 'node:test';
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
