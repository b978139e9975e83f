import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createPeopleFinder, createRoleFinder } from '#insights/quotes/names-in-quotes.ts';

const person = (name: string, unambiguous = false, ...aliases: string[]) => ({
  ...{ id: name, name, aliases },
  ...{ jobTitle: 'Partner', unambiguous },
});

test('a person is found by a bare first name only where it is unambiguous, and by no shorter one', () => {
  const people = {
    linh: person('Linh Tran', true),
    dave: person('David Okafor', false, 'Mr. Okafor'),
    short: person('Ana Cruz', true),
    long: person('Ana Cruz Diaz'),
  };
  const finderOf = createRoleFinder(Object.values(people));
  for (const [who, text, role] of [
    ['linh', 'LINH was rude.', 'subject'],
    ['linh', 'She was rude.', undefined],
    ['dave', 'David was rude.', undefined],
    ['dave', 'Mr Okafor was rude.', 'subject'],
    ['short', 'Ana Cruz Diaz was rude.', undefined],
    ['long', 'Ana Cruz Diaz was rude.', 'subject'],
  ] as const) {
    assert.equal(finderOf(people[who])(text), role, text);
  }
});

const linda = person('Linda Cho', true, 'Ms. Cho');
const roleIn = createRoleFinder([linda, person('Wei Zhang', true)])(linda);

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
    for (const clause of clauses) assert.equal(roleIn(clause), role, clause);
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
