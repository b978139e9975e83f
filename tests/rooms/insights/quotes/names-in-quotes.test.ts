import assert from 'node:assert/strict';
import { test } from 'node:test';
import {
  createNameFinder,
  createPeopleFinder,
  createRoleFinder,
} from '#insights/quotes/names-in-quotes.ts';

const person = (name: string, unambiguous = false, ...aliases: string[]) => ({
  ...{ id: name, name, aliases },
  ...{ jobTitle: 'Partner', unambiguous },
});

test('a person is found by a bare first name only where it is unambiguous, and by no shorter one', () => {
  const findRoles = createRoleFinder([
    person('Linh Tran', true),
    person('David Okafor', false, 'Mr. Okafor'),
    person('Ana Cruz', true),
    person('Ana Cruz Diaz'),
  ]);
  for (const [who, text, role] of [
    ['Linh Tran', 'LINH was rude.', 'subject'],
    ['Linh Tran', 'She was rude.', undefined],
    ['David Okafor', 'David was rude.', undefined],
    ['David Okafor', 'Mr Okafor was rude.', 'subject'],
    ['Ana Cruz', 'Ana Cruz Diaz was rude.', undefined],
    ['Ana Cruz Diaz', 'Ana Cruz Diaz was rude.', 'subject'],
  ] as const) {
    assert.equal(findRoles(text).get(who), role, text);
  }
});

const findRoles = createRoleFinder([
  person('Linda Cho', true, 'Ms. Cho'),
  person('Wei Zhang', true),
]);

const ROLES = {
  subject: [
    'Linda never called me back',
    'Ms. Cho lied to us.',
    'and then Linda fixed it',
    'Linda Cho and Wei Zhang were prompt',
    'Wei and Linda explained everything',
    'On Friday, Linda didn’t show up',
    'I was ignored by Linda Cho',
    'Avoid Linda at all costs',
    'I would not recommend Ms. Cho to anybody',
  ],
  object: [
    'I loved working with Linda',
    'Thank you, Linda!',
    'Thanks to Linda for all of it',
    'They gave us Linda',
    'I am grateful for Ms. Cho',
  ],
  // People who are only present, or who came before or instead of others.
  beside: [
    'because Ms. Cho called and moved me to a different case manager',
    'My case was handed from Linda Cho to someone who did not know us',
    'Linda’s office neighbour was rude',
    "Linda's kindness",
    'instead of Linda I got a stranger',
    'it was bad before Linda took over',
    'everything changed after Linda Cho left',
    'he was slower than Linda',
    'Unlike Linda, he was rude',
    'No one but Linda called me',
    'the man next to Linda was rude',
    'in the office of Linda Cho',
  ],
};
test('a person is the subject or the object of a clause, or beside it', () => {
  for (const [role, clauses] of Object.entries(ROLES)) {
    for (const clause of clauses) assert.equal(findRoles(clause).get('Linda Cho'), role, clause);
  }
});

test('a quote is personal where it names any of the people, as reviews are searched for them', () => {
  const isPersonal = createPeopleFinder([
    person('Ana Muñoz', true, 'Ms. Munoz'),
    person('Joy Hill'),
  ]);
  for (const quote of ['ANA called.', 'Ms Muñoz’s letter', 'Joy Hill was rude']) {
    assert.equal(isPersonal(quote), true, quote);
  }
  for (const quote of ['It was a joy.', 'Anatomy', ''])
    assert.equal(isPersonal(quote), false, quote);
});

test('a thing is named where its name or an alias stands as whole words, of those that are asked for', () => {
  const find = createNameFinder([
    { id: 'brook', name: 'Mill Brook', aliases: ['Millbrook', '🙂'] },
    { id: 'crash', name: 'Car accidents', aliases: ['car crash'] },
  ]);
  const ids = ['crash', 'brook', 'unknown'];
  assert.deepEqual(find('In MILL BRÖOK: a car-crash!', ids), ['crash', 'brook']);
  assert.deepEqual(find('In Mill Brook: a car crash', ['brook']), ['brook']);
  assert.deepEqual(find('Some mill brooks 🙂, a car, a crash', ids), []);
});
