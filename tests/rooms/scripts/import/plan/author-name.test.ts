import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import {
  displayName,
  NAME_POLICIES,
  policyOf,
} from '../../../../../scripts/import/plan/author-name.ts';

const NAMES = [
  ['Jane Doe', 'Jane D.', 'J. D.'],
  ['jane mary doe', 'jane D.', 'J. D.'],
  ['Dr. Jane Doe Jr.', 'Jane D.', 'J. D.'],
  ['Doe, Jane', 'Jane D.', 'J. D.'],
  ['Mary-Ann Smith-Jones', 'Mary-Ann S.', 'M. S.'],
  ['Ángela Ñandú 🌸', 'Ángela Ñ.', 'Á. Ñ.'],
  ['王小明', '王.', '王.'],
] as const;

for (const [name, short, initials] of NAMES) {
  test(`${name} is shortened to ${short} and to ${initials}`, () => {
    assert.equal(displayName(name, 'first-initial'), short);
    assert.equal(displayName(name, 'initials'), initials);
    assert.equal(displayName(name, 'full'), name);
  });
}

test('a stored name shows by which policy it was shortened, and is never made longer by that', () => {
  for (const policy of NAME_POLICIES) {
    assert.equal(policyOf(displayName('Jane Doe', policy)), policy);
  }
  for (const alike of ['Jane', 'Jane D.', 'Anonymous'])
    assert.equal(policyOf(alike), 'first-initial');
});

test('shortening twice is shortening once; a name without a letter is nobody’s', () => {
  assert.equal(displayName(undefined, 'full'), 'Anonymous');
  assert.equal(displayName('🌸', 'first-initial'), 'Anonymous');
  const word = fc.stringMatching(/^[A-Za-z]{2,10}$/);
  fc.assert(
    fc.property(fc.array(word, { minLength: 1, maxLength: 4 }), (words) => {
      for (const policy of NAME_POLICIES) {
        const once = displayName(words.join(' '), policy);
        assert.equal(displayName(once, policy), once);
      }
    }),
  );
});
