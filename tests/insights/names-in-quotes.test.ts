import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createNameFinder, createPersonFinder } from '#insights/names-in-quotes.ts';

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
  const finderOf = createPersonFinder([linh, dave]);
  assert.ok(finderOf(linh)('LINH was rude.'));
  assert.ok(!finderOf(linh)('She was rude.'));
  assert.ok(!finderOf(dave)('David was rude.'));
  assert.ok(finderOf(dave)('Mr Okafor was rude.'));
});

test('of a longer name the shorter one is not found', () => {
  const [short, long] = [person('Ana Cruz', true), person('Ana Cruz Diaz')];
  const finderOf = createPersonFinder([short, long]);
  assert.ok(!finderOf(short)('Ana Cruz Diaz was rude.'));
  assert.ok(finderOf(long)('Ana Cruz Diaz was rude.'));
});
