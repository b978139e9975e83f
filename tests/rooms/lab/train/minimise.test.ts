import assert from 'node:assert/strict';
import { test } from 'node:test';
import { minimise, type Objective } from '../../../../scripts/lab/train/minimise.ts';

/** A valley along a slant, a hundred times steeper across it, with a fourth power. */
const valley: Objective = (point, gradient) => {
  const [x = 0, y = 0] = point;
  const across = y - 2 * x;
  gradient[0] = 2 * (x - 3) + 4 * (x - 3) ** 3 - 400 * across;
  gradient[1] = 200 * across;
  return (x - 3) ** 2 + (x - 3) ** 4 + 100 * across ** 2;
};

function assertNear(found: Float64Array, expected: readonly number[], within: number): void {
  assert.equal(found.length, expected.length);
  for (const [index, value] of expected.entries()) {
    assert.ok(Math.abs((found[index] ?? 0) - value) < within, `${found} is not ${expected}`);
  }
}

test('the least value of a quadratic is found, however differently it curves', () => {
  const least = [1, -2, 3, 0.5];
  const curves = [1, 10, 100, 1000];
  const quadratic: Objective = (point, gradient) => {
    let value = 0;
    for (const [index, curve] of curves.entries()) {
      const away = (point[index] ?? 0) - (least[index] ?? 0);
      gradient[index] = curve * away;
      value += (curve * away * away) / 2;
    }
    return value;
  };
  assertNear(minimise(quadratic, 4), least, 1e-2);
});

test('the least value of a narrow slanting valley is found', () => {
  assertNear(minimise(valley, 2), [3, 6], 1e-2);
});

test('the same function gives the same point, to the bit', () => {
  assert.deepEqual(minimise(valley, 2), minimise(valley, 2));
});

test('where no step gains, the point stays', () => {
  const flat: Objective = (_, gradient) => {
    gradient.fill(0);
    return 7;
  };
  const broken: Objective = (_, gradient) => {
    gradient.fill(Number.NaN);
    return Number.NaN;
  };
  for (const objective of [flat, broken]) assertNear(minimise(objective, 2), [0, 0], 1e-12);
});
