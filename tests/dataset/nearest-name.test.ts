import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { didYouMean, nearestName } from '#dataset/nearest-name.ts';

const SERVICES = ['car-accident', 'truck-accident', 'divorce'];

for (const [mistake, written] of [
  ['a letter too few', 'car-acident'],
  ['a letter too many', 'car-acccident'],
  ['another letter', 'car-accidens'],
  ['neighbours swapped', 'car-acicdent'],
  ['another case', 'Car-Accident'],
  ['nothing', 'car-accident'],
] as const) {
  test(`finds a name that is written with ${mistake}`, () =>
    assert.equal(nearestName(written, SERVICES), 'car-accident'));
}

test('finds no name where none is near', () => {
  assert.equal(nearestName('probate', SERVICES), undefined);
  assert.equal(nearestName('probate', []), undefined);
  assert.equal(nearestName('', SERVICES), undefined);
});

test('a short text is one letter away at most', () => {
  assert.equal(nearestName('ab', ['ac']), 'ac');
  assert.equal(nearestName('ab', ['cd']), undefined);
  assert.equal(nearestName('abcd', ['abxy']), undefined);
});

test('a text may be held nearer', () => {
  assert.equal(nearestName('car-accedint', SERVICES), 'car-accident');
  assert.equal(nearestName('car-accedint', SERVICES, 2), 'car-accident');
  assert.equal(nearestName('car-accedint', SERVICES, 1), undefined);
});

test('a swap counts once, so that it beats two substitutions', () => {
  assert.equal(nearestName('form', ['fxym', 'from']), 'from');
});

test('of names equally near the first one is meant', () => {
  assert.equal(nearestName('cat', ['bat', 'hat']), 'bat');
});

test('a name is nearest to itself', () => {
  const name = fc.stringMatching(/^[a-z-]{1,12}$/);
  fc.assert(
    fc.property(fc.uniqueArray(name, { minLength: 1 }), fc.nat(), (names, pick) => {
      const one = names[pick % names.length] ?? '';
      return nearestName(one, names) === one;
    }),
  );
});

test('the hint is a question, or nothing', () => {
  assert.equal(didYouMean('divroce', SERVICES), ' (did you mean "divorce"?)');
  assert.equal(didYouMean('probate', SERVICES), '');
});
