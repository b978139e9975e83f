import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { AspectTerm } from '#dataset/schema/stored-entities.ts';
import { findNamed, namesOf } from '#search/question/names.ts';

const NOTHING = { technicians: [], services: [], serviceAreas: [], aspects: [] };

const aspect = (id: string, name: string, terms: AspectTerm[]) => {
  return { id, name, description: 'What it is.', terms };
};

test('an aspect is found by name, id and the terms of it alone, those of one word in the plural as well', () => {
  const { aspects } = namesOf({
    ...NOTHING,
    aspects: [
      aspect('value', 'Value', ['fee', 'penalty', { term: 'took', weight: 0.5 }, 'call back']),
      aspect('speed', 'Speed', ['Slow', 'took', 'call backs', 'penalties', 'ease', 'The process']),
      aspect('ease', 'The process', []),
    ],
  });
  for (const [asked, id] of [
    ['Value', 'value'],
    ['SPEED', 'speed'],
    ['fee', 'value'],
    ['Fees', 'value'],
    ['slow', 'speed'],
    ['call back', 'value'],
    ['call backs', 'speed'],
    ['penalty', 'value'],
    // A name and an id are those of their aspect, whatever terms the others have.
    ['ease', 'ease'],
    ['The process', 'ease'],
    // Two have the term, or one has it and the other its plural.
    ['took', undefined],
    ['penalties', undefined],
    ['feed', undefined],
    ['', undefined],
  ] as const) {
    assert.equal(findNamed(aspects, asked)?.id, id, asked);
  }
});

test('a person is found by words of a name that no other person has', () => {
  const person = (id: string, name: string, ...aliases: string[]) => {
    return { id, name, aliases, jobTitle: 'Attorney', unambiguous: false };
  };
  const { technicians } = namesOf({
    ...NOTHING,
    technicians: [
      person('grace-kim', 'Grace Kim', 'Ms. Kim'),
      person('maria-lopez', 'María Elena López', 'Dr. Lopez'),
      person('maria-kim', 'Maria Kim'),
      person('oystein', 'Øystein Đặng'),
      person('sean-obrien', 'Seán O’Brien'),
      person('strasse', 'Max Straße'),
    ],
  });
  for (const [asked, id] of [
    ['Grace', 'grace-kim'],
    ['ELENA', 'maria-lopez'],
    ['maria lópez', 'maria-lopez'],
    ['Lopez, Maria', 'maria-lopez'],
    ['oystein dang', 'oystein'],
    [' Grace ', 'grace-kim'],
    ['Maria Kim', 'maria-kim'],
    ['grace-kim', 'grace-kim'],
    ['Grace\u2010Kim', 'grace-kim'],
    ["sean o'brien", 'sean-obrien'],
    ['MAX STRASSE', 'strasse'],
    // Two have it, of several words one has all, and a part of a word is none.
    ['Maria', undefined],
    ['Kim', undefined],
    ['Grace Lopez', undefined],
    ['Gra', undefined],
    ['Attorney', undefined],
    ['Dr.', undefined],
    ['?', undefined],
    ['', undefined],
  ] as const) {
    assert.equal(findNamed(technicians, asked)?.id, id, asked);
  }
  const places = [{ id: 'round-rock', name: 'Round Rock', aliases: [] }];
  assert.equal(findNamed(places, 'Rock'), undefined, 'words find people alone');
});
