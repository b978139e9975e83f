import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createTechnicianResolver } from '#search/technician-names.ts';

const resolve = createTechnicianResolver([
  { id: 'maria-lopez', name: 'María López', aliases: ['Ms. Lopez', 'The Boss'] },
  { id: 'sean-obrien', name: 'Seán O’Brien', aliases: [] },
  { id: 'strasse', name: 'Max Straße', aliases: [] },
]);

for (const [asked, name] of [
  ['María López', 'María López'],
  ['maria lopez', 'María López'],
  ['MARIA LÓPEZ', 'María López'],
  ['Mari\u0301a Lo\u0301pez', 'María López'],
  ['maria-lopez', 'María López'],
  ['Maria\u2010Lopez', 'María López'],
  ['ms. lopez', 'María López'],
  ['the boss', 'María López'],
  ["sean o'brien", 'Seán O’Brien'],
  ['max strasse', 'Max Straße'],
  ['STRASSE', 'Max Straße'],
  ['Maria', undefined],
  ['Lopez', undefined],
  ['maria lopez ', undefined],
  ['Nobody', undefined],
  ['', undefined],
  ['constructor', undefined],
] as const) {
  test(`${JSON.stringify(asked)} is ${name ?? 'nobody'}`, () => {
    assert.equal(resolve(asked), name);
  });
}

test('without technicians nobody is found', () => {
  assert.equal(createTechnicianResolver([])('maria'), undefined);
});
