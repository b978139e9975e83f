import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { createHints, didYouMean, nearestName } from '#dataset/check/nearest-name.ts';

const SERVICES = ['car-accident', 'truck-accident', 'divorce'];

for (const [mistake, written] of [
  ['neighbours swapped', 'car-acicdent'],
  ['another case', 'Car-Accident'],
] as const) {
  test(`finds a name that is written with ${mistake}`, () =>
    assert.equal(nearestName(written, SERVICES), 'car-accident'));
}

test('finds no name where none is near', () => {
  assert.equal(nearestName('probate', SERVICES), undefined);
  assert.equal(nearestName('probate', []), undefined);
  assert.equal(nearestName('', SERVICES), undefined);
});

test('what is found is what the whole matrix tells', () => {
  const name = fc.string({ unit: fc.constantFrom('a', 'b', 'c', '-'), maxLength: 7 });
  fc.assert(
    fc.property(name, fc.array(name, { maxLength: 8 }), fc.nat({ max: 6 }), (text, names, most) => {
      const limit = Math.min(most, Math.max(1, Math.floor(text.length / 3)));
      const distances = names.map((one) => alignmentDistance(text, one));
      const best = Math.min(...distances, Number.POSITIVE_INFINITY);
      const expected = best <= limit ? names[distances.indexOf(best)] : undefined;
      assert.equal(nearestName(text, names, most), expected);
    }),
    { numRuns: 3_000 },
  );
});

/** As its definition has it. */
function alignmentDistance(a: string, b: string): number {
  if (a === '' || b === '') return a.length + b.length;
  const [restOfA, restOfB] = [a.slice(1), b.slice(1)];
  if (a[0] === b[0]) return alignmentDistance(restOfA, restOfB);
  const isSwapped = a.length > 1 && b.length > 1 && a[0] === b[1] && a[1] === b[0];
  return (
    1 +
    Math.min(
      alignmentDistance(restOfA, b),
      alignmentDistance(a, restOfB),
      alignmentDistance(restOfA, restOfB),
      isSwapped ? alignmentDistance(a.slice(2), b.slice(2)) : Number.POSITIVE_INFINITY,
    )
  );
}

test('of many mistakes the first few get a hint', () => {
  const hint = createHints(() => SERVICES);
  const hints = Array.from({ length: 20 }, () => hint('divroce')).filter((one) => one !== '');
  assert.deepEqual(hints, Array(8).fill(' (did you mean "divorce"?)'));
});

test('the hint is a question, or nothing', () => {
  assert.equal(didYouMean('divroce', SERVICES), ' (did you mean "divorce"?)');
  assert.equal(didYouMean('probate', SERVICES), '');
});
