import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createRandom } from '../../../../scripts/generate/random.ts';

const DRAWS = 100_000;

function meanOf(draw: () => number): number {
  let sum = 0;
  for (let index = 0; index < DRAWS; index++) sum += draw();
  return sum / DRAWS;
}

test('a seed determines the numbers', () => {
  const draw = (seed: number) => Array.from({ length: 5 }, createRandom(seed).next);
  assert.deepEqual(draw(7), draw(7));
  assert.notDeepEqual(draw(7), draw(8));
});

test('numbers are even between 0 and 1', () => {
  const random = createRandom(1);
  assert.ok(Math.abs(meanOf(random.next) - 0.5) < 0.01);
  for (let index = 0; index < DRAWS; index++) {
    const next = random.next();
    if (next < 0 || next >= 1) assert.fail(`${next} lies outside`);
  }
});

test('whole numbers include both ends', () => {
  const random = createRandom(1);
  const drawn = new Set(Array.from({ length: 200 }, () => random.integer(2, 4)));
  assert.deepEqual([...drawn].sort(), [2, 3, 4]);
});

test('weights are kept', () => {
  const random = createRandom(1);
  const share = meanOf(() =>
    random.weigh([
      [3, 1],
      [1, 0],
    ] as const),
  );
  assert.ok(Math.abs(share - 0.75) < 0.01);
});

test('normal numbers have mean 0 and deviation 1', () => {
  const random = createRandom(1);
  assert.ok(Math.abs(meanOf(random.normal)) < 0.02);
  assert.ok(Math.abs(meanOf(() => random.normal() ** 2) - 1) < 0.02);
});

test('nothing cannot be picked from', () => {
  assert.throws(() => createRandom(1).pick([]), RangeError);
});
