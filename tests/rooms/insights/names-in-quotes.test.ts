import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createNameFinder, createRoleFinder } from '#insights/names-in-quotes.ts';

const named = (name: string, ...aliases: string[]) => ({ id: name, name, aliases });
const person = (name: string, unambiguous = false, ...aliases: string[]) => ({
  ...named(name, ...aliases),
  jobTitle: 'Partner',
  unambiguous,
});

test('a name or an alias is found as whole words, whatever the case and accents', () => {
  const isNaming = createNameFinder(named('Mill Brook', '🙂', 'The Brook'));
  for (const quote of ['in MILL-BRÖOK.', 'the brook']) assert.ok(isNaming(quote), quote);
  for (const quote of ['Mill Brooks', 'a brook', '🙂', '']) assert.ok(!isNaming(quote), quote);
});

test('a person is found by a bare first name only where it is unambiguous', () => {
  const [linh, dave] = [person('Linh Tran', true), person('David Okafor', false, 'Mr. Okafor')];
  const finderOf = createRoleFinder([linh, dave]);
  assert.equal(finderOf(linh)('LINH was rude.'), 'subject');
  assert.equal(finderOf(linh)('She was rude.'), undefined);
  assert.equal(finderOf(dave)('David was rude.'), undefined);
  assert.equal(finderOf(dave)('Mr Okafor was rude.'), 'subject');
});

test('of a longer name the shorter one is not found', () => {
  const [short, long] = [person('Ana Cruz', true), person('Ana Cruz Diaz')];
  const finderOf = createRoleFinder([short, long]);
  assert.equal(finderOf(short)('Ana Cruz Diaz was rude.'), undefined);
  assert.equal(finderOf(long)('Ana Cruz Diaz was rude.'), 'subject');
});
